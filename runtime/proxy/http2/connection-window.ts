/** How much the client lets us send on the connection (RFC 9113 section 6.9.1). */
import { type Frame, WINDOW_UPDATE } from './frames.ts';

const FIRST_BYTES = 65_535;
const MOST_BYTES = 2 ** 31 - 1;

export type ConnectionWindow = {
  /** Notes the next frame of the client. Returns false when the window is too large. */
  readonly next: (frame: Frame) => boolean;
  /** Bytes have left. */
  readonly sent: (bytes: number) => void;
};

/** What leaves beside DATA counts, too, so an excess is certain; nghttp2 finds the smallest ones. */
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
