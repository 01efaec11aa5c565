/** Lets a connection go on after an error of one of its streams. */
import type { ServerHttp2Session } from 'node:http2';

/** NGHTTP2_ERR_PROTO. */
const PROTOCOL_ERROR = -505;

/**
 * Since nghttp2 1.69 (in Node 22.23.3, 24.21.0 and 26.10.0) Node ends the connection when the DATA of a stream exceeds its
 * Content-Length, although nghttp2 resets the stream, which is all that RFC 9113 section 8.1.1 asks for. `isOfStream` says
 * whether a protocol error is that of a stream.
 */
export function outliveStreamErrors(session: ServerHttp2Session, isOfStream: () => boolean): void {
  const destroy = session.destroy.bind(session);
  session.destroy = (error, code) => {
    if (!isProtocolError(error) || !isOfStream()) destroy(error, code);
  };
}

/** `error`: Node also passes numbers. */
function isProtocolError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === PROTOCOL_ERROR;
}
