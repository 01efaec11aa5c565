/** Distinguishes the end of a response from a reset of its connection. */
import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * When the connection is reset, Node ends a response of unknown length as if it were complete, and emits
 * the error on the request only. This function destroys such a response first.
 */
export function watchEnd(request: ClientRequest, backendResponse: IncomingMessage): void {
  request.once('error', (error) => {
    if (!backendResponse.complete) backendResponse.destroy(error);
  });
}
