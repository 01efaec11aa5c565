/** A connection to a backend that may respond and close or reset it before it has read the whole request. */
import { Socket } from 'node:net';
import { errorCode } from '../error-code.ts';

type Written = (error?: Error | null) => void;

/**
 * A backend that refuses a long upload closes while the request is still being sent. Node would drop
 * the connection at the first failed write, and with it the response that has arrived (RFC 9112 section
 * 9.5). This class discards the rest of the request, reads everything that the backend has sent, and
 * reports the error instead of the end.
 *
 * Node reports a reset directly after the last bytes as an ordinary end. Whether a response is
 * complete may depend on it, so a write of no bytes checks for the reset.
 */
export class BackendSocket extends Socket {
  #reset: Error | undefined;

  /** True when the backend no longer reads: the connection must not be reused. */
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

  /** Called by Node with each chunk it reads, and with null at the end. */
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
