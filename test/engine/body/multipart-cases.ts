/** Building blocks of the multipart tests. */
import { type Multipart, parseMultipart } from '#engine/body/parse-multipart.ts';

export const CONTENT_TYPE = 'multipart/form-data; boundary=BnD';
export const LIMITS = { argumentsLimit: 100, fileLimit: 0 };
export const NAME_A = 'Content-Disposition: form-data; name="a"';

export const parse = (body: string, contentType: string | undefined = CONTENT_TYPE): Multipart =>
  parseMultipart(contentType, body, LIMITS);

/** One part with these header lines, and the final boundary. */
export const part = (headers: string, content = 'v'): string =>
  `--BnD\r\n${headers}\r\n\r\n${content}\r\n--BnD--\r\n`;
