/**
 * Holds a request's body back until it is inspected. The application then reads the same bytes that were inspected,
 * from a stream that nobody has read from.
 *
 * Node's HTTP parsers pass a body to its request by `push`, which is public for implementers of streams. While a body
 * is held, `push` collects it; afterwards the stream's own `push` is restored and receives the collected bytes.
 */
import type { IncomingMessage } from 'node:http';
import type { ReceivedBody } from '../core/request-body.ts';
import { joinChunks } from './join-chunks.ts';
import type { FrameworkRequest } from './request-message.ts';

export type HeldBody = ReceivedBody & {
  /** Passes the body to the application. */
  readonly release: () => void;
  /** Drops the bytes received so far and those still to come. */
  readonly discard: () => void;
};

/** The client disconnected before the body was complete. */
export class ClientGone extends Error {}

/**
 * Resolves with the body, or with its beginning as soon as more than `limit` bytes have arrived. Rejects with
 * ClientGone when the client disconnects, and with an error when the body has been read already.
 */
export function holdBody(request: FrameworkRequest, limit: number): Promise<HeldBody> {
  if (request.readableDidRead || request.readableFlowing === true) {
    return Promise.reject(
      new Error(
        'the body has already been read: add Portcullis before the middleware that parses bodies',
      ),
    );
  }
  const early = takeBuffered(request);
  if (request.complete) {
    dropTrailers(request);
    return Promise.resolve(buffered(request, early, limit));
  }
  return new Promise((resolve, reject) => collect(request, early, limit, resolve, reject));
}

function collect(
  request: FrameworkRequest,
  early: Buffer,
  limit: number,
  resolve: (held: HeldBody) => void,
  reject: (error: Error) => void,
): void {
  const { push } = request;
  const chunks = early.length === 0 ? [] : [early];
  let size = early.length;
  let ended = false;
  const gone = (): void => reject(new ClientGone('the client has gone'));
  const end = (): void => {
    if (ended) request.push(null);
  };
  const finish = (whole: boolean): void => {
    request.off('close', gone);
    resolve({
      bytes: joinChunks(chunks),
      whole,
      release: () => {
        request.push = push;
        for (const chunk of chunks) request.push(chunk);
        end();
      },
      discard: () => {
        request.push = push;
        request.resume();
        end();
      },
    });
  };
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    // Only once: bytes after the first ones over the limit wait for the decision.
    if (size > limit && size - chunk.length <= limit) finish(false);
  };
  const collected = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk !== null) {
      take(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : asBuffer(chunk));
      return true;
    }
    ended = true;
    // HTTP/2 ends the body of a stream that is reset. Nothing has been sent yet, so no other event closes it.
    if (request.stream?.closed === true || request.aborted) gone();
    else if (size <= limit) {
      dropTrailers(request);
      finish(true);
    }
    return false;
  };
  request.once('close', gone);
  // A separate assignment: V8 allocates a function in the old generation when the expression that creates it is
  // assigned to a property; it, and everything that it references, would stay until the next major collection.
  request.push = collected;
  if (size > limit) finish(false);
  // Reads from streams that do not push by themselves, such as test doubles of Node's requests.
  else request.read(0);
}

/** Takes the bytes that arrived while earlier middleware ran. Reading exactly that many does not end the stream. */
function takeBuffered(request: IncomingMessage): Buffer {
  const chunk: unknown = request.readableLength > 0 ? request.read(request.readableLength) : null;
  return chunk === null ? Buffer.alloc(0) : asBuffer(chunk);
}

/** Removes trailers, because no rule inspects them: the application must not get them (docs/spec/http.md#framing). */
function dropTrailers(request: IncomingMessage): void {
  if (request.rawTrailers.length === 0) return;
  for (const trailers of [request.trailers, request.trailersDistinct ?? {}]) {
    for (const name of Object.keys(trailers)) Reflect.deleteProperty(trailers, name);
  }
  request.rawTrailers.length = 0;
}

/** Returns a body that has arrived completely, including its end. */
function buffered(request: IncomingMessage, bytes: Buffer, limit: number): HeldBody {
  return {
    bytes,
    whole: bytes.length <= limit,
    release: () => {
      if (bytes.length > 0) request.unshift(bytes);
    },
    discard: () => {
      request.resume();
    },
  };
}

function asBuffer(chunk: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  throw new Error(
    'the body is already text: add Portcullis before the middleware that sets an encoding',
  );
}
