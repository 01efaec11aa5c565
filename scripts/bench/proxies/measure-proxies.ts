/**
 * Measures the processor time of a request in whole servers: the proxy with and without inspection, and nginx with
 * ModSecurity.
 */
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { BenchRequest, Mix } from '#compiler/cli/commands/bench/bench-request.ts';
import { median, SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import {
  processorTime,
  proxyEnvironment,
  rotated,
  type Server,
  startServer,
  stopServers,
  timePerRequest,
} from '../front/servers.ts';
import { send } from '../measure-start.ts';
import { modsecurityRules } from './modsecurity-rules.ts';
import { modsecurityModule, startNginx } from './nginx.ts';

/** Processor microseconds per request, medians of the rounds. */
export type ServerTimes = {
  readonly inspecting: number;
  readonly forwarding: number;
  /** How many requests of the mix the server refuses when they are sent unchanged. */
  readonly blocked: number;
};

export type ProxyFigures = {
  readonly mix: string;
  readonly requests: number;
  readonly proxy: ServerTimes;
  /** Undefined when nginx with ModSecurity or the OWASP CRS is missing. */
  readonly nginx: ServerTimes | undefined;
  /** The time of nginx divided by that of the proxy, both inspecting: median of the ratios within a round. */
  readonly ratio: number | undefined;
  /** Requests of the mix to which both servers respond with different statuses. */
  readonly differing: readonly string[];
};

export type ProxiesOptions = {
  /** The file of the proxy. */
  readonly bundle: string;
  /** The workspace's folder, with the rules that the bundle was made from. */
  readonly folder: string;
  readonly mixes: readonly Mix[];
  readonly rounds?: number;
  /** Requests per mix, round and server. */
  readonly requests?: number;
};

const HOST = 'www.example.com';
const CLIENTS = 16;
const ROUNDS = 9;
const REQUESTS = 120;
/** The number of rounds before measuring: V8 compiles in other threads until some 9,000 requests have been sent. */
const WARM_UP = 80;

type Front = {
  readonly server: Server;
  readonly agent: Agent;
  /** Microseconds per request: for each mix, one figure per round. */
  readonly times: readonly number[][];
};

type Fronts = Readonly<Record<'inspecting' | 'forwarding', Front>>;

/**
 * Measures all servers. Returns undefined when the processor time of other processes cannot be read (no /proc).
 * Throws when a server does not start.
 */
export async function measureProxies(
  options: ProxiesOptions,
): Promise<readonly ProxyFigures[] | undefined> {
  if (processorTime(process.pid) === undefined) return undefined;
  const { bundle, folder, mixes } = options;
  const servers: Server[] = [];
  const started = async (starting: Promise<Server>): Promise<Front> => {
    const server = await starting;
    servers.push(server);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    return { server, agent, times: mixes.map(() => []) };
  };
  try {
    const backend = await startServer('scripts/bench/front/backend.ts', {});
    servers.push(backend);
    const env = { ...proxyEnvironment(backend.port), PROXY_WEB_HOSTS: HOST };
    const proxy = {
      inspecting: await started(startServer(bundle, env)),
      forwarding: await started(startServer(bundle, { ...env, ENGINE_MODE: 'off' })),
    };
    const [module, rules] = [modsecurityModule(), modsecurityRules(folder)];
    const nginxOptions = module && { module, backendPort: backend.port };
    const nginx = nginxOptions &&
      rules && {
        inspecting: await started(
          startNginx({ ...nginxOptions, folder: join(folder, 'modsecurity'), rules }),
        ),
        forwarding: await started(
          startNginx({ ...nginxOptions, folder: join(folder, 'forwarding') }),
        ),
      };
    return await compare(proxy, nginx || undefined, options);
  } finally {
    await stopServers(servers);
  }
}

/** Measures the servers in rotating order within each round. */
async function compare(
  proxy: Fronts,
  nginx: Fronts | undefined,
  { mixes, rounds = ROUNDS, requests: count = REQUESTS }: ProxiesOptions,
): Promise<readonly ProxyFigures[]> {
  const random = seededRandom(SEED);
  const all = mixes.flatMap(({ requests }) => requests);
  for (const front of Object.values(proxy))
    await sendAll(front, varied(all, count * WARM_UP, random));
  const fronts = [...Object.values(proxy), ...Object.values(nginx ?? {})];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { requests }] of mixes.entries()) {
      const sent = varied(requests, count, random);
      for (const front of rotated(fronts, round + index)) {
        const time = await timePerRequest(front.server, count, () => sendAll(front, sent));
        front.times[index]?.push(time);
      }
    }
  }
  const figures: ProxyFigures[] = [];
  for (const [index, { name, requests }] of mixes.entries()) {
    const ours = await sendAll(proxy.inspecting, requests);
    const theirs = nginx && (await sendAll(nginx.inspecting, requests));
    figures.push({
      mix: name,
      requests: requests.length,
      proxy: timesOf(proxy, index, ours),
      nginx: nginx && timesOf(nginx, index, theirs ?? []),
      ratio: nginx && medianRatio(nginx, proxy, index),
      differing: requests
        .filter((_, at) => theirs !== undefined && theirs[at] !== ours[at])
        .map((request) => request.name),
    });
  }
  return figures;
}

/** Returns `count` requests in turn, with values that vary. */
function varied(
  requests: readonly BenchRequest[],
  count: number,
  random: () => number,
): readonly BenchRequest[] {
  return Array.from({ length: count }, (_, index) => requests[index % requests.length])
    .filter((request) => request !== undefined)
    .map((request) => varyRequest(request, random));
}

/** Sends the requests. Returns their statuses in order. */
async function sendAll(
  { server, agent }: Front,
  requests: readonly BenchRequest[],
): Promise<readonly number[]> {
  const statuses: number[] = [];
  const queue = requests.entries();
  const client = async (): Promise<void> => {
    for (const [index, request] of queue) {
      statuses[index] = await send(server.port, request, agent);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return statuses;
}

function timesOf(
  { inspecting, forwarding }: Fronts,
  mix: number,
  statuses: readonly number[],
): ServerTimes {
  return {
    inspecting: median(inspecting.times[mix] ?? []),
    forwarding: median(forwarding.times[mix] ?? []),
    blocked: statuses.filter((status) => status >= 400).length,
  };
}

function medianRatio(nginx: Fronts, proxy: Fronts, mix: number): number {
  const ours = proxy.inspecting.times[mix] ?? [];
  const theirs = nginx.inspecting.times[mix] ?? [];
  return median(theirs.map((time, round) => time / (ours[round] ?? Number.NaN)));
}
