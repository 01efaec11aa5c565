/** Completes the params of `initialize`: clients written by hand leave out `capabilities`, which the library relies on. */
import { Message, type MessageStrategy, type RequestMessage } from 'vscode-languageserver/node';
import { member } from '#compiler/json.ts';

/** A client without capabilities has none (LSP 3.17, Initialize Request, requires the member). */
export const initializeStrategy: MessageStrategy = {
  handleMessage: (message, next) => next(withCapabilities(message)),
};

function withCapabilities(message: Message): Message {
  if (!Message.isRequest(message) || message.method !== 'initialize') return message;
  const { params } = message;
  if (typeof params !== 'object' || Array.isArray(params)) return message;
  const given = member(params, 'capabilities');
  const capabilities = typeof given === 'object' && given !== null ? given : {};
  const completed: RequestMessage = { ...message, params: { ...params, capabilities } };
  return completed;
}
