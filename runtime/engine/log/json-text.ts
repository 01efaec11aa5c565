/** Converts bytes to characters for a JSON log such that each byte can be recovered and none affects a terminal. */
import type { ByteString } from '../bytes/byte-string.ts';
import { replaceNonAscii } from './utf8.ts';

/** Characters that break lines, are invisible or control terminals; JSON.stringify escapes those below U+0020. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const ESCAPE_LOOKALIKE = /\\(?=x(?:5C|[89A-F][0-9A-F]))/g;

/** Anything that needs conversion in a JSON string: quotes, backslashes, controls, and bytes above ASCII. */
const SPECIAL = /["\\]|[^ -~]/;

/** What `showBytes` or `escapeUnseen` may change. */
const CHANGED = /\\x|[^ -~]/;

/**
 * Returns the bytes as characters: valid UTF-8 is decoded, and any other byte is shown as `\xHH` (upper-case
 * hexadecimal, 80 to FF; in JSON text the backslash is doubled as always). When the data contain such an escape
 * themselves, its backslash is shown as `\x5C`. So nothing is lost or ambiguous, and unlike lone surrogates it passes
 * every JSON parser; Coraza's U+FFFD loses the byte.
 */
export function showBytes(bytes: ByteString): string {
  return replaceNonAscii(bytes.replace(ESCAPE_LOOKALIKE, '\\x5C'), (part, codePoint) =>
    codePoint === undefined
      ? `\\x${part.charCodeAt(0).toString(16).toUpperCase()}`
      : String.fromCodePoint(codePoint),
  );
}

/** Returns the result of `showBytes` as a JSON string, including quotes. */
export function jsonString(bytes: ByteString): string {
  if (!SPECIAL.test(bytes)) return `"${bytes}"`;
  if (!CHANGED.test(bytes)) return JSON.stringify(bytes);
  return escapeUnseen(JSON.stringify(showBytes(bytes)));
}

/** Returns a member of a JSON object whose value is a text, with the comma before it; "" when there is no value. */
export function textMember(name: string, value: ByteString | undefined): string {
  return value === undefined ? '' : `,"${name}":${jsonString(value)}`;
}

/** Escapes the invisible characters that JSON.stringify leaves in JSON text. */
export function escapeUnseen(json: string): string {
  return json.replace(UNSEEN, escapeUnits);
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
