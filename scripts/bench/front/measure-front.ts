/** Measures the processor time of a request without the rules: the proxy against http-proxy alone. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { median } from '#compiler/cli/commands/bench/bench-waf.ts';
import { startRedis } from './redis.ts';
import {
  processorTime,
  proxyEnvironment,
  rotated,
  type Server,
  startServer,
  stopServers,
  timePerRequest,
} from './servers.ts';

/** Processor microseconds per request, medians of the rounds. */
export type FrontFigures = {
  readonly name: string;
  readonly get: number;
  readonly post: number;
  /** The ratio to the wrapper of docs/spec/http.md#forwarding: median of the ratios within a round. */
  readonly getRatio: number;
  readonly postRatio: number;
  /** Microseconds from a GET to the end of its response, one request at a time. */
  readonly p50: number;
  readonly p99: number;
};

/**
 * Enough rounds for a median that is robust against other load. A round is long enough for a server to warm up its
 * caches.
 */
const ROUNDS = 30;
const WARM_UP_REQUESTS = 4000;
const ROUND_REQUESTS = 500;
/**
 * Enough clients that an iteration of a server's event loop usually finds several requests, each of which then costs
 * less.
 */
const CLIENTS = 16;
const LATENCY_REQUESTS = 100;
const BODY = 'user=alice&comment=A+short+comment+that+no+rule+minds&page=3';
const HEADERS: OutgoingHttpHeaders = {
  Host: 'shop.test',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
  'Accept-Language': 'en-US,en;q=0.5',
  'Cache-Control': 'no-cache',
  Cookie: 'session=2f7a91c04be84e2c; theme=dark',
  Referer: 'https://shop.test/catalogue?page=2',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
};

type Front = { readonly name: string; readonly server: Server; readonly agent: Agent };
type Method = 'GET' | 'POST';

/**
 * Measures all servers. Returns undefined when the processor time of other processes cannot be read (no /proc).
 * Throws when a server does not start.
 */
export async function measureFront(): Promise<readonly FrontFigures[] | undefined> {
  if (processorTime(process.pid) === undefined) return undefined;
  const servers: Server[] = [];
  const start = async (path: string, env: Record<string, string>): Promise<Server> => {
    const server = await startServer(path, env);
    servers.push(server);
    return server;
  };
  try {
    const { port } = await start('scripts/bench/front/backend.ts', {});
    const base = { BACKEND_PORT: String(port) };
    const proxy = proxyEnvironment(port);
    const off = { ...proxy, ENGINE_MODE: 'off' };
    const started: (readonly [string, Server])[] = [
      ['http-proxy, safe wrapper', await start('scripts/bench/front/wrapper.ts', base)],
      ['http-proxy as it comes', await start('scripts/bench/front/unprotected.ts', base)],
      ['proxy, inspection off', await start('dist/proxy.js', off)],
      ['  and no access log', await start('dist/proxy.js', { ...off, ACCESS_LOG: 'off' })],
      ['proxy, inspection on', await start('dist/proxy.js', proxy)],
    ];
    const redis = await startRedis();
    if (redis !== undefined) {
      servers.push(redis);
      const shared = { ...off, SHARED_STATE_URL: `redis://127.0.0.1:${redis.port}` };
      started.push(['inspection off, limits in Redis', await start('dist/proxy.js', shared)]);
    }
    const fronts = started.map(([name, server]) => ({
      name,
      server,
      agent: new Agent({ keepAlive: true, maxSockets: CLIENTS }),
    }));
    return await compare(fronts);
  } finally {
    await stopServers(servers);
  }
}

/** Measures the servers in rotating order within each round. */
async function compare(fronts: readonly Front[]): Promise<FrontFigures[]> {
  for (const front of fronts) {
    await sendMany(front, 'GET', WARM_UP_REQUESTS);
    await sendMany(front, 'POST', WARM_UP_REQUESTS);
  }
  const gets: number[][] = fronts.map(() => []);
  const posts: number[][] = fronts.map(() => []);
  const latencies: number[][] = fronts.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, front] of rotated([...fronts.entries()], round)) {
      gets[index]?.push(await timeOf(front, 'GET'));
      posts[index]?.push(await timeOf(front, 'POST'));
      latencies[index]?.push(...(await latenciesOf(front)));
    }
  }
  return fronts.map(({ name }, index) => ({
    name,
    get: median(gets[index] ?? []),
    post: median(posts[index] ?? []),
    getRatio: medianRatio(gets[index] ?? [], gets[0] ?? []),
    postRatio: medianRatio(posts[index] ?? [], posts[0] ?? []),
    p50: quantile(latencies[index] ?? [], 0.5),
    p99: quantile(latencies[index] ?? [], 0.99),
  }));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

function medianRatio(values: readonly number[], base: readonly number[]): number {
  return median(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}

function timeOf(front: Front, method: Method): Promise<number> {
  return timePerRequest(front.server, ROUND_REQUESTS, () =>
    sendMany(front, method, ROUND_REQUESTS),
  );
}

async function latenciesOf(front: Front): Promise<number[]> {
  const latencies: number[] = [];
  for (let count = 0; count < LATENCY_REQUESTS; count += 1) {
    const began = performance.now();
    await send(front, 'GET', '/catalogue/item');
    latencies.push((performance.now() - began) * 1000);
  }
  return latencies;
}

async function sendMany(front: Front, method: Method, count: number): Promise<void> {
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send(front, method, `/catalogue/item?page=${left}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function send({ name, server, agent }: Front, method: Method, path: string): Promise<void> {
  const headers =
    method === 'GET'
      ? HEADERS
      : {
          ...HEADERS,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': BODY.length,
        };
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: server.port, method, path, headers, agent };
    request(to, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${name}: ${response.statusCode}`));
      response.resume().on('end', resolve).on('error', reject);
    })
      .on('error', reject)
      .end(method === 'GET' ? undefined : BODY);
  });
}
