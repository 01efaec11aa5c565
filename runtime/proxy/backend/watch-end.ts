/** Distinguishes the regular end of a response from a reset of its connection. */
import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Destroys a response whose connection is reset. Otherwise Node would end a response of unknown length as if it
 * were complete, because it emits the error on the request only.
 */
export function watchEnd(request: ClientRequest, backendResponse: IncomingMessage): void {
  request.once('error', (error) => {
    if (!backendResponse.complete) backendResponse.destroy(error);
  });
}
