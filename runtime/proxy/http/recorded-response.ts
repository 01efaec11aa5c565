/** A response that announces its last bytes before they are sent, so that its record is written first. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseStream } from './client-side.ts';

/** Bytes of the line end after a chunk's size and of the one after its data; and of the last chunk, which is empty. */
const CHUNK_BYTES = 4;
const LAST_CHUNK_BYTES = 5;

/** The internal method of Node's OutgoingMessage through which write, end and flushHeaders send. */
type HeadSender = { readonly _send: (data: string, encoding: 'latin1') => boolean };

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/**
 * Ends a response when the other exchanges of its batch have taken the same step (exchange/batches.ts). So the writes of a
 * batch follow each other, and do not wake their clients one by one; an inspection between two of them takes long enough
 * for a client to fall asleep. The record is written now.
 */
export function endWithBatch(response: ResponseStream, last: Buffer | undefined): void {
  if (response instanceof RecordedResponse) response.announceLast(last);
  process.nextTick(() => response.end(last));
}

/** The class for the `ServerResponse` option of Node's server. */
export class RecordedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Called at most once, with the bytes of the response that its connection has not counted yet. */
  beforeLast: ((bytes: number) => void) | undefined;

  /**
   * Announces that the next write completes the response. It announces nothing while a slow client has not taken
   * earlier bytes, because the response may then never be completed. Corks the connection until `end` or until it is
   * uncorked.
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

  /** Sends the head. flushHeaders would send it without an encoding, so that bytes over 127 would be sent as UTF-8. */
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
