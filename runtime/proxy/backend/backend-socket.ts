/** A connection whose other end may answer, and close or reset it, before it has read the whole request. */
import { Socket } from 'node:net';
import { errorCode } from './backend-failure.ts';

type Written = (error?: Error | null) => void;

/** Until the first probe of a silent connection. */
const PROBE_MS = 1000;

/**
 * A backend that refuses a long upload closes while we still send. Node would give up the connection
 * at the first failed write, and with it the answer that has arrived by then (RFC 9112 section 9.5).
 * Here the rest of the request is discarded, all that the backend has sent is read, and the error
 * follows in place of the end.
 *
 * A reset right behind the last bytes is no error to Node's event loop, but an end like any other.
 * Whether an answer is whole may hang on it: a write of no bytes finds out.
 */
export class BackendSocket extends Socket {
  #reset: Error | undefined;

  /** The backend reads no more: no other request may be sent here. */
  get isReset(): boolean {
    return this.#reset !== undefined;
  }

  override _write(chunk: unknown, encoding: BufferEncoding, written: Written): void {
    if (this.isReset) written();
    else super._write(chunk, encoding, (error) => this.#noteWrite(error, written));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], written: Written): void {
    if (this.isReset) written();
    else super._writev?.(chunks, (error) => this.#noteWrite(error, written));
  }

  /** Called by Node with what it has read; null: the end. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk !== null) return super.push(chunk, encoding);
    super._write('', 'latin1', (error) => {
      const reset = this.#reset ?? error;
      if (this.destroyed) return;
      if (reset) {
        this.destroy(reset);
        return;
      }
      super.push(null);
      this.read(0);
    });
    return false;
  }

  #noteWrite(error: Error | null | undefined, written: Written): void {
    const code = errorCode(error);
    if (error && !this.destroyed && (code === 'EPIPE' || code === 'ECONNRESET')) {
      this.#reset = error;
      written();
    } else {
      written(error);
    }
  }
}

/** Begins to connect. */
export function connectBackend(host: string, port: number): BackendSocket {
  const socket = new BackendSocket();
  socket.setNoDelay(true);
  socket.setKeepAlive(true, PROBE_MS);
  socket.connect({ host, port });
  return socket;
}
