/** Serves the requests of one connection with HTTP/2. */
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Gateway } from '../exchange/gateway.ts';
import { recordMalformed } from '../exchange/record-malformed.ts';
import { peerOf } from '../http/client-message.ts';
import { lingeringClose } from '../http/send-response.ts';
import { endSession } from './end-session.ts';
import {
  ENHANCE_YOUR_CALM,
  FLOW_CONTROL_ERROR,
  PROTOCOL_ERROR,
  STREAM_CLOSED,
} from './error-codes.ts';
import { createIncoming, type Incoming } from './incoming.ts';
import type { StreamHead } from './read-head.ts';
import { serveStream } from './serve-stream.ts';
import { watchSession } from './session-timeouts.ts';
import { watchedSocket } from './watched-socket.ts';

const MAX_REQUESTS = 1000;
/** Bytes of all streams together; each has 64 KB. */
const CONNECTION_WINDOW = 1_048_576;
/** Errors that nghttp2 does not see. */
const OURS: ReadonlySet<number> = new Set([ENHANCE_YOUR_CALM, FLOW_CONTROL_ERROR, STREAM_CLOSED]);

/** `handshake` begins a session on the connection as nghttp2 sees it. */
export function serveConnection(
  gateway: Gateway,
  socket: Socket,
  handshake: (watched: Duplex) => ServerHttp2Session,
): ServerHttp2Session {
  const heads = new Map<number, StreamHead>();
  let requests = 0;
  const incoming = createIncoming(peerOf(socket), (stream, head) => {
    if (!session.closed) heads.set(stream, head);
    requests += 1;
    if (head.kind === 'Malformed') recordMalformed(gateway, head.message, head.reason);
  });
  const watched = watchedSocket(socket, {
    received: createGuard(incoming, (code, isOurs) => endSession(session, code, isOurs)),
    sent: incoming.sent,
  });
  const session = handshake(watched);
  // The connection ends with it.
  session.on('error', () => {});
  session.once('close', () => lingeringClose(socket));
  session.setLocalWindowSize(CONNECTION_WINDOW);
  const timeouts = watchSession(socket, session, gateway.settings, incoming.partialHead);
  session.on('stream', (stream: ServerHttp2Stream, _headers, _flags, raw: string[] = []) => {
    timeouts.begin(stream);
    const head = takeHead(heads, stream.id ?? 0);
    if (head?.kind === 'Head') {
      serveStream(gateway, stream, head, raw);
    } else {
      stream.on('error', () => {});
      stream.close(PROTOCOL_ERROR);
    }
    if (requests >= MAX_REQUESTS) session.close();
  });
  return session;
}

/** nghttp2 refuses streams, too: those before this one will not come. */
function takeHead(heads: Map<number, StreamHead>, stream: number): StreamHead | undefined {
  const head = heads.get(stream);
  for (const id of heads.keys()) if (id <= stream) heads.delete(id);
  return head;
}

/** Returns what decides whether nghttp2 reads a chunk; `end` ends the connection with an error. */
function createGuard(
  incoming: Incoming,
  end: (error: number, isOurs: boolean) => void,
): (chunk: Buffer) => boolean {
  let isOver = false;
  return (chunk) => {
    if (isOver) return false;
    const error = incoming.read(chunk);
    isOver = error !== undefined;
    if (error === undefined) return true;
    const isOurs = OURS.has(error);
    end(error, isOurs);
    return !isOurs;
  };
}
