/** A client that sends bytes and shows bytes: no HTTP library between the test and the proxy. */
import { connect, type Socket } from 'node:net';

export type RawReply = {
  /** All bytes received, latin1. */
  readonly bytes: string;
  /** Status of the first response; 0: none. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** True when the proxy ended the connection before the deadline. */
  readonly closed: boolean;
  /** True when it did so with a reset. */
  readonly reset: boolean;
};

const QUIET_MS = 3000;
/** The first byte may take longer: on a busy machine it waits for what all others do. */
const SILENT_MS = 15_000;

export type ExchangeOptions = {
  readonly gapMs?: number;
  readonly untilClose?: boolean;
  readonly quietMs?: number;
  /** So many responses must come: until then, `quietMs` does not count. */
  readonly replies?: number;
};

/**
 * Sends the parts, `gapMs` apart, and collects what comes back until the proxy closes, one whole
 * response has arrived, or nothing happens for `quietMs`: by default fifteen seconds before the first byte, three after.
 */
export function exchangeRaw(
  port: number,
  parts: string | readonly string[],
  { gapMs = 1, untilClose = false, quietMs, replies = 0 }: ExchangeOptions = {},
): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let bytes = '';
    const done = (closed: boolean, reset = false): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parseReply(bytes, closed, reset));
    };
    const patience = (): number => {
      if (bytes.split('HTTP/1.1 ').length <= replies) return SILENT_MS;
      return quietMs ?? (bytes === '' ? SILENT_MS : QUIET_MS);
    };
    let timer = setTimeout(() => done(false), patience());
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(() => done(false), patience());
      if (!untilClose && isWhole(bytes)) done(false);
    });
    // Node shows a reset right behind the last bytes as an end, but a write then fails.
    socket.on('end', () => socket.write('', (error) => done(true, Boolean(error))));
    socket.on('error', () => done(true, true));
    socket.on('close', () => done(true));
    socket.on('connect', () => {
      sendParts(socket, typeof parts === 'string' ? [parts] : parts, gapMs);
    });
  });
}

async function sendParts(socket: Socket, parts: readonly string[], gapMs: number): Promise<void> {
  socket.setNoDelay(true);
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.write(part, 'latin1');
    if (parts.length > 1) await new Promise((resolve) => setTimeout(resolve, gapMs));
  }
}

function parseReply(bytes: string, closed: boolean, reset: boolean): RawReply {
  const end = bytes.indexOf('\r\n\r\n');
  const head = end === -1 ? bytes : bytes.slice(0, end);
  const body = end === -1 ? '' : bytes.slice(end + 4);
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(head)?.[1] ?? 0);
  return { bytes, status, head, body, closed, reset };
}

/** One response with Content-Length or the last chunk is there; informational ones are passed over. */
function isWhole(bytes: string): boolean {
  const start = bytes.startsWith('HTTP/1.1 100') ? bytes.indexOf('\r\n\r\n') + 4 : 0;
  const { head, body } = parseReply(bytes.slice(start), false, false);
  const length = /\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(head) && body.endsWith('0\r\n\r\n');
}

/** A request as text: GET by default, Host `web.test`. */
export function rawRequest(
  target = '/',
  headers: readonly string[] = [],
  { method = 'GET', host = 'web.test', body = '' } = {},
): string {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
