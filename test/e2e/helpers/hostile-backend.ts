/** A backend that plays a script of bytes, waits and endings, and what a client makes of the response. */
import type { Socket } from 'node:net';
import type { BackendRequest, Responder } from '../../proxy/helpers/backend.ts';
import type { RawReply } from '../../proxy/helpers/raw-client.ts';

/**
 * Bytes (latin1), a wait in milliseconds, or how the connection ends: in order, with a reset, or closed
 * with what has arrived unread, which is a reset for the other side.
 */
export type Step = string | number | 'FIN' | 'RST' | 'CLOSE';

/** Answers every request with a script of its own. */
export function playing(stepsOf: (request: BackendRequest) => readonly Step[]): Responder {
  return (request, socket) => {
    play(socket, stepsOf(request));
  };
}

export async function play(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return;
    if (step === 'FIN') socket.end();
    else if (step === 'CLOSE') socket.destroy();
    else if (step === 'RST') socket.resetAndDestroy();
    else if (typeof step === 'number') await new Promise((resolve) => setTimeout(resolve, step));
    else await new Promise<void>((resolve) => socket.write(step, 'latin1', () => resolve()));
  }
}

export type Received = {
  readonly status: number;
  /** Without chunked coding. */
  readonly body: string;
  /** False: the client can tell that something is missing. */
  readonly whole: boolean;
};

/** Reads what came as RFC 9112 section 6.3 says; `wasHead`: the request was HEAD. */
export function received(
  { head, body, status, closed, reset }: RawReply,
  wasHead = false,
): Received {
  if (wasHead || status === 204 || status === 304) return { status, body, whole: body === '' };
  const length = /\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1];
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return { status, ...unchunked(body) };
  if (length !== undefined) return { status, body, whole: body.length === Number(length) };
  return { status, body, whole: status !== 0 && closed && !reset };
}

function unchunked(text: string): { body: string; whole: boolean } {
  let body = '';
  for (let at = 0; ; ) {
    const line = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20));
    if (line === null) return { body, whole: false };
    const size = Number.parseInt(line[1] ?? '', 16);
    at += line[0].length;
    if (size === 0) return { body, whole: text.slice(at) === '\r\n' };
    body += text.slice(at, at + size);
    if (text.slice(at + size, at + size + 2) !== '\r\n') return { body, whole: false };
    at += size + 2;
  }
}
