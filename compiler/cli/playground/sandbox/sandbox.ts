/**
 * The frame in which the compiler runs, with an opaque origin. Its code has no cookies, no storage and no network, and
 * reaches the page only by the port (docs/playground.md#what-runs-where).
 */
import { workerText } from 'playground:worker';

addEventListener('message', ({ source, ports }) => {
  const [port] = ports;
  if (source !== parent || port === undefined) return;
  // An opaque origin cannot load a worker from a URL of the site, so the text of the worker is in this bundle.
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.postMessage(undefined, [port]);
});
