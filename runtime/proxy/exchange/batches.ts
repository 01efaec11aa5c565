/**
 * Batches of exchanges that take the same step one after the other. Reading from sockets, inspecting requests and
 * inspecting responses use different code and data, which displace each other in the caches of the processor when the
 * steps of several exchanges alternate.
 */

/** Resolves when the batch takes its step. */
export type NextBatch = () => Promise<void>;

/** Most exchanges of a batch; others wait until the event loop has served the sockets that are ready. */
const MOST = 16;

/** Creates the batches of one step. They form while the event loop reads from all sockets that are ready. */
export function createBatches(): NextBatch {
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const batch = waiting.slice(0, MOST);
    waiting = waiting.slice(MOST);
    if (waiting.length > 0) setImmediate(release);
    for (const resolve of batch) resolve();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(release);
      waiting.push(resolve);
    });
}
