/** Who closed the connection of an exchange that has not ended. */
import { performance } from 'node:perf_hooks';
import type { Cause } from '../http/response.ts';
import type { Gateway } from './gateway.ts';

/** Returns the client, or the shutdown when its time is over and the proxy closes all connections. */
export function disconnection({ inProgress }: Gateway): Cause {
  return performance.now() < inProgress.endsAt ? 'client-gone' : 'shutdown';
}
