/** Splits the bytes of a client into frames (RFC 9113 section 4.1). */

/** Frame types and flags (RFC 9113 section 6). */
export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

export const END_STREAM = 0x1;
export const END_HEADERS = 0x4;
const PADDED = 0x8;
const PRIORITY = 0x20;

/** The connection preface, which a client sends first (RFC 9113 section 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** SETTINGS_MAX_FRAME_SIZE, at its default. */
const MAX_FRAME_BYTES = 16_384;
export const HEAD_BYTES = 9;

export type Frame = {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** Bytes of the payload. */
  readonly length: number;
  /** Bytes of the payload of DATA without padding; `length` for other types. */
  readonly content: number;
  /**
   * The payload of HEADERS, CONTINUATION, RST_STREAM and WINDOW_UPDATE. It is empty for other types, which are
   * reported before their payload has arrived; DATA with padding when the length of the padding has.
   */
  readonly payload: Buffer;
};

export type FrameReader = {
  /** Reads bytes. Returns false when they are not HTTP/2 or reading was stopped; later bytes are then ignored. */
  readonly read: (chunk: Buffer) => boolean;
  /** Returns true while the preface or a frame of a head has arrived only in part. */
  readonly isWithinHead: () => boolean;
  /** Returns a frame of HEADERS or CONTINUATION that has arrived only in part, with that part of its payload. */
  readonly partialFrame: () => Frame | undefined;
};

/** `take` gets each frame, and returns false to stop reading. */
export function createFrameReader(take: (frame: Frame) => boolean): FrameReader {
  let prefaceBytes = 0;
  let head: Buffer = Buffer.alloc(0);
  let frame: Frame | undefined;
  /** Bytes of the current payload that are still missing, and its parts that have arrived. */
  let missing = 0;
  let payload: Buffer[] = [];
  let isOver = false;

  const readPreface = (chunk: Buffer): number => {
    const bytes = chunk.subarray(0, PREFACE.length - prefaceBytes);
    isOver = !PREFACE.subarray(prefaceBytes, prefaceBytes + bytes.length).equals(bytes);
    prefaceBytes += bytes.length;
    return bytes.length;
  };
  const readHead = (chunk: Buffer, start: number): number => {
    const bytes = chunk.subarray(start, start + HEAD_BYTES - head.length);
    head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    if (head.length < HEAD_BYTES) return bytes.length;
    frame = frameOf(head);
    head = Buffer.alloc(0);
    missing = frame.length;
    payload = [];
    isOver = frame.length > MAX_FRAME_BYTES || (isReadyWithHead(frame) && !take(frame));
    return bytes.length;
  };
  const readPayload = (chunk: Buffer, start: number, current: Frame): number => {
    const bytes = chunk.subarray(start, start + missing);
    const isFirst = missing === current.length;
    if (isFirst && isPaddedData(current)) isOver = !take(withoutPadding(current, bytes[0] ?? 0));
    missing -= bytes.length;
    if (isBuffered(current)) payload.push(bytes);
    if (missing > 0) return bytes.length;
    frame = undefined;
    if (isBuffered(current)) isOver = !take({ ...current, payload: Buffer.concat(payload) });
    return bytes.length;
  };
  return {
    read: (chunk) => {
      let position = prefaceBytes < PREFACE.length ? readPreface(chunk) : 0;
      while (!isOver && (position < chunk.length || (frame !== undefined && missing === 0))) {
        position +=
          frame === undefined ? readHead(chunk, position) : readPayload(chunk, position, frame);
      }
      return !isOver;
    },
    isWithinHead: () =>
      prefaceBytes < PREFACE.length ||
      head.length > 0 ||
      (frame !== undefined && isBuffered(frame)),
    partialFrame: () =>
      frame?.type === HEADERS || frame?.type === CONTINUATION
        ? { ...frame, payload: Buffer.concat(payload) }
        : undefined,
  };
}

function frameOf(head: Buffer): Frame {
  const length = head.readUIntBE(0, 3);
  return {
    length,
    content: length,
    type: head[3] ?? 0,
    flags: head[4] ?? 0,
    stream: head.readUInt32BE(5) & 0x7fffffff,
    payload: Buffer.alloc(0),
  };
}

function isBuffered({ type }: Frame): boolean {
  return type === HEADERS || type === CONTINUATION || type === RST_STREAM || type === WINDOW_UPDATE;
}

function isPaddedData({ type, flags }: Frame): boolean {
  return type === DATA && (flags & PADDED) !== 0;
}

function isReadyWithHead(frame: Frame): boolean {
  return !isBuffered(frame) && !isPaddedData(frame);
}

/** Returns the frame of DATA with the bytes of its content; 0 when its padding is longer than the frame. */
function withoutPadding(frame: Frame, padding: number): Frame {
  return { ...frame, content: Math.max(0, frame.length - 1 - padding) };
}

/**
 * Returns the part of a HEADERS frame that belongs to the header block; undefined when its padding is longer than
 * the frame.
 */
export function headerFragment({ type, flags, payload }: Frame): Buffer | undefined {
  if (type === CONTINUATION) return payload;
  const isPadded = (flags & PADDED) !== 0;
  const start = (isPadded ? 1 : 0) + ((flags & PRIORITY) === 0 ? 0 : 5);
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  return start > end ? undefined : payload.subarray(start, end);
}

/** Returns a frame of a head that has arrived only in part as one that another follows, so that its end is not missing. */
export function openEnded(frame: Frame): Frame {
  const { flags, payload } = frame;
  const start = (flags & PADDED) === 0 ? 0 : 1;
  return { ...frame, flags: flags & ~(END_HEADERS | PADDED), payload: payload.subarray(start) };
}
