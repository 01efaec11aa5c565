/** Connections to backends that may respond and close or reset them before they have read the whole request. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { errorCode } from '../error-code.ts';

type Written = (error?: Error | null) => void;

/** By the connection: why the other side no longer reads. */
const resets = new WeakMap<Socket, Error>();

/** True when the other side no longer reads: the connection must not be reused. */
export function isReset(socket: Socket): boolean {
  return resets.has(socket);
}

/**
 * A backend that refuses a long upload closes while the request is still being sent. Node would drop the connection at
 * the first failed write, and with it the response that has arrived (RFC 9112 section 9.5). After this call the
 * connection discards the rest of the request, reads everything that the backend has sent, and reports the error
 * instead of the end. Returns the connection, to which nothing may have been written yet.
 */
export function surviveReset<Connection extends Socket>(socket: Connection): Connection {
  // Node makes TLS connections itself, so a class of ours could not serve both kinds.
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  const push = socket.push.bind(socket);
  const noting =
    (written: Written): Written =>
    (error) => {
      const code = errorCode(error);
      const stopsReading = code === 'EPIPE' || code === 'ECONNRESET';
      if (!error || !stopsReading || socket.destroyed) return written(error);
      resets.set(socket, error);
      written();
    };
  socket._write = (chunk, encoding, written: Written) => {
    if (isReset(socket)) written();
    else write(chunk, encoding, noting(written));
  };
  if (writeMany !== undefined)
    socket._writev = (chunks, written: Written) => {
      if (isReset(socket)) written();
      else writeMany(chunks, noting(written));
    };
  const end = (error?: Error | null): void => {
    const reset = resets.get(socket) ?? error;
    if (socket.destroyed) return;
    if (reset) {
      socket.destroy(reset);
      return;
    }
    push(null);
    socket.read(0);
  };
  // Node calls it with each chunk it reads, and with null at the end.
  socket.push = (chunk, encoding) => {
    if (chunk !== null) return push(chunk, encoding);
    // Node reports a reset directly after the last bytes as an ordinary end. Whether a response is complete may depend
    // on it, so a write of no bytes checks for the reset; in TLS that would be a record.
    if (socket instanceof TLSSocket) end();
    else write('', 'latin1', end);
    return false;
  };
  return socket;
}
