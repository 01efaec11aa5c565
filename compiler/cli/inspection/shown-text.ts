/** Escapes bytes that control a terminal, or that it cannot show, as `\xHH`. */
export function shownText(text: string): string {
  return text.replace(
    /[^ -~]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
