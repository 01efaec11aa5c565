/** Reads a whole request body, within its limits and at a minimum rate. */
import { performance } from 'node:perf_hooks';
import type { RequestStream } from '../http/client-side.ts';
import { createBodyStore, type SpoolFolder } from './body-store.ts';
import { type Breakage, breakageOf } from './broken-requests.ts';
import { bufferedBytes } from './buffered-bytes.ts';
import { memoryBody } from './memory-body.ts';
import type { StoredBody } from './stored-body.ts';

export type BodyLimits = {
  /** Content-Length in bytes; undefined when there is none. */
  readonly announced: number | undefined;
  /** Most bytes; longer bodies are refused. */
  readonly total: number;
  /** Most bytes in memory; longer bodies go to disk. */
  readonly memory: number;
  /** Minimum rate of the client in bytes per second; 0 for none. */
  readonly minRate: number;
};

export type BodyRead =
  | { readonly kind: 'Complete'; readonly body: StoredBody }
  | { readonly kind: 'TooLarge' }
  /** `Broken`, too, when the client closed the connection. */
  | { readonly kind: Breakage }
  /** The body could not be stored, because of disk, file descriptors or budget. */
  | { readonly kind: 'NotStored'; readonly error: unknown };

const RATE_WINDOW_MS = 5000;
/**
 * A window does not count when nothing could be read for more milliseconds than these, however fast the client was:
 * this process was busy, or a disk was slow.
 */
const BUSY_MS = 500;

/**
 * Reads to the end of the message. On every outcome except `Complete` nothing is left on disk and the rest of the
 * message is unread, so the connection cannot serve another request.
 */
export function readBody(
  request: RequestStream,
  limits: BodyLimits,
  spool: SpoolFolder,
): Promise<BodyRead> {
  if (hasArrived(request, limits)) {
    // The body arrived with the head, as small bodies do, so there is no rate to watch.
    return Promise.resolve({ kind: 'Complete', body: memoryBody(allOf(request)) });
  }
  const store = createBodyStore(limits.memory, spool, limits.announced);
  return new Promise((resolve) => {
    let isFinished = false;
    const pauses = createStopwatch();
    const progress = { bytes: store.size, pausedMs: pauses.read };
    const watch = watchRate(limits.minRate, progress, () => finish({ kind: 'TooSlow' }));
    const finish = (outcome: BodyRead): void => {
      if (isFinished) return;
      isFinished = true;
      clearInterval(watch);
      if (outcome.kind !== 'Complete') store.discard();
      resolve(outcome);
    };
    const collect = (chunk: Buffer): void => {
      if (isFinished) return;
      if (store.size() + chunk.length > limits.total) {
        finish({ kind: 'TooLarge' });
        return;
      }
      const written = store.write(chunk);
      if (written === undefined) return;
      request.pause();
      pauses.start();
      written.then(
        () => {
          pauses.stop();
          request.resume();
        },
        (error: unknown) => finish({ kind: 'NotStored', error }),
      );
    };
    request.on('data', collect);
    // A pause delays data, but not an end that was read already; `store.finish` waits for the writes.
    request.once('end', () => {
      store.finish().then(
        (body) => finish({ kind: 'Complete', body }),
        (error: unknown) => finish({ kind: 'NotStored', error }),
      );
    });
    request.once('error', () => finish({ kind: breakageOf(request) ?? 'Broken' }));
    request.once('close', () => {
      if (!request.readableEnded) finish({ kind: 'Broken' });
    });
    const breakage = breakageOf(request);
    if (breakage !== undefined) finish({ kind: breakage });
  });
}

/**
 * Returns true when the whole body is buffered. Node may buffer the last bytes of a message before it sets
 * `complete`.
 */
function hasArrived(
  { complete, readableLength }: RequestStream,
  { announced, memory, total }: BodyLimits,
): boolean {
  return readableLength <= Math.min(memory, total) && (complete || readableLength === announced);
}

/** Takes all buffered bytes. Resumes an incomplete request, because nothing else reads it to its end. */
function allOf(request: RequestStream): Buffer[] {
  const bytes = bufferedBytes(request);
  if (!request.complete) request.resume();
  return bytes === undefined ? [] : [bytes];
}

type Stopwatch = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Returns the milliseconds between all starts and stops. */
  readonly read: () => number;
};

function createStopwatch(): Stopwatch {
  let total = 0;
  let since: number | undefined;
  const read = (): number => total + (since === undefined ? 0 : performance.now() - since);
  return {
    start: () => {
      since ??= performance.now();
    },
    stop: () => {
      total = read();
      since = undefined;
    },
    read,
  };
}

type Progress = {
  /** Bytes received so far. */
  readonly bytes: () => number;
  /** Milliseconds for which the request was paused so far, until the disk had written what was received. */
  readonly pausedMs: () => number;
};

function watchRate(
  minRate: number,
  { bytes, pausedMs }: Progress,
  tooSlow: () => void,
): NodeJS.Timeout | undefined {
  if (minRate === 0) return undefined;
  let before = 0;
  let pausedBefore = 0;
  let start = performance.now();
  return setInterval(() => {
    const now = performance.now();
    const unreadMs = now - start - RATE_WINDOW_MS + pausedMs() - pausedBefore;
    if (unreadMs <= BUSY_MS && bytes() - before < (minRate * RATE_WINDOW_MS) / 1000) tooSlow();
    before = bytes();
    pausedBefore = pausedMs();
    start = now;
  }, RATE_WINDOW_MS);
}
