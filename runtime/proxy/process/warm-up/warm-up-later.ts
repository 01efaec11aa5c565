/**
 * Continues the warm-up while clients are served, with requests of words that rules look for: the first attack would
 * otherwise run code that V8 has not compiled, and take several times as long as later ones.
 */
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import { ATTACK_REQUESTS, attackRequest } from '../../waf/attack-requests.ts';
import type { Profile } from '../../waf/profile.ts';
import { inspectWarm } from '../../waf/warm-requests.ts';

/** Milliseconds until the first request: the clients that wait for the start come first. */
const DELAY_MS = 5000;
/** Milliseconds between two requests. Most take less than 10, so that clients hardly wait. */
const PAUSE_MS = 100;

/** Inspects one request at a time. It keeps no process alive. */
export function warmUpLater(
  { waf, services }: Profile,
  delayMs = DELAY_MS,
  pauseMs = PAUSE_MS,
): void {
  const own = { ...services, collections: new MemoryCollections() };
  let count = 0;
  const inspectNext = (): void => {
    try {
      inspectWarm(waf, own, attackRequest(count));
    } catch {
      // A rule that throws does so for clients too, where it gets a verdict and a log record.
    }
    count += 1;
    if (count < ATTACK_REQUESTS) setTimeout(inspectNext, pauseMs).unref();
  };
  setTimeout(inspectNext, delayMs).unref();
}
