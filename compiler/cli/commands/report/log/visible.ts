/**
 * Makes text of a log safe for terminals and pages: invisible characters, and those that change others, are escaped.
 */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Returns at most `length` UTF-16 units, with an ellipsis when the text is longer. */
export function visible(text: string, length: number): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return cut.replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
