/** The bytes of a body as rules read them. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';

/** Node stores strings over 1 MB outside of V8's heap, where their memory is rarely freed. */
const PIECE = 524_288;

export function textOf(bytes: Uint8Array): ByteString {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const texts: ByteString[] = [];
  for (let done = 0; done < buffer.length; done += PIECE) {
    texts.push(buffer.toString('latin1', done, done + PIECE));
  }
  return texts.join('');
}
