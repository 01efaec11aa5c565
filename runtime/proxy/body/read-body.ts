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
/** A window that ends this many milliseconds late does not count: this process was too busy to read. */
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
    const watch = watchRate(limits.minRate, store.size, () => finish({ kind: 'TooSlow' }));
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
      written.then(
        () => request.resume(),
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

function watchRate(
  minRate: number,
  size: () => number,
  tooSlow: () => void,
): NodeJS.Timeout | undefined {
  if (minRate === 0) return undefined;
  let before = 0;
  let start = performance.now();
  return setInterval(() => {
    const now = performance.now();
    const wasBusy = now - start > RATE_WINDOW_MS + BUSY_MS;
    if (!wasBusy && size() - before < (minRate * RATE_WINDOW_MS) / 1000) tooSlow();
    before = size();
    start = now;
  }, RATE_WINDOW_MS);
}
