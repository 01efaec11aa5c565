/**
 * Tracks the client's side of the streams of a connection (RFC 9113 section 5.1); nghttp2 drops a stream when both
 * sides have ended.
 */
import { PROTOCOL_ERROR, STREAM_CLOSED } from './error-codes.ts';
import { DATA, END_STREAM, type Frame, HEADERS, RST_STREAM } from './frames.ts';

export type StreamStates = {
  /**
   * Processes the next frame. Returns the code of the connection error that it causes; undefined when there is none.
   */
  readonly next: (frame: Frame) => number | undefined;
  /** Returns the number of streams that the client has opened. */
  readonly opened: () => number;
};

export function createStreamStates(): StreamStates {
  /** For each stream, whether the client may send more frames. */
  const states = new Map<number, boolean>();
  let last = 0;
  const headers = (stream: number): number | undefined => {
    if (stream > last) {
      if (stream % 2 === 0) return PROTOCOL_ERROR;
      last = stream;
      states.set(stream, true);
      return undefined;
    }
    const isOpen = states.get(stream);
    if (isOpen === undefined) return PROTOCOL_ERROR;
    return isOpen ? undefined : STREAM_CLOSED;
  };
  const problemOf = (type: number, stream: number): number | undefined => {
    if (type === HEADERS) return headers(stream);
    return type === DATA && states.get(stream) === false ? STREAM_CLOSED : undefined;
  };
  return {
    next: ({ type, stream, flags }) => {
      const problem = problemOf(type, stream);
      const ends = type === RST_STREAM || ((flags & END_STREAM) !== 0 && isMessage(type));
      if (ends && states.has(stream)) states.set(stream, false);
      return problem;
    },
    opened: () => states.size,
  };
}

function isMessage(type: number): boolean {
  return type === HEADERS || type === DATA;
}
