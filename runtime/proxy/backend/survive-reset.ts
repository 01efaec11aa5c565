/**
 * Keeps the response of a backend that responds and closes or resets the connection before it has read the whole
 * request.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { errorCode } from '../error-code.ts';

type Written = (error?: Error | null) => void;

/** For each connection whose other side no longer reads, the error of the write. */
const resets = new WeakMap<Socket, Error>();

/** Returns true when the other side no longer reads, so that the connection must not be reused. */
export function isReset(socket: Socket): boolean {
  return resets.has(socket);
}

/**
 * A backend that refuses a long upload closes the connection while the request is still being sent. Node would destroy
 * the connection at the first failed write and lose the response that has arrived (RFC 9112 section 9.5). After this
 * call the connection discards the rest of the request, reads everything that the backend has sent, and reports the
 * error instead of the end. Returns the connection; nothing may have been written to it before.
 */
export function surviveReset<Connection extends Socket>(socket: Connection): Connection {
  // Node creates TLS sockets itself, so a subclass could not serve both kinds.
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
  const writeOne: Socket['_write'] = (chunk, encoding, written: Written) => {
    if (isReset(socket)) written();
    else write(chunk, encoding, noting(written));
  };
  const writeAll: typeof writeMany = (chunks, written: Written) => {
    if (isReset(socket)) written();
    else writeMany?.(chunks, noting(written));
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
  // Node calls `push` with each chunk it reads, and with null at the end.
  const pushOrEnd: Socket['push'] = (chunk, encoding) => {
    if (chunk !== null) return push(chunk, encoding);
    // Node reports a reset directly after the last bytes as an ordinary end. Whether a response is complete may depend
    // on it, so a write of no bytes checks for the reset. In TLS such a write would send a record.
    if (socket instanceof TLSSocket) end();
    else write('', 'latin1', end);
    return false;
  };
  // Separate assignments: V8 allocates a function in the old generation when the expression that creates it is assigned
  // to a property; the connection would stay until the next major collection.
  socket._write = writeOne;
  if (writeMany !== undefined) socket._writev = writeAll;
  socket.push = pushOrEnd;
  return socket;
}
