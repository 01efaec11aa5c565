/** Adapts a stream of HTTP/2 to the response that an exchange writes. */
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { Writable } from 'node:stream';
import { lacksContent } from '#engine/host/lacks-content.ts';
import type { AnnouncedResponse } from '../http/client-side.ts';
import { breakOff } from './break-off.ts';
import { NO_ERROR, PROTOCOL_ERROR } from './error-codes.ts';
import { responseFields } from './response-fields.ts';

const CONTINUE = 100;
/** Bytes of a body that a client must take within its idle time-out, however small its window is. */
const PIECE_BYTES = 16_384;

export type ResponseOptions = {
  readonly isHead: boolean;
  /** Milliseconds within which the client must take some of the response. */
  readonly idleMs: number;
  /** Headers that are added unless the response has them: names and values alternate. */
  readonly ownHeaders: readonly string[];
  /** Returns true when the whole request has arrived. */
  readonly isRead: () => boolean;
};

/** A response on a stream. It sends nothing before the first byte of the body, the end, or `flushHeaders`. */
export class StreamResponse extends Writable implements AnnouncedResponse {
  beforeLast: ((bytes: number) => void) | undefined;
  /** Unused: other requests may be on the connection. */
  shouldKeepAlive = true;
  headersSent = false;
  /** Bytes of the body that were sent. */
  bytesSent = 0;
  readonly #stream: ServerHttp2Stream;
  readonly #options: ResponseOptions;
  #fields: OutgoingHttpHeaders = { ':status': 500 };
  #hasBody = true;

  constructor(stream: ServerHttp2Stream, options: ResponseOptions) {
    super();
    this.#stream = stream;
    this.#options = options;
    // The client sees any error as a reset of the stream.
    this.on('error', () => {});
    stream.on('error', () => {});
    stream.on('close', () => this.destroy());
  }

  get isMalformed(): boolean {
    return this.#stream.rstCode === PROTOCOL_ERROR && !this.#options.isRead();
  }

  writeContinue(): void {
    if (!this.#isGone()) this.#stream.additionalHeaders({ ':status': CONTINUE });
  }

  writeHead(status: number, _phrase: string, headers: string[]): void {
    this.#fields = responseFields(status, headers, this.#options.ownHeaders);
    this.#hasBody = !this.#options.isHead && !lacksContent(status);
  }

  flushHeaders(): void {
    if (this.#hasBody) this.#sendHead(false);
  }

  override end(...given: unknown[]): this {
    const [chunk] = given;
    const bytes = Buffer.isBuffer(chunk) && this.#hasBody ? chunk.length : 0;
    // While a slow client has not taken earlier bytes, nothing is announced, because the response may never be
    // completed.
    if (this.writableLength === 0 && !this.#isGone() && !this.writableEnded) {
      const announce = this.beforeLast;
      this.beforeLast = undefined;
      announce?.(bytes);
    }
    return Buffer.isBuffer(chunk) ? super.end(chunk) : super.end();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (!this.#hasBody) {
      done();
      return;
    }
    this.#sendHead(false);
    this.#sendPiece(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#isGone()) {
      done(new Error('stream closed'));
      return;
    }
    if (this.headersSent) this.#stream.end();
    else this.#sendHead(true);
    done();
    this.#endEarly();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished && !this.#isGone()) breakOff(this.#stream);
    done(error);
  }

  #isGone(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  #sendHead(isLast: boolean): void {
    if (this.headersSent || this.#isGone()) return;
    this.headersSent = true;
    try {
      this.#stream.respond(this.#fields, { endStream: isLast });
    } catch {
      breakOff(this.#stream);
    }
  }

  #sendPiece(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (this.#isGone()) {
      done(new Error('stream closed'));
      return;
    }
    const piece = chunk.subarray(0, PIECE_BYTES);
    const timer = setTimeout(() => breakOff(this.#stream), this.#options.idleMs);
    this.#stream.write(piece, (error) => {
      clearTimeout(timer);
      if (error !== undefined && error !== null) {
        done(error);
        return;
      }
      this.bytesSent += piece.length;
      if (piece.length === chunk.length) done();
      else this.#sendPiece(chunk.subarray(PIECE_BYTES), done);
    });
  }

  /**
   * Ends the stream when the response is complete but the request is not: the client need not send the rest (RFC 9113
   * section 8.1).
   */
  #endEarly(): void {
    if (this.#options.isRead()) return;
    const close = (): void => {
      if (!this.#options.isRead()) this.#stream.close(NO_ERROR);
    };
    // The stream of a HEAD request has finished before the response, in Node.
    if (this.#stream.writableFinished) process.nextTick(close);
    else this.#stream.once('finish', close);
  }
}
