/** Lets a connection go on after an error of one of its streams. */
import type { ServerHttp2Session } from 'node:http2';

/** NGHTTP2_ERR_PROTO. */
const PROTOCOL_ERROR = -505;

/**
 * Since nghttp2 1.69 (in Node 22.23.3, 24.21.0 and 26.10.0) Node ends the connection when the DATA of a stream exceeds its
 * Content-Length, although nghttp2 resets the stream, which is all that RFC 9113 section 8.1.1 asks for. Returns a function
 * that announces such a stream, before nghttp2 reads the DATA.
 */
export function outliveStreamErrors(session: ServerHttp2Session): () => void {
  const destroy = session.destroy.bind(session);
  let expected = 0;
  session.destroy = (error, code) => {
    if (expected > 0 && isProtocolError(error)) expected -= 1;
    else destroy(error, code);
  };
  return () => {
    expected += 1;
  };
}

/** `error`: Node also passes numbers. */
function isProtocolError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === PROTOCOL_ERROR;
}
