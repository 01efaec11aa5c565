/** Tracks how many bytes the client allows the proxy to send on the connection (RFC 9113 section 6.9.1). */
import { type Frame, WINDOW_UPDATE } from './frames.ts';

const FIRST_BYTES = 65_535;
const MOST_BYTES = 2 ** 31 - 1;

export type ConnectionWindow = {
  /** Processes the next frame of the client. Returns false when the window exceeds its maximum. */
  readonly next: (frame: Frame) => boolean;
  /** Notes that bytes were sent. */
  readonly sent: (bytes: number) => void;
};

/**
 * Creates the window. It also subtracts bytes that are not DATA, so an excess that it reports is certain; nghttp2
 * finds smaller ones.
 */
export function createConnectionWindow(): ConnectionWindow {
  let window = FIRST_BYTES;
  return {
    next: ({ type, stream, payload }) => {
      if (type === WINDOW_UPDATE && stream === 0 && payload.length === 4)
        window += payload.readUInt32BE(0) & MOST_BYTES;
      return window <= MOST_BYTES;
    },
    sent: (bytes) => {
      window -= bytes;
    },
  };
}
