/** Ends a connection because of an error of its client. */
import type { ServerHttp2Session } from 'node:http2';

/** Milliseconds that the client has to read the error code before its streams end. */
const LAST_WORDS_MS = 100;

/** `isOurs`: true when nghttp2 does not detect the error, so that this function has to send GOAWAY. */
export function endSession(session: ServerHttp2Session, code: number, isOurs: boolean): void {
  if (isOurs && !session.destroyed) session.goaway(code);
  // Node sends the code only with an error object.
  setTimeout(() => session.destroy(new Error(`HTTP/2 error ${code}`), code), LAST_WORDS_MS);
}
