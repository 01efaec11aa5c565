/** Enforces time-outs on a connection of HTTP/2: for heads, for the next request, and for closing. */
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ProxySettings } from '../settings/read-settings.ts';
import { endSession } from './end-session.ts';
import { ENHANCE_YOUR_CALM } from './error-codes.ts';

/** Milliseconds between checks, by which a time-out may be late. */
const CHECK_MS = 250;

export type SessionTimeouts = {
  /** Notes that a stream has begun. */
  readonly begin: (stream: ServerHttp2Stream) => void;
};

export type WatchedSession = {
  /** Returns the number of the head that has arrived only in part; undefined when there is none. */
  readonly partialHead: () => number | undefined;
  /** Called when a head takes too long; the connection then ends. */
  readonly abandonHead: () => void;
  /** Called when there has been no request for too long. */
  readonly closeIdle: () => void;
};

export function watchSession(
  socket: Socket,
  session: ServerHttp2Session,
  settings: ProxySettings,
  { partialHead, abandonHead, closeIdle }: WatchedSession,
): SessionTimeouts {
  let open = 0;
  let idleSince = performance.now();
  let mayIdle = settings.headersTimeout;
  let head: { readonly number: number; readonly since: number } | undefined;
  let closingSince: number | undefined;
  const isHeadLate = (now: number): boolean => {
    const number = partialHead();
    if (number === undefined) head = undefined;
    else if (head?.number !== number) head = { number, since: now };
    return head !== undefined && now - head.since > settings.headersTimeout;
  };
  const check = (): void => {
    const now = performance.now();
    if (isHeadLate(now)) {
      abandonHead();
      endSession(session, ENHANCE_YOUR_CALM, true);
    } else if (open === 0 && now - idleSince > mayIdle && !session.closed) closeIdle();
    if (session.closed || session.destroyed) closingSince ??= now;
    if (closingSince === undefined || open > 0) return;
    // A client that does not take the last bytes must not keep the connection open.
    if (now - closingSince > settings.clientIdleTimeout) socket.destroy();
  };
  const timer = setInterval(check, CHECK_MS);
  socket.once('close', () => clearInterval(timer));
  return {
    begin: (stream) => {
      open += 1;
      mayIdle = settings.keepAliveTimeout;
      stream.once('close', () => {
        open -= 1;
        idleSince = performance.now();
      });
    },
  };
}
