/**
 * Limits the frames by which a client makes the proxy work without a request: pings, settings, priorities, resets,
 * empty and tiny frames. Each is cheap, but many are a denial of service (CVE-2019-9511 to 9518, CVE-2023-44487,
 * CVE-2024-27316).
 */
import { performance } from 'node:perf_hooks';
import { CONTINUATION, DATA, END_STREAM, type Frame, HEADERS, RST_STREAM } from './frames.ts';

/** Frames that may arrive in a burst, and frames per second. */
const BURST = 1000;
const RATE = 200;
/**
 * The price of a reset, which discards work, and of CONTINUATION and empty DATA frames, which are useless: that
 * many frames.
 */
export const WASTE = 10;
/** A DATA frame with fewer bytes, without its padding, counts as one frame. */
const SMALL_BYTES = 64;
/** Sent bytes that pay for one frame, because a client acknowledges a response with many frames. */
const PAID_BYTES = 4096;

export type FrameBudget = {
  /** Counts a frame. Returns false when the client has sent too many. */
  readonly spend: (frame: Frame) => boolean;
  /** Notes that bytes were sent to the client. */
  readonly sent: (bytes: number) => void;
  /** Counts work that is equivalent to this many frames. Returns false when the budget is used up. */
  readonly charge: (frames: number) => boolean;
};

export function createFrameBudget(): FrameBudget {
  let left = BURST;
  let time = performance.now();
  const pay = (price: number): boolean => {
    const start = time;
    time = performance.now();
    left = Math.min(BURST, left + ((time - start) / 1000) * RATE) - price;
    return left >= 0;
  };
  return {
    spend: (frame) => {
      const price = priceOf(frame);
      return price === 0 || pay(price);
    },
    sent: (bytes) => {
      left = Math.min(BURST, left + bytes / PAID_BYTES);
    },
    charge: pay,
  };
}

/** Returns the price of a frame. New requests cost nothing, because they have their own limits. */
function priceOf({ type, flags, content }: Frame): number {
  switch (type) {
    case HEADERS:
      return 0;
    case DATA:
      if ((flags & END_STREAM) !== 0 || content >= SMALL_BYTES) return 0;
      return content === 0 ? WASTE : 1;
    case CONTINUATION:
    case RST_STREAM:
      return WASTE;
    default:
      return 1;
  }
}
