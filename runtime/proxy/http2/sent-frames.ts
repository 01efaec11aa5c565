/**
 * Reads the frames that the proxy sends: nghttp2 resets streams and ends connections on its own, and reports that
 * only to the client.
 */
import { GOAWAY, HEAD_BYTES, RST_STREAM } from './frames.ts';

export type SentEvents = {
  readonly reset: (code: number) => void;
  readonly goaway: (code: number) => void;
};

/** Returns a function that must be called with every sent chunk, in order. */
export function createSentFrames(events: SentEvents): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0);
  /** Bytes of the current payload that are still to be skipped. */
  let skipped = 0;
  const readStart = (chunk: Buffer, position: number): number => {
    const bytes = chunk.subarray(position, position + startBytes(start) - start.length);
    start = start.length === 0 ? bytes : Buffer.concat([start, bytes]);
    if (start.length < startBytes(start)) return bytes.length;
    note(start, events);
    skipped = HEAD_BYTES + start.readUIntBE(0, 3) - start.length;
    start = Buffer.alloc(0);
    return bytes.length;
  };
  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      const skips = Math.min(skipped, chunk.length - position);
      skipped -= skips;
      position += skips;
      if (position < chunk.length) position += readStart(chunk, position);
    }
  };
}

/**
 * Returns how many bytes of a frame must be read: up to its error code if it has one. `start`: the bytes read so
 * far.
 */
function startBytes(start: Buffer): number {
  if (start.length < HEAD_BYTES) return HEAD_BYTES;
  const type = start[3];
  if (type === RST_STREAM) return HEAD_BYTES + 4;
  return type === GOAWAY ? HEAD_BYTES + 8 : HEAD_BYTES;
}

function note(start: Buffer, events: SentEvents): void {
  if (start.length === HEAD_BYTES) return;
  const code = start.readUInt32BE(start.length - 4);
  if (start[3] === GOAWAY) events.goaway(code);
  else events.reset(code);
}
