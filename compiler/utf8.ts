/** Text <-> its UTF-8 bytes, one char each; by what browsers have as well as Node. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A lone surrogate becomes U+FFFD. */
export function bytesOfText(text: string): string {
  const bytes = encoder.encode(text);
  // ASCII, as nearly all of it is.
  if (bytes.length === text.length) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Bytes that are no UTF-8 become U+FFFD. */
export function textOfBytes(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}
