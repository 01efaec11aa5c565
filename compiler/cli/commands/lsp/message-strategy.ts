/** Prepares messages for the library, which relies on clients that follow LSP 3.17 and wait for the response. */
import {
  ConnectionError,
  ConnectionErrors,
  Message,
  type MessageStrategy,
  type RequestMessage,
} from 'vscode-languageserver/node';
import { member } from '#compiler/json.ts';

/** Completes `initialize`. When the client has disconnected, errors of its last messages are not logged: the log goes to it. */
export const messageStrategy: MessageStrategy = {
  handleMessage: async (message, next) => {
    try {
      await next(withCapabilities(message));
    } catch (error) {
      const isClosed = error instanceof ConnectionError && error.code === ConnectionErrors.Closed;
      if (!isClosed) throw error;
    }
  },
};

/** Clients written by hand leave out `capabilities`. A client without them has none. */
function withCapabilities(message: Message): Message {
  if (!Message.isRequest(message) || message.method !== 'initialize') return message;
  const { params } = message;
  if (typeof params !== 'object' || Array.isArray(params)) return message;
  const given = member(params, 'capabilities');
  const capabilities = typeof given === 'object' && given !== null ? given : {};
  const completed: RequestMessage = { ...message, params: { ...params, capabilities } };
  return completed;
}
