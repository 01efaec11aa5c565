/** Responses that say when their last bytes are about to leave, so that their record is written first. */
import { type IncomingMessage, ServerResponse } from 'node:http';

/** Of the line end after a chunk's size, the one after its bytes, and the last chunk, which is empty. */
const CHUNK_BYTES = 4;
const LAST_CHUNK_BYTES = 5;

/** The method of Node's OutgoingMessage that its write, end and flushHeaders share. */
type HeadSender = { readonly _send: (data: string, encoding: 'latin1') => boolean };

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/** For the `ServerResponse` option of Node's server. */
export class RecordedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Called once at most, with the bytes of the response that its connection has not counted yet. */
  beforeLast: ((bytes: number) => void) | undefined;

  /**
   * What is written next completes the response. After bytes that a slow client has not taken it cannot be
   * said whether that ever happens: then no error is reported. Holds the connection back until `end`, or its `uncork`.
   */
  announceLast(chunk: unknown): void {
    const { socket, beforeLast } = this;
    if (beforeLast === undefined || this.writableEnded) return;
    if (socket === null || socket.destroyed || socket.writableLength > 0) return;
    this.beforeLast = undefined;
    socket.cork();
    this.#flushHead();
    beforeLast(this.#framedBytes(chunk));
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    this.announceLast(chunk);
    return super.end(chunk, encoding as BufferEncoding, callback as () => void);
  }

  /** What flushHeaders does, which names no encoding: bytes over 127 of the head would leave as UTF-8. */
  #flushHead(): void {
    if (this.headersSent) (this as unknown as HeadSender)._send('', 'latin1');
  }

  #hasBody(): boolean {
    return this.req.method !== 'HEAD' && !WITHOUT_BODY.has(this.statusCode);
  }

  #framedBytes(chunk: unknown): number {
    if (!this.#hasBody()) return 0;
    const bytes =
      typeof chunk === 'string' || Buffer.isBuffer(chunk) ? Buffer.byteLength(chunk) : 0;
    if (!this.chunkedEncoding) return bytes;
    const framing = bytes === 0 ? 0 : bytes.toString(16).length + CHUNK_BYTES;
    return bytes + framing + LAST_CHUNK_BYTES;
  }
}
