/** Maps errors of Node's parser to refusals. */
import { errorCode } from '../error-code.ts';
import { type Refused, refuse } from './check-protocol.ts';

const REFUSALS: ReadonlyMap<string, Refused> = new Map([
  ['HPE_HEADER_OVERFLOW', refuse(431, 'header section too large')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refuse(413, 'chunk extensions too large')],
  ['ERR_HTTP_REQUEST_TIMEOUT', refuse(408, 'request took too long')],
  ['HPE_INVALID_METHOD', refuse(400, 'invalid method')],
  ['HPE_INVALID_URL', refuse(400, 'invalid request target')],
  ['HPE_INVALID_VERSION', refuse(400, 'invalid protocol version')],
  ['HPE_INVALID_CONTENT_LENGTH', refuse(400, 'invalid Content-Length')],
  ['HPE_UNEXPECTED_CONTENT_LENGTH', refuse(400, 'unexpected Content-Length')],
  ['HPE_INVALID_TRANSFER_ENCODING', refuse(400, 'invalid Transfer-Encoding')],
  ['HPE_INVALID_CHUNK_SIZE', refuse(400, 'invalid chunk size')],
  ['HPE_INVALID_HEADER_TOKEN', refuse(400, 'invalid header')],
  ['HPE_INVALID_EOF_STATE', refuse(400, 'message cut short')],
]);

const OTHER = refuse(400, 'malformed message');

/** Returns the refusal for an error; undefined when the connection is already closed. */
export function refusalOf(error: unknown): Refused | undefined {
  const code = errorCode(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined;
  return REFUSALS.get(code) ?? OTHER;
}
