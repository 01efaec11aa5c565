/** Builds the head of a response in HTTP/2. */
import type { OutgoingHttpHeaders } from 'node:http2';
import { lowerAscii } from '#engine/bytes/byte-string.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * `headers` and `own`: names and values alternate; `own` applies to names that `headers` lacks. Repeated fields are
 * joined into a list (RFC 9110 section 5.3), except Set-Cookie. Throws when no response may have the status, or
 * contain a name or value.
 */
export function responseFields(
  status: number,
  headers: readonly string[],
  own: readonly string[],
): OutgoingHttpHeaders {
  if (status < 200 || status > 599) throw new Error('invalid status');
  const fields: OutgoingHttpHeaders = Object.create(null);
  fields[':status'] = status;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    add(fields, lowerAscii(headers[index] ?? ''), headers[index + 1] ?? '');
  }
  for (let index = 0; index + 1 < own.length; index += 2) {
    fields[lowerAscii(own[index] ?? '')] ??= own[index + 1];
  }
  return fields;
}

/** Adds a header; hop-by-hop headers have been removed before. */
function add(fields: OutgoingHttpHeaders, name: string, value: string): void {
  if (!NAME.test(name) || !VALUE.test(value)) throw new Error('invalid header');
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else if (name === 'set-cookie') fields[name] = [before, value].flat().map(String);
  else fields[name] = `${String(before)}, ${value}`;
}
