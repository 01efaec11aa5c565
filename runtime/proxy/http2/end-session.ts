/** Ends a connection for an error of its client. */
import type { ServerHttp2Session } from 'node:http2';

/** Time for the client to read why, before its streams end. */
const LAST_WORDS_MS = 100;

/** `isOurs`: nghttp2 does not find the error, so that we have to say what it is. */
export function endSession(session: ServerHttp2Session, code: number, isOurs: boolean): void {
  if (isOurs && !session.destroyed) session.goaway(code);
  // Without an error object Node sends no code.
  setTimeout(() => session.destroy(new Error(`HTTP/2 error ${code}`), code), LAST_WORDS_MS);
}
