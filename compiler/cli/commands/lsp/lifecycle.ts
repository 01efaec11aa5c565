/** Restricts requests to the time between initialize and shutdown (LSP 3.17, Lifecycle Messages). */
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver/node';

export type Lifecycle = { stage: 'new' | 'running' | 'stopped' };

type Handler<Params, Result> = (
  params: Params,
  token: CancellationToken,
) => Promise<Result | ResponseError<void>>;

/** Returns a handler that runs only while the server does. Its errors are logged and do not end the server. */
export function whileRunning<Params, Result>(
  lifecycle: Lifecycle,
  { console: log }: Connection,
  run: (params: Params, token: CancellationToken) => Result | Promise<Result>,
): Handler<Params, Result> {
  return async (params, token) => {
    const refusal = refusalIn(lifecycle);
    if (refusal !== undefined) return refusal;
    try {
      return await run(params, token);
    } catch (error) {
      if (error instanceof ResponseError) return error;
      log.error(error instanceof Error ? `${error.stack}` : String(error));
      return refuse(
        ErrorCodes.InternalError,
        'Internal error of portcullis; its log has the details.',
      );
    }
  };
}

function refusalIn({ stage }: Lifecycle): ResponseError<never> | undefined {
  switch (stage) {
    case 'new':
      return refuse(ErrorCodes.ServerNotInitialized, 'Send initialize first.');
    case 'running':
      return undefined;
    case 'stopped':
      return refuse(ErrorCodes.InvalidRequest, 'The server has been shut down.');
  }
}

export function refuse(code: number, message: string): ResponseError<never> {
  return new ResponseError(code, message);
}

/** Returns the error of a valid request that cannot be done, with a sentence that says why. */
export function refusal(message: string): ResponseError<never> {
  return refuse(LSPErrorCodes.RequestFailed, message);
}
