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
  errorName,
  FLOW_CONTROL_ERROR,
  NO_ERROR,
  PROTOCOL_ERROR,
  STREAM_CLOSED,
} from './error-codes.ts';
import type { CloseReason, Http2Metrics } from './http2-metrics.ts';
import { createIncoming, type Incoming } from './incoming.ts';
import { outliveStreamErrors } from './outlive-stream-errors.ts';
import type { StreamHead } from './read-head.ts';
import { createSentFrames } from './sent-frames.ts';
import { serveStream } from './serve-stream.ts';
import { watchSession } from './session-timeouts.ts';
import { watchedSocket } from './watched-socket.ts';

const MAX_REQUESTS = 1000;
/** The window for all streams together, in bytes; each stream has 64 KB. */
const CONNECTION_WINDOW = 1_048_576;
/** Errors that nghttp2 does not detect. */
const OURS: ReadonlySet<number> = new Set([ENHANCE_YOUR_CALM, FLOW_CONTROL_ERROR, STREAM_CLOSED]);

export type Connection = {
  /** Lets the connection finish the streams in progress, and accepts no new ones. */
  readonly close: (reason: CloseReason) => void;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
};

/** `handshake` begins a session on the connection as nghttp2 sees it. */
export function serveConnection(
  gateway: Gateway,
  metrics: Http2Metrics,
  socket: Socket,
  handshake: (watched: Duplex) => ServerHttp2Session,
): Connection {
  const heads = new Map<number, StreamHead>();
  let requests = 0;
  const incoming = createIncoming(peerOf(socket), {
    begin: (stream, head) => {
      if (!session.closed) heads.set(stream, head);
      requests += 1;
      metrics.opened(1);
      if (head.kind === 'Malformed') recordMalformed(gateway, head.message, head.reason);
    },
    unfinished: (message, reason) => recordMalformed(gateway, message, reason),
    reset: (code) => metrics.reset('client', code),
    exceeded: () => expectStreamError(),
  });
  const ending = createEnding(metrics);
  const readSent = createSentFrames({
    reset: (code) => metrics.reset('proxy', code),
    goaway: (code) => {
      ending.goaway(code);
      // nghttp2 reads nothing more after an error that it has found, and Node does not notice: neither the end of the
      // streams nor that of the client.
      if (code !== NO_ERROR) endSession(session, code, false);
    },
  });
  const watched = watchedSocket(socket, {
    received: createGuard(incoming, (code, isOurs) => {
      ending.failing(code);
      endSession(session, code, isOurs);
    }),
    sent: (bytes) => {
      incoming.sent(bytes.length);
      readSent(bytes);
    },
  });
  const session = handshake(watched);
  const expectStreamError = outliveStreamErrors(session);
  const close = (reason: CloseReason): void => {
    ending.closing(reason);
    session.close();
  };
  metrics.sessions(1);
  // The connection ends after an error of the session.
  session.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    session.once('close', () => {
      metrics.sessions(-1);
      incoming.abandon('message cut short');
      lingeringClose(socket);
      resolve();
    });
  });
  session.setLocalWindowSize(CONNECTION_WINDOW);
  const timeouts = watchSession(socket, session, gateway.settings, {
    partialHead: incoming.partialHead,
    abandonHead: () => incoming.abandon('request took too long'),
    closeIdle: () => close('idle'),
  });
  session.on('stream', (stream: ServerHttp2Stream, _headers, _flags, raw: string[] = []) => {
    timeouts.begin(stream);
    metrics.streams(1);
    stream.once('close', () => metrics.streams(-1));
    const head = takeHead(heads, stream.id ?? 0);
    if (head?.kind === 'Head') {
      serveStream(gateway, stream, head, raw);
    } else {
      stream.on('error', () => {});
      stream.close(PROTOCOL_ERROR);
    }
    if (requests >= MAX_REQUESTS) close('requests');
  });
  return { close, closed };
}

type Ending = {
  /** Notes that the connection will end without an error. */
  readonly closing: (reason: CloseReason) => void;
  /** Notes that it will end with an error; Node reports some of them as INTERNAL_ERROR. */
  readonly failing: (code: number) => void;
  /** Notes that GOAWAY was sent; Node sends it again when all streams have ended. */
  readonly goaway: (code: number) => void;
};

/** Counts each reason that is sent to the client once. */
function createEnding(metrics: Http2Metrics): Ending {
  let reason: CloseReason = 'client';
  let error: number | undefined;
  let sent: number | undefined;
  return {
    closing: (given) => {
      reason = given;
    },
    failing: (code) => {
      error = code;
    },
    goaway: (code) => {
      if (code !== sent) metrics.goaway(code === NO_ERROR ? reason : errorName(error ?? code));
      sent = code;
    },
  };
}

/**
 * Returns the head of a stream. Removes heads of earlier streams too: nghttp2 has refused those, so they will not
 * be served.
 */
function takeHead(heads: Map<number, StreamHead>, stream: number): StreamHead | undefined {
  const head = heads.get(stream);
  for (const id of heads.keys()) if (id <= stream) heads.delete(id);
  return head;
}

/** Returns a function that decides whether nghttp2 reads a chunk; `end` ends the connection with an error. */
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
