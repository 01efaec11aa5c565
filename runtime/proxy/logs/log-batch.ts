/**
 * A batch of log lines that are written together. The lines share one buffer from the start, because V8's collector
 * would move separate objects twice each, which costs a tenth of a request.
 */

export type LogBatch = {
  /**
   * The buffer. It begins with a line end, which is used when the first line was cut short and has to be written
   * again.
   */
  readonly bytes: Buffer;
  /** The end offset of each line, including its line end. */
  readonly ends: number[];
  /** Number of lines that are completely in the file. */
  written: number;
  /** Bytes of the next line that are in the file, when a full disk has cut it short. */
  begun: number;
};

const SIZE = 262_144;
const LINE_END = 0x0a;

/** Creates a batch with room for at least one line of `bytes` bytes. */
export function createBatch(bytes: number): LogBatch {
  const batch = {
    bytes: Buffer.allocUnsafeSlow(Math.max(SIZE, bytes + 2)),
    ends: [],
    written: 0,
    begun: 0,
  };
  batch.bytes[0] = LINE_END;
  return batch;
}

/** Removes the lines and returns the batch for reuse; undefined when it was allocated for a long line. */
export function emptied(batch: LogBatch): LogBatch | undefined {
  if (batch.bytes.length > SIZE) return undefined;
  batch.ends.length = 0;
  batch.written = 0;
  batch.begun = 0;
  return batch;
}

/** How a line becomes bytes: `latin1` for byte strings. */
export type LineEncoding = 'utf8' | 'latin1';

/** Returns an upper bound of a line's bytes without its line end; of a long line, the number itself. */
export function mostBytes(line: string, encoding: LineEncoding): number {
  if (encoding === 'latin1') return line.length;
  const most = line.length * 3;
  return most < SIZE / 2 ? most : Buffer.byteLength(line, encoding);
}

/** Adds a line, which is given without its line end. Returns its bytes; undefined when there is no room. */
export function addLine(
  { bytes, ends }: LogBatch,
  line: string,
  encoding: LineEncoding,
): number | undefined {
  const start = endOf(ends, ends.length);
  if (start + mostBytes(line, encoding) + 1 > bytes.length) return undefined;
  const length = bytes.write(line, start, encoding);
  bytes[start + length] = LINE_END;
  ends.push(start + length + 1);
  return length;
}

/** Returns the number of lines that are not completely in the file. */
export function linesLeft({ ends, written }: LogBatch): number {
  return ends.length - written;
}

/** Returns the bytes that are not in the file, beginning with the rest of a line that was cut short. */
export function bytesLeft({ bytes, ends, written, begun }: LogBatch): Buffer {
  return bytes.subarray(endOf(ends, written) + begun, endOf(ends, ends.length));
}

/**
 * Returns all lines that are not completely in the file, with a line end before them: the file ends within another
 * process's line.
 */
export function bytesLeftOnNewLine({ bytes, ends, written }: LogBatch): Buffer {
  return bytes.subarray(endOf(ends, written) - 1, endOf(ends, ends.length));
}

/** Notes that the first `count` bytes of `left` are in the file. Returns the bytes of the lines that this completed. */
export function noteWritten(batch: LogBatch, left: Buffer, count: number): number {
  const { bytes, ends } = batch;
  const end = left.byteOffset - bytes.byteOffset + count;
  const before = batch.written;
  const start = endOf(ends, before);
  while (batch.written < ends.length && endOf(ends, batch.written + 1) <= end) batch.written += 1;
  batch.begun = Math.max(0, end - endOf(ends, batch.written));
  const lineEnds = batch.written - before;
  return endOf(ends, batch.written) - start - lineEnds;
}

/** Returns the end offset of the first `count` lines. */
function endOf(ends: readonly number[], count: number): number {
  return count === 0 ? 1 : (ends[count - 1] ?? 1);
}
