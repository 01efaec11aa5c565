/** A response that announces its last bytes before they are sent, so that its record is written first. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { lacksLength } from '#engine/host/lacks-content.ts';
import type { ResponseStream } from './client-side.ts';

/** Bytes of the line end after a chunk's size and of the one after its data; and of the last chunk, which is empty. */
const CHUNK_BYTES = 4;
const LAST_CHUNK_BYTES = 5;

/** Internal members of Node's OutgoingMessage. `_header`: the head as a byte string; null before writeHead. */
type Outgoing = { _header: string | null; readonly _headerSent: boolean };

/** Returns the head that is sent with the next bytes of the body; undefined when there is none. */
function unsentHead(response: object): ByteString | undefined {
  const { _header: head, _headerSent: isSent } = response as Outgoing;
  return isSent ? undefined : (head ?? undefined);
}

/** Most bytes of a body that are copied to be sent with the head in one piece. */
const SHORT = 4096;

/**
 * Ends a response when the other exchanges of its batch have taken the same step (exchange/batches.ts): first the records
 * of the batch are written, one after the other, and then the responses. So each step finds its code in the caches of the
 * processor, and writes do not wake the clients one by one; an inspection between two of them takes long enough for a
 * client to fall asleep.
 */
export function endWithBatch(response: ResponseStream, last: Buffer | undefined): void {
  process.nextTick(() => {
    if (response instanceof RecordedResponse) response.announceLast(last);
    process.nextTick(() => response.end(last));
  });
}

/** The class for the `ServerResponse` option of Node's server. */
export class RecordedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Called at most once, with the bytes of the response that its connection has not counted yet. */
  beforeLast: ((bytes: number) => void) | undefined;

  /**
   * Announces that the next write completes the response. It announces nothing while a slow client has not taken
   * earlier bytes, because the response may then never be completed.
   */
  announceLast(chunk: unknown): void {
    const { socket, beforeLast } = this;
    if (beforeLast === undefined || this.writableEnded) return;
    if (socket === null || socket.destroyed || socket.writableLength > 0) return;
    this.beforeLast = undefined;
    beforeLast((unsentHead(this)?.length ?? 0) + this.#framedBytes(chunk));
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    this.announceLast(chunk);
    const rest = this.#joinsHead(chunk) ? undefined : chunk;
    return super.end(rest, encoding as BufferEncoding, callback as () => void);
  }

  /**
   * Appends a short body to a head that is still to be sent; returns true when it did. Node would write both and an
   * empty string.
   */
  #joinsHead(chunk: unknown): boolean {
    const head = unsentHead(this);
    if (head === undefined || this.writableEnded || this.chunkedEncoding) return false;
    if (!Buffer.isBuffer(chunk) || chunk.length > SHORT || !this.#hasBody()) return false;
    (this as unknown as Outgoing)._header = head + chunk.toString('latin1');
    return true;
  }

  #hasBody(): boolean {
    return this.req.method !== 'HEAD' && !lacksLength(this.statusCode);
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
