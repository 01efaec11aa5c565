/** Parses a message that Node's parser refused, as far as possible; only for inspection and logs. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { ClientMessage, Peer } from './client-message.ts';
import { readFields, splitMessage } from './message-head.ts';

export type RawMessage = {
  readonly message: ClientMessage;
  readonly body: ByteString;
  /** False when the request line has no version, as in HTTP/0.9, whose clients cannot interpret a status. */
  readonly hasVersion: boolean;
};

/** Never throws; a missing part becomes "". */
export function parseRawMessage(bytes: ByteString, peer: Peer): RawMessage {
  const { startLine, fieldLines, body = '' } = splitMessage(bytes);
  const { method, target, version } = parseRequestLine(startLine);
  return {
    message: {
      method,
      target,
      httpVersion: version ?? '',
      headers: readFields(fieldLines),
      peer,
    },
    body,
    hasVersion: version !== undefined,
  };
}

type RequestLine = {
  readonly method: ByteString;
  readonly target: ByteString;
  readonly version: ByteString | undefined;
};

/** Splits the request line. The target is everything between the first word and the version, including blanks. */
function parseRequestLine(line: ByteString): RequestLine {
  const methodEnd = line.search(/[ \t]/);
  if (methodEnd === -1) return { method: line, target: '', version: undefined };
  const method = line.slice(0, methodEnd);
  const rest = line.slice(methodEnd + 1);
  const versionStart = rest.lastIndexOf(' ') + 1;
  const last = rest.slice(versionStart).trim();
  if (last === '') return { method, target: rest.trim(), version: undefined };
  const hasVersion = /^HTTP\//i.test(last) || versionStart > 0;
  if (!hasVersion) return { method, target: rest.trim(), version: undefined };
  const version = last.replace(/^HTTP\//i, '');
  return { method, target: rest.slice(0, versionStart).trim(), version };
}
