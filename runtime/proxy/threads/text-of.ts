/** Converts a body to the byte string that rules read. */
import { readSync } from 'node:fs';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { BodySource } from '../body/body-source.ts';

/** Bytes per string. Node stores strings over 1 MB outside V8's heap, where their memory is rarely freed. */
const PIECE = 524_288;

/** Returns the text. Throws when the file cannot be read. */
export function textOf(source: BodySource): ByteString {
  return source.kind === 'Bytes'
    ? textOfBytes(source.bytes)
    : textOfFile(source.file, source.length);
}

function textOfBytes(bytes: Uint8Array): ByteString {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const texts: ByteString[] = [];
  for (let done = 0; done < buffer.length; done += PIECE) {
    texts.push(buffer.toString('latin1', done, done + PIECE));
  }
  return texts.join('');
}

function textOfFile(file: number, length: number): ByteString {
  const piece = Buffer.allocUnsafe(Math.min(PIECE, length));
  const texts: ByteString[] = [];
  for (let done = 0; done < length; ) {
    const read = readSync(file, piece, 0, Math.min(piece.length, length - done), done);
    if (read === 0) throw new Error('spool file is shorter than what was written');
    texts.push(piece.toString('latin1', 0, read));
    done += read;
  }
  return texts.join('');
}
