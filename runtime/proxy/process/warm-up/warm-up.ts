/**
 * Sends the proxy's own requests through whole exchanges before the first client's request. Automata build their
 * states, and V8 compiles the frequently run code of rules, proxy and Node. A private gateway keeps this invisible
 * outside.
 */
import { createProxyServer } from '../../server.ts';
import type { ProxySettings } from '../../settings/read-settings.ts';
import type { Profile } from '../../waf/profile.ts';
import { type WarmRequest, warmRequest } from '../../waf/warm-requests.ts';
import { optimizeEarly } from './early-optimization.ts';
import { answerRequests, listenOnLoopback } from './loopback.ts';
import { openLoopbackClient } from './loopback-client.ts';
import { openPrivateGateway, type PrivateGateway } from './private-gateway.ts';

/**
 * The first requests give V8 type feedback, and for the next ones it optimizes early. For the last ones it optimizes as
 * usual: functions whose turn comes soon would otherwise be compiled during the first requests of clients.
 */
const FIRST = 60;
const LAST = 30;
const REQUESTS = 240;
/** The part of the limit after which the last requests begin. */
const LAST_SHARE = 0.9;
/** Of each 15 requests of `warmRequest`, which are three of each kind, these are sent: most requests have no body. */
const ROUND = 15;
const SENT = [0, 1, 2, 5, 6, 8, 10, 11, 14];
/** On a busy machine the warm-up may last this many times its limit. */
const MOST_WAIT = 4;
/** No more than the warm-up itself needs, which is one connection. */
const OPEN_FILES = 64;

/**
 * Uses at most `limitMs` milliseconds of processor time; resolves to the number of requests that were answered.
 * When nothing can listen on the loopback interface, or a module throws, it changes nothing.
 */
export async function warmUp(
  settings: ProxySettings,
  profiles: readonly Profile[],
  limitMs: number,
): Promise<number> {
  if (profiles.length === 0 || limitMs === 0) return 0;
  try {
    const backend = await listenOnLoopback(answerRequests());
    try {
      return await exchangeMany(openPrivateGateway(settings, profiles, backend.port), limitMs);
    } finally {
      backend.close();
    }
  } catch {
    return 0;
  }
}

async function exchangeMany(own: PrivateGateway, limitMs: number): Promise<number> {
  const server = createProxyServer(own.gateway, OPEN_FILES, undefined, undefined);
  const front = await listenOnLoopback(server.accept);
  const client = openLoopbackClient(front.port);
  const giveUp = setTimeout(client.close, limitMs * MOST_WAIT);
  const spent = processorTime();
  let count = 0;
  try {
    for (; count < REQUESTS && spent() < limitMs; count += 1) {
      if (count === FIRST) optimizeEarly(true);
      if (count === REQUESTS - LAST || spent() > limitMs * LAST_SHARE) optimizeEarly(false);
      const host = own.hosts[count % own.hosts.length] ?? '';
      if (!(await client.send(requestAt(count), host))) break;
    }
    return count;
  } finally {
    optimizeEarly(false);
    clearTimeout(giveUp);
    client.close();
    front.close();
    // The last exchange ends when its connection has closed. The caller need not wait for that.
    server
      .drain(0)
      .then(own.close)
      .catch(() => {});
  }
}

function requestAt(count: number): WarmRequest {
  const round = Math.floor(count / SENT.length);
  return warmRequest(round * ROUND + (SENT[count % SENT.length] ?? 0));
}

/**
 * Returns a function that returns the milliseconds of processor time that all threads of the process have used
 * since.
 */
function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
