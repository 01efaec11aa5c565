/** Spans that are sent together, in one buffer from the start: V8's collector would copy each string that waits. */

export type SpanBatch = {
  /** JSON objects with commas between them. */
  bytes: Buffer;
  /** Bytes in use. */
  length: number;
  spans: number;
};

const SIZE = 65_536;
const COMMA = 0x2c;
/** Bytes of a character in UTF-8. */
const MOST = 3;

export function createBatch(): SpanBatch {
  return { bytes: Buffer.allocUnsafeSlow(SIZE), length: 0, spans: 0 };
}

/** Adds a span of `spanJson`. */
export function addSpan(batch: SpanBatch, json: string): void {
  const room = batch.length + 1 + MOST * json.length;
  if (room > batch.bytes.length) grow(batch, room);
  if (batch.spans > 0) {
    batch.bytes[batch.length] = COMMA;
    batch.length += 1;
  }
  batch.length += batch.bytes.write(json, batch.length, 'utf8');
  batch.spans += 1;
}

/** Empties a batch that has been sent, to fill it again. */
export function emptied(batch: SpanBatch): SpanBatch {
  batch.length = 0;
  batch.spans = 0;
  return batch;
}

function grow(batch: SpanBatch, room: number): void {
  const larger = Buffer.allocUnsafeSlow(Math.max(room, 2 * batch.bytes.length));
  batch.bytes.copy(larger, 0, 0, batch.length);
  batch.bytes = larger;
}
