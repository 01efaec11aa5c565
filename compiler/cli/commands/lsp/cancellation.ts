/** Requests that the client cancels ($/cancelRequest), and long work that lets other messages in. */
import { setImmediate } from 'node:timers/promises';
import {
  type CancellationToken,
  type ConnectionOptions,
  LSPErrorCodes,
  Message,
  ResponseError,
} from 'vscode-languageserver/node';
import { messageStrategy } from './message-strategy.ts';

const cancelled = (): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestCancelled, 'The client has cancelled the request.');

/** A cancelled request that still waits is answered immediately. */
export const connectionOptions: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: (message) =>
      Message.isRequest(message)
        ? { jsonrpc: '2.0', id: message.id, error: cancelled().toJson() }
        : undefined,
  },
  messageStrategy,
};

/** Lets messages in between two steps of long work. Throws when one of them cancels the work. */
export async function yieldToMessages(token: CancellationToken): Promise<void> {
  await setImmediate();
  if (token.isCancellationRequested) throw cancelled();
}

/** Runs all steps of a generator, and lets messages in after each step. */
export async function runSteps<Result>(
  steps: Generator<void, Result>,
  token: CancellationToken,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToMessages(token);
  }
}
