/**
 * How many frames a client may send that carry nothing: pings, settings, priorities, resets, empty and tiny frames. Each
 * is cheap, and any number of them is a denial of service (CVE-2019-9511 to 9518, CVE-2023-44487, CVE-2024-27316).
 */
import { performance } from 'node:perf_hooks';
import { CONTINUATION, DATA, END_STREAM, type Frame, HEADERS, RST_STREAM } from './frames.ts';

/** Frames at once, and frames a second. */
const BURST = 1000;
const RATE = 200;
/** A reset throws away work, a CONTINUATION or an empty DATA frame has no use: each counts as so many others. */
export const WASTE = 10;
/** A DATA frame with fewer bytes counts. */
const SMALL_BYTES = 64;
/** A client acknowledges bytes of an answer by many frames: so many bytes pay for one of these. */
const PAID_BYTES = 4096;

export type FrameBudget = {
  /** False: the client has sent too many. */
  readonly spend: (frame: Frame) => boolean;
  /** Bytes have been sent to the client. */
  readonly sent: (bytes: number) => void;
  /** The same for what was as much work as so many frames. */
  readonly charge: (frames: number) => boolean;
};

export function createFrameBudget(now: () => number = () => performance.now()): FrameBudget {
  let left = BURST;
  let time = now();
  const pay = (price: number): boolean => {
    const start = time;
    time = now();
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

/** New requests cost nothing here: they have limits of their own. */
function priceOf({ type, flags, length }: Frame): number {
  switch (type) {
    case HEADERS:
      return 0;
    case DATA:
      if ((flags & END_STREAM) !== 0 || length >= SMALL_BYTES) return 0;
      return length === 0 ? WASTE : 1;
    case CONTINUATION:
    case RST_STREAM:
      return WASTE;
    default:
      return 1;
  }
}
