/** Converts between text and its UTF-8 bytes, one char each. It uses only what both browsers and Node have. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes text. A lone surrogate becomes U+FFFD. */
export function bytesOfText(text: string): string {
  const bytes = encoder.encode(text);
  // Nearly all text is ASCII.
  if (bytes.length === text.length) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Decodes bytes. Invalid UTF-8 becomes U+FFFD. */
export function textOfBytes(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}
