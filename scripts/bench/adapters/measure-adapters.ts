/**
 * What adapters add to an inspection: processor time of a request with the adapter, less that of the same without it.
 * The rules are those that are measured, but do nothing: what they take themselves is measured apart and would hide the rest.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Mix } from '../../compiler/cli/commands/bench/bench-request.ts';
import { median } from '../../compiler/cli/commands/bench/bench-waf.ts';
import type * as core from '../../runtime/adapters/core/inspector.ts';
import type * as fetchAdapter from '../../runtime/adapters/fetch/index.ts';
import type * as nodeAdapter from '../../runtime/adapters/node/index.ts';
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
} from '../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../runtime/engine/host/host-services.ts';

export type AdapterFigures = {
  readonly mix: string;
  /** Microseconds of a request: the rules alone, and what each adapter adds to them. */
  readonly rules: number;
  readonly node: number;
  readonly fetch: number;
  /** Not in `fetch`: what the platform takes for the headers and for copies of the bodies that rules read. */
  readonly fetchPlatform: number;
};

const ROUNDS = 25;
const WARM_UP_ROUNDS = 5;
/** Requests of a round. */
const COUNT = 200;

type BenchRequest = Mix['requests'][number];
type Send = (given: BenchRequest) => unknown;

/** Mixes whose requests pass. */
export async function measureAdapters(
  waf: CompiledWaf,
  mixes: readonly Mix[],
): Promise<readonly AdapterFigures[]> {
  const { createInspector, portcullis, protect } = await bundled();
  const options = { waf: idle(waf), mode: 'detect', onAudit: () => undefined } as const;
  const inspector = createInspector({ ...options, waf });
  const idleInspector = createInspector(options);
  const guard = portcullis(options);
  const handle = protect(options, echo);
  const plain = await listen(answer);
  const guarded = await listen((received, response) =>
    guard(received, response, () => answer(received, response)),
  );
  const figures: AdapterFigures[] = [];
  for (const { name, requests } of mixes) {
    const times = await rounds(requests, {
      rules: (given) => allPhases(inspector, given),
      phases: (given) => allPhases(idleInspector, given),
      node: (given) => send(plain, given),
      nodeGuarded: (given) => send(guarded, given),
      fetch: (given) => echo(requestOf(given)),
      fetchPlatform: (given) => readTwice(requestOf(given)),
      fetchGuarded: (given) => handle(requestOf(given)),
    });
    const added = (measured: Time, ...without: readonly Time[]): number =>
      median(
        times.map((time) => without.reduce((left, each) => left - time(each), time(measured))),
      );
    figures.push({
      mix: name,
      rules: median(times.map((time) => time('rules'))),
      node: added('nodeGuarded', 'node', 'phases'),
      fetch: added('fetchGuarded', 'fetchPlatform', 'phases'),
      fetchPlatform: added('fetchPlatform', 'fetch'),
    });
  }
  for (const server of [plain, guarded]) server.close();
  agent.destroy();
  return figures;
}

/** Rules with the same settings, whose phases do nothing. */
function idle(waf: CompiledWaf): CompiledWaf {
  const transaction = waf.open(HEAD, 'idle', 'DetectionOnly', noServices);
  // Its media type decides whether rules read the answer.
  transaction.inspectResponseHeaders(ANSWER);
  const nothing = (): undefined => undefined;
  Object.assign(transaction, {
    inspectRequestHeaders: nothing,
    inspectRequestBody: nothing,
    inspectResponseHeaders: nothing,
    inspectResponseBody: nothing,
    close: nothing,
  });
  return { ...waf, open: () => transaction };
}

const WAYS = [
  'rules',
  'phases',
  'node',
  'nodeGuarded',
  'fetch',
  'fetchPlatform',
  'fetchGuarded',
] as const;
type Time = (typeof WAYS)[number];
/** Microseconds of a request in one round. */
type Round = (way: Time) => number;

/** In each round one way after the other, so that all see the same machine. */
async function rounds(
  requests: readonly BenchRequest[],
  ways: Readonly<Record<Time, Send>>,
): Promise<readonly Round[]> {
  const times: Round[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const time = new Map<Time, number>();
    for (const way of WAYS) time.set(way, await timeOf(ways[way], requests));
    if (round >= WARM_UP_ROUNDS) times.push((way) => time.get(way) ?? Number.NaN);
  }
  return times;
}

async function timeOf(way: Send, requests: readonly BenchRequest[]): Promise<number> {
  const start = process.cpuUsage();
  for (let count = 0; count < COUNT; count += 1) {
    const given = requests[count % requests.length];
    if (given !== undefined) await way(given);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / COUNT;
}

type Adapters = Pick<typeof core, 'createInspector'> &
  Pick<typeof nodeAdapter, 'portcullis'> &
  Pick<typeof fetchAdapter, 'protect'>;

/** The adapters as the package has them: what runs TypeScript adds a call to every function that is made. */
async function bundled(): Promise<Adapters> {
  const adapters = join(import.meta.dirname, '../../runtime/adapters');
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-adapters-'));
  const outfile = join(folder, 'adapters.mjs');
  const contents = ['core/inspector', 'node/index', 'fetch/index']
    .map((name) => `export * from '${adapters}/${name}.ts';`)
    .join('\n');
  try {
    const stdin = { contents, resolveDir: adapters };
    await build({
      stdin,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'es2022',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HEAD: RequestHead = {
  method: 'GET',
  target: '/',
  protocol: 'HTTP/1.1',
  headers: [],
  remoteAddress: '127.0.0.1',
  remotePort: 1,
  serverAddress: '127.0.0.1',
  serverPort: 1,
  serverName: 'localhost',
};
const ANSWER: ResponseHead = {
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [['content-type', 'text/plain;charset=UTF-8']],
};

/** The rules alone, on a request and the answer that the servers here give. */
function allPhases(
  { open }: core.Inspector,
  { method, target, headers, body }: BenchRequest,
): void {
  const exchange = open({ ...HEAD, method, target, headers });
  exchange.requestHeaders();
  exchange.requestBody(body);
  exchange.responseHeaders(ANSWER);
  exchange.responseBody('');
  exchange.close();
}

/** What any inspection asks of the fetch API: all headers, and a copy of the body. Rules here read no answers. */
async function readTwice(received: Request): Promise<Response> {
  let length = [...received.headers].length;
  if (received.body !== null) length += (await received.clone().arrayBuffer()).byteLength;
  const answered = await echo(received);
  length += [...answered.headers].length;
  if (length === 0) throw new Error('nothing was read');
  return answered;
}

const answer: RequestListener = (received, response) => {
  received.resume().on('end', () => {
    response.setHeader('Content-Type', 'text/plain;charset=UTF-8');
    response.end('ok');
  });
};

async function echo(received: Request): Promise<Response> {
  await received.arrayBuffer();
  return new Response('ok');
}

function requestOf({ method, target, headers, body }: BenchRequest): Request {
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  const bytes = Uint8Array.from(Buffer.from(body, 'latin1'));
  return new Request(`http://localhost${target}`, body === '' ? init : { ...init, body: bytes });
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function listen(handler: RequestListener): Promise<Server> {
  // The other ways take their time between two requests of a connection.
  const server = createServer({ keepAliveTimeout: 0 }, handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function send(
  server: Server,
  { method, target, headers, body }: BenchRequest,
): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    method,
    path: target,
    agent,
    headers: headers.flat(),
  });
  sent.end(body, 'latin1');
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
}
