/**
 * Holds a request's body back until it is inspected. The application then reads the same bytes that were inspected,
 * from a stream that nobody has read from.
 *
 * Node's HTTP parsers pass a body to its request by `push`, which is public for implementers of streams. While a body
 * is held, `push` collects it; afterwards the stream's own `push` is restored and receives the collected bytes.
 */
import { IncomingMessage } from 'node:http';
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
 * Returns true when the stream gives its body only to who reads it. Node's HTTP/1 parser pushes the body of a request
 * that nobody reads, and Node drops the body after the response.
 */
export function mustBeRead(request: FrameworkRequest): boolean {
  return request.readableLength > 0 || request._read !== IncomingMessage.prototype._read;
}

/**
 * Resolves with the body, or with its beginning as soon as more than `limit` bytes have arrived. Rejects with
 * ClientGone when the client disconnects, and with an error when the body has been read already.
 */
export function holdBody(request: FrameworkRequest, limit: number): Promise<HeldBody> {
  return new Promise((resolve, reject) => {
    if (request.readableDidRead || request.readableFlowing === true) {
      throw new Error(
        'the body has already been read: add Portcullis before the middleware that parses bodies',
      );
    }
    const early = takeBuffered(request);
    if (request.complete) {
      dropTrailers(request);
      resolve(buffered(request, early, limit));
    } else {
      collect(request, early, limit, resolve, reject);
    }
  });
}

function collect(
  request: FrameworkRequest,
  early: Buffer | undefined,
  limit: number,
  resolve: (held: HeldBody) => void,
  reject: (error: Error) => void,
): void {
  const { push } = request;
  const chunks = early === undefined ? [] : [early];
  let size = early?.length ?? 0;
  let ended = false;
  const gone = (): void => reject(new ClientGone('the client has gone'));
  const finish = (whole: boolean): void => {
    request.off('close', gone);
    resolve({
      bytes: joinChunks(chunks),
      whole,
      release: () => {
        request.push = push;
        for (const chunk of chunks) request.push(chunk);
        if (ended) request.push(null);
      },
      discard: () => {
        request.push = push;
        request.resume();
        if (ended) request.push(null);
      },
    });
  };
  const collected = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk !== null) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : asBuffer(chunk);
      const fitted = size <= limit;
      chunks.push(bytes);
      size += bytes.length;
      // Only once: bytes after the first ones over the limit wait for the decision.
      if (fitted && size > limit) finish(false);
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
  request.on('close', gone);
  // A separate assignment: V8 allocates a function in the old generation when the expression that creates it is
  // assigned to a property; it, and everything that it references, would stay until the next major collection.
  request.push = collected;
  if (size > limit) finish(false);
  else if (mustBeRead(request)) request.read(0);
}

/** Takes the bytes that arrived while earlier middleware ran. Reading exactly that many does not end the stream. */
function takeBuffered(request: IncomingMessage): Buffer | undefined {
  const chunk: unknown = request.readableLength > 0 ? request.read(request.readableLength) : null;
  return chunk === null ? undefined : asBuffer(chunk);
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
function buffered(request: IncomingMessage, early: Buffer | undefined, limit: number): HeldBody {
  const bytes = early ?? Buffer.alloc(0);
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
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  throw new Error(
    'the body is already text: add Portcullis before the middleware that sets an encoding',
  );
}
