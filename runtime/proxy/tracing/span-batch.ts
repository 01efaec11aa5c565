/**
 * Spans that are sent together: the whole request in one buffer from the start, which is filled again after it. V8's
 * collector would copy each string that waits, and a buffer of half a megabyte costs as much as twenty requests.
 */

export type SpanBatch = {
  /** What stands before the first span. */
  readonly head: Buffer;
  bytes: Buffer;
  /** Bytes in use. */
  length: number;
  spans: number;
};

const SIZE = 65_536;
const COMMA = 0x2c;
/** Bytes of a character in UTF-8. */
const MOST = 3;

/** `head`: of a JSON list. */
export function createBatch(head: Buffer): SpanBatch {
  const bytes = Buffer.allocUnsafeSlow(SIZE + head.length);
  return emptied({ head, bytes, length: 0, spans: 0 });
}

/** Adds a span of `spanJson`. */
export function addSpan(batch: SpanBatch, json: string): void {
  if (batch.spans > 0) {
    batch.bytes[batch.length] = COMMA;
    batch.length += 1;
  }
  write(batch, json);
  batch.spans += 1;
}

/** Ends the request; returns its bytes, which are valid until the batch is emptied. `tail`: ASCII. */
export function ended(batch: SpanBatch, tail: string): Buffer {
  write(batch, tail);
  return batch.bytes.subarray(0, batch.length);
}

/** Empties a batch that has been sent, to fill it again. */
export function emptied(batch: SpanBatch): SpanBatch {
  batch.length = batch.head.copy(batch.bytes);
  batch.spans = 0;
  return batch;
}

/** Leaves room for a comma. */
function write(batch: SpanBatch, text: string): void {
  const room = batch.length + MOST * text.length + 1;
  if (room > batch.bytes.length) grow(batch, room);
  batch.length += batch.bytes.write(text, batch.length, 'utf8');
}

function grow(batch: SpanBatch, room: number): void {
  const larger = Buffer.allocUnsafeSlow(Math.max(room, 2 * batch.bytes.length));
  batch.bytes.copy(larger, 0, 0, batch.length);
  batch.bytes = larger;
}
