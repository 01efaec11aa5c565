/** Requests that their client takes back ($/cancelRequest), and work that gives way to messages. */
import { setImmediate } from 'node:timers/promises';
import {
  type CancellationToken,
  type ConnectionOptions,
  LSPErrorCodes,
  Message,
  ResponseError,
} from 'vscode-languageserver/node';

const cancelled = (): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestCancelled, 'The client has cancelled the request.');

/** A request that still waits for its turn is answered at once. */
export const connectionOptions: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: (message) =>
      Message.isRequest(message)
        ? { jsonrpc: '2.0', id: message.id, error: cancelled().toJson() }
        : undefined,
  },
};

/** Lets messages come in between two steps of long work. Throws when one of them cancels it. */
export async function yieldToMessages(token: CancellationToken): Promise<void> {
  await setImmediate();
  if (token.isCancellationRequested) throw cancelled();
}

/** Runs work of several steps to its end, giving way after each step. */
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
