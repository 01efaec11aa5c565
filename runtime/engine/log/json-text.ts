/** Bytes as characters that a JSON log may hold: each byte can be read back, and none does anything to a terminal. */
import type { ByteString } from '../bytes/byte-string.ts';
import { replaceNonAscii } from './utf8.ts';

/** Characters that break lines, hide text in viewers or steer terminals; JSON.stringify escapes those below U+0020. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const ESCAPE_LOOKALIKE = /\\(?=x(?:5C|[89A-F][0-9A-F]))/g;

/** Whatever is not itself in a JSON string: quotes, backslashes, controls, and bytes above ASCII. */
const SPECIAL = /["\\]|[^ -~]/;

/**
 * Bytes become characters where they are valid UTF-8. Any other byte is shown as `\xHH` (upper-case
 * hexadecimal, 80 to FF; in the JSON text the backslash is doubled as always), and where the data
 * hold such an escape themselves its backslash is shown as `\x5C`. So nothing is lost or mixed up,
 * and unlike lone surrogates it passes every JSON reader; Coraza's U+FFFD loses the byte.
 */
export function showBytes(bytes: ByteString): string {
  return replaceNonAscii(bytes.replace(ESCAPE_LOOKALIKE, '\\x5C'), (part, codePoint) =>
    codePoint === undefined
      ? `\\x${part.charCodeAt(0).toString(16).toUpperCase()}`
      : String.fromCodePoint(codePoint),
  );
}

/** A JSON string, quotes included, of `showBytes`. */
export function jsonString(bytes: ByteString): string {
  if (!SPECIAL.test(bytes)) return `"${bytes}"`;
  return escapeUnseen(JSON.stringify(showBytes(bytes)));
}

/** JSON text with the characters escaped that JSON.stringify leaves and nobody can see. */
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
