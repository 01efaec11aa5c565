/** Lets TLS connections do what `BackendSocket` does: Node makes them itself, so they cannot be of a class of ours. */
import type { TLSSocket } from 'node:tls';
import { errorCode } from '../error-code.ts';

type Written = (error?: Error | null) => void;

const resets = new WeakMap<object, Error>();

/** True when the other side no longer reads. */
export function isTlsReset(socket: object): boolean {
  return resets.has(socket);
}

/**
 * When the backend no longer reads, the rest of the request is discarded, what the backend has sent is read, and the
 * end is an error. Call it before anything is written.
 */
export function surviveReset(socket: TLSSocket): void {
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  const push = socket.push.bind(socket);
  const noting =
    (written: Written): Written =>
    (error) => {
      const code = errorCode(error);
      const isReset = code === 'EPIPE' || code === 'ECONNRESET';
      if (!error || !isReset || socket.destroyed) return written(error);
      resets.set(socket, error);
      written();
    };
  socket._write = (chunk, encoding, written: Written) => {
    if (resets.has(socket)) written();
    else write(chunk, encoding, noting(written));
  };
  if (writeMany !== undefined)
    socket._writev = (chunks, written: Written) => {
      if (resets.has(socket)) written();
      else writeMany(chunks, noting(written));
    };
  socket.push = (chunk, encoding) => {
    const reset = resets.get(socket);
    if (chunk !== null || reset === undefined) return push(chunk, encoding);
    socket.destroy(reset);
    return false;
  };
}
