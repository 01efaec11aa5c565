/**
 * Sends the proxy's own requests through whole exchanges before the first client's request. Automata build their
 * states, and V8 compiles the frequently run code of rules, proxy and Node. A private gateway keeps this invisible
 * outside.
 */
import { createProxyServer } from '../../server.ts';
import type { ProxySettings } from '../../settings/read-settings.ts';
import type { Profile } from '../../waf/profile.ts';
import { optimizeEarly } from './early-optimization.ts';
import { answerRequests, listenOnLoopback } from './loopback.ts';
import { type LoopbackClient, openLoopbackClient } from './loopback-client.ts';
import { openPrivateGateway, type PrivateGateway } from './private-gateway.ts';
import { FIRST, LAST, REQUESTS, requestAt } from './sequence.ts';

/**
 * Proxies that take turns. With one V8 would optimize calls for the functions and objects of that one, and the code would
 * not hold for the proxy that serves clients.
 */
const FRONTS = 2;
/** The part of the limit after which the last requests begin. */
const LAST_SHARE = 0.9;
/** On a busy machine the warm-up may last this many times its limit. */
const MOST_WAIT = 4;
/** No more than one of these proxies needs, which is one connection. */
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
  const opened: Front[] = [];
  try {
    const backend = await listenOnLoopback(answerRequests());
    try {
      for (let front = 0; front < FRONTS; front += 1)
        opened.push(await openFront(openPrivateGateway(settings, profiles, backend.port)));
      return await exchangeMany(opened, limitMs);
    } finally {
      for (const { close } of opened) close();
      backend.close();
    }
  } catch {
    return 0;
  }
}

type Front = {
  readonly client: LoopbackClient;
  /** For each profile, a host whose requests it inspects. */
  readonly hosts: readonly string[];
  readonly close: () => void;
};

async function openFront({ gateway, hosts, close }: PrivateGateway): Promise<Front> {
  const server = createProxyServer(gateway, OPEN_FILES, undefined, undefined);
  const front = await listenOnLoopback(server.accept);
  const client = openLoopbackClient(front.port);
  return {
    client,
    hosts,
    close: () => {
      client.close();
      front.close();
      // The last exchange ends when its connection has closed. The caller need not wait for that.
      server
        .drain(0)
        .then(close)
        .catch(() => {});
    },
  };
}

async function exchangeMany(fronts: readonly Front[], limitMs: number): Promise<number> {
  const giveUp = setTimeout(() => {
    for (const { client } of fronts) client.close();
  }, limitMs * MOST_WAIT);
  const spent = processorTime();
  let count = 0;
  try {
    for (; count < REQUESTS && spent() < limitMs; count += 1) {
      if (count === FIRST) optimizeEarly(true);
      if (count === REQUESTS - LAST || spent() > limitMs * LAST_SHARE) optimizeEarly(false);
      const front = fronts[count % fronts.length];
      const host = front?.hosts[Math.floor(count / fronts.length) % front.hosts.length];
      if (front === undefined || host === undefined) break;
      if (!(await front.client.send(requestAt(count), host))) break;
    }
    return count;
  } finally {
    optimizeEarly(false);
    clearTimeout(giveUp);
  }
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
