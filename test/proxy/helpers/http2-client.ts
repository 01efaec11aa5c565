/** An HTTP/2 client that sends any frames and shows those that come back: no HTTP library between the test and the proxy. */
import { connect, type Socket } from 'node:net';
import type { Header } from '#engine/host/compiled-waf.ts';
import { createHeaderDecoder } from '#proxy/http2/hpack/decoder.ts';

export const DATA = 0;
export const HEADERS = 1;
export const PRIORITY = 2;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;
export const END_STREAM = 1;
export const END_HEADERS = 4;

export type ReceivedFrame = {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
  /** Of HEADERS. */
  readonly fields: readonly Header[];
};

export type FrameClient = {
  readonly socket: Socket;
  readonly send: (...frames: readonly Buffer[]) => void;
  readonly frames: ReceivedFrame[];
  readonly isClosed: () => boolean;
  /** Resolves when this holds, or the connection is closed; rejects after five seconds. */
  readonly until: (isDone: () => boolean) => Promise<void>;
  /** The status of a stream; 0 when it was reset, -1 when the connection was closed before. */
  readonly statusOf: (stream: number) => Promise<number>;
  /** The code of GOAWAY; undefined: there was none. */
  readonly goawayCode: () => number | undefined;
  readonly resetCode: (stream: number) => number | undefined;
};

const DEADLINE_MS = 30_000;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: string | Buffer = '',
): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload;
  const head = Buffer.alloc(9);
  head.writeUIntBE(bytes.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, bytes]);
}

export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(pairs.length * 6);
  for (const [index, [id, value]] of pairs.entries()) {
    payload.writeUInt16BE(id, index * 6);
    payload.writeUInt32BE(value, index * 6 + 2);
  }
  return frame(SETTINGS, 0, 0, payload);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Literals without indexing and without Huffman code (RFC 7541 section 6.2.2). */
export function headerBlock(fields: readonly Header[]): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([integer(value.length), Buffer.from(value, 'latin1')]);
  return Buffer.concat(
    fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]),
  );
}

function integer(value: number): Buffer {
  if (value < 127) return Buffer.from([value]);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** A whole head, in as many frames as it needs. */
export function headers(stream: number, fields: readonly Header[], flags = END_STREAM): Buffer {
  const block = headerBlock(fields);
  const parts = Array.from({ length: Math.ceil(block.length / 16_384) || 1 }, (_, index) =>
    block.subarray(index * 16_384, (index + 1) * 16_384),
  );
  return Buffer.concat(
    parts.map((part, index) => {
      const last = index === parts.length - 1 ? END_HEADERS : 0;
      return index === 0
        ? frame(HEADERS, flags | last, stream, part)
        : frame(CONTINUATION, last, stream, part);
    }),
  );
}

/** GET of web.test, with more fields behind. */
export function get(path: string, ...more: readonly Header[]): Header[] {
  return [...pseudo('GET', path), ...more];
}

export function pseudo(method: string, path: string): Header[] {
  return [
    [':method', method],
    [':scheme', 'http'],
    [':authority', 'web.test'],
    [':path', path],
  ];
}

/** Connects and sends the preface with these settings. */
export function openFrameClient(port: number, first: Buffer = settings()): FrameClient {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const frames: ReceivedFrame[] = [];
  const waiting = new Set<() => void>();
  const decode = createHeaderDecoder(1e6);
  let pending: Buffer = Buffer.alloc(0);
  let closed = false;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 9 && pending.length >= 9 + pending.readUIntBE(0, 3)) {
      const end = 9 + pending.readUIntBE(0, 3);
      const payload = pending.subarray(9, end);
      const type = pending[3] ?? 0;
      const block = type === HEADERS ? decode(payload) : undefined;
      const fields = block?.kind === 'Decoded' ? block.fields : [];
      const stream = pending.readUInt32BE(5);
      frames.push({ type, flags: pending[4] ?? 0, stream, payload, fields });
      pending = pending.subarray(end);
    }
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    wake();
  });
  socket.write(PREFACE, 'latin1');
  socket.write(first);
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!closed && !isDone()) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`not in time; received ${JSON.stringify(frames)}`));
      }, DEADLINE_MS);
      waiting.add(check);
      check();
    });
  const of = (type: number, stream: number): ReceivedFrame | undefined =>
    frames.find((received) => received.type === type && received.stream === stream);
  return {
    socket,
    frames,
    until,
    send: (...sent) => {
      if (!socket.destroyed) socket.write(Buffer.concat(sent));
    },
    isClosed: () => closed,
    statusOf: async (stream) => {
      await until(() => (of(HEADERS, stream) ?? of(RST_STREAM, stream)) !== undefined);
      const answer = of(HEADERS, stream);
      if (answer !== undefined)
        return Number(answer.fields.find(([name]) => name === ':status')?.[1]);
      return of(RST_STREAM, stream) === undefined ? -1 : 0;
    },
    goawayCode: () => of(GOAWAY, 0)?.payload.readUInt32BE(4),
    resetCode: (stream) => of(RST_STREAM, stream)?.payload.readUInt32BE(0),
  };
}
