/** Writes audit records as JSON, one a line, so that every byte can be read back. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { AuditRecord } from './audit-types.ts';
import { replaceNonAscii } from './utf8.ts';

/**
 * One JSON object without a line end, as characters (write it as UTF-8).
 *
 * Bytes become characters where they are valid UTF-8. Any other byte is shown as `\xHH` (upper-case
 * hexadecimal, 80 to FF; in the JSON text the backslash is doubled as always), and where the data
 * hold such an escape themselves its backslash is shown as `\x5C`. So nothing is lost or mixed up,
 * and unlike lone surrogates it passes every JSON reader; Coraza's U+FFFD loses the byte.
 */
export function formatAuditRecord(record: AuditRecord): string {
  return JSON.stringify(record, showValue).replace(UNSEEN, escapeUnits);
}

/** Characters that break lines or hide text in viewers; JSON.stringify escapes only those below U+0020. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const ESCAPE_LOOKALIKE = /\\(?=x(?:5C|[89A-F][0-9A-F]))/g;

function showValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return showBytes(value);
  if (!(value instanceof Map)) return value;
  // Object.fromEntries defines own properties, so a header named __proto__ is one like any other.
  return Object.fromEntries(
    Array.from(value, ([name, values]) => [showBytes(String(name)), values]),
  );
}

function showBytes(bytes: ByteString): string {
  return replaceNonAscii(bytes.replace(ESCAPE_LOOKALIKE, '\\x5C'), (part, codePoint) =>
    codePoint === undefined
      ? `\\x${part.charCodeAt(0).toString(16).toUpperCase()}`
      : String.fromCodePoint(codePoint),
  );
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
