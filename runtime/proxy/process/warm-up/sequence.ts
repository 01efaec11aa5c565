/** The requests of the warm-up in their order. */
import { type WarmRequest, warmRequest } from '../../waf/warm-requests.ts';

/**
 * The first requests give V8 type feedback, and for the next ones it optimizes early. For the last ones it optimizes as
 * usual: functions whose turn comes soon would otherwise be compiled during the first requests of clients.
 */
export const FIRST = 60;
export const LAST = 30;
export const REQUESTS = 300;
/** Of each 15 requests of `warmRequest`, which are three of each kind, these are sent: most requests have no body. */
const ROUND = 15;
const SENT = [0, 1, 2, 5, 6, 8, 10, 11, 14];

/** Returns request number `count`, from 0. */
export function requestAt(count: number): WarmRequest {
  const round = Math.floor(count / SENT.length);
  return warmRequest(round * ROUND + (SENT[count % SENT.length] ?? 0));
}
