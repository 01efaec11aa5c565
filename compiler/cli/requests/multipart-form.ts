/** Fields and files -> a multipart/form-data body (RFC 7578), as curl and browsers send them. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type FormPart = {
  readonly name: ByteString;
  readonly content: ByteString;
  /** undefined: the part is a field, not a file. */
  readonly fileName: ByteString | undefined;
  /** undefined: no Content-Type for a field, application/octet-stream for a file. */
  readonly type: ByteString | undefined;
};

/** Constant, so that the same command always results in the same request. */
const BOUNDARY = '------------------------portcullis';

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function multipartBody(parts: readonly FormPart[]): ByteString {
  return [...parts.map(formatPart), `--${BOUNDARY}--\r\n`].join('');
}

function formatPart({ name, content, fileName, type }: FormPart): ByteString {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const media = type ?? (fileName === undefined ? undefined : 'application/octet-stream');
  return [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
    ...(media === undefined ? [] : [`Content-Type: ${media}`]),
    '',
    `${content}\r\n`,
  ].join('\r\n');
}

/** Escapes names as the HTML standard does in multipart bodies. */
function quoted(text: ByteString): ByteString {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
