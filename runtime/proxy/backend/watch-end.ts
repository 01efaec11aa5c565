/** Tells the end of an answer from the end of its connection. */
import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Node ends an answer of unknown length as if it were whole when the connection is reset, and reports
 * the error to the request only: this destroys such an answer first.
 */
export function watchEnd(request: ClientRequest, backendResponse: IncomingMessage): void {
  request.once('error', (error) => {
    if (!backendResponse.complete) backendResponse.destroy(error);
  });
}
