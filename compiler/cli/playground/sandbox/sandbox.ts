/**
 * The frame that the compiler runs in. It has an origin of its own: what runs here has no cookies and no storage, cannot
 * reach the page but by the port, and nothing of the network (docs/playground.md#what-runs-where).
 */
import { workerText } from 'playground:worker';

addEventListener('message', ({ source, ports }) => {
  const [port] = ports;
  if (source !== parent || port === undefined) return;
  // A worker of this origin can only be made of what is here already.
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.postMessage(undefined, [port]);
});
