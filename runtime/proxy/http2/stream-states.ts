/** The client's side of the streams of a connection (RFC 9113 section 5.1), which nghttp2 forgets when both sides have ended. */
import { PROTOCOL_ERROR, STREAM_CLOSED } from './error-codes.ts';
import { DATA, END_STREAM, type Frame, HEADERS, RST_STREAM } from './frames.ts';

export type StreamStates = {
  /** Notes the next frame. Returns the error of the connection that it is; undefined: none. */
  readonly next: (frame: Frame) => number | undefined;
  /** Streams that the client has opened. */
  readonly opened: () => number;
};

export function createStreamStates(): StreamStates {
  /** By stream: whether the client may send more. */
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
  return {
    next: ({ type, stream, flags }) => {
      const isClosed = states.get(stream) === false;
      const problem =
        type === HEADERS ? headers(stream) : type === DATA && isClosed ? STREAM_CLOSED : undefined;
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
