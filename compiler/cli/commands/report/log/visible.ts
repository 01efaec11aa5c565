/** Text out of a log for terminals and pages: what cannot be seen, or changes how its neighbours are seen, is written out. */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** At most `length` UTF-16 units, and an ellipsis where more were. */
export function visible(text: string, length: number): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return cut.replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
