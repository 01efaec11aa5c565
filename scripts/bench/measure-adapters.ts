/** What adapters add to an inspection: processor time of whole requests, less that of the same without rules and of the rules alone. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Mix } from '../../compiler/cli/commands/bench/bench-request.ts';
import type * as core from '../../runtime/adapters/core/inspector.ts';
import type * as fetchAdapter from '../../runtime/adapters/fetch/index.ts';
import type * as nodeAdapter from '../../runtime/adapters/node/index.ts';
import type { CompiledWaf } from '../../runtime/engine/host/compiled-waf.ts';

export type AdapterFigures = {
  readonly mix: string;
  /** Microseconds of a request: the rules alone, and what each adapter adds to them. */
  readonly rules: number;
  readonly node: number;
  readonly fetch: number;
};

const ROUNDS = 15;
/** Requests of a round. */
const COUNT = 200;

type BenchRequest = Mix['requests'][number];
type Send = (given: BenchRequest) => unknown;

/** Mixes whose requests pass. */
export async function measureAdapters(
  waf: CompiledWaf,
  mixes: readonly Mix[],
): Promise<readonly AdapterFigures[]> {
  const onAudit = (): void => undefined;
  const { createInspector, portcullis, protect } = await bundled();
  const inspector = createInspector({ waf, mode: 'detect', onAudit });
  const guard = portcullis({ waf, mode: 'detect', onAudit });
  const handle = protect({ waf, mode: 'detect', onAudit }, echo);
  const plain = await listen((received, response) => {
    received.resume().on('end', () => response.end('ok'));
  });
  const guarded = await listen((received, response) =>
    guard(received, response, () => received.resume().on('end', () => response.end('ok'))),
  );
  const figures: AdapterFigures[] = [];
  for (const { name, requests } of mixes) {
    const ways: readonly Send[] = [
      (given) => allPhases(inspector, given),
      (given) => send(plain, given),
      (given) => send(guarded, given),
      (given) => echo(requestOf(given)),
      (given) => handle(requestOf(given)),
    ];
    const [rules = 0, bare = 0, onNode = 0, fetchBare = 0, onFetch = 0] = await medians(
      ways,
      requests,
    );
    figures.push({
      mix: name,
      rules,
      node: onNode - bare - rules,
      fetch: onFetch - fetchBare - rules,
    });
  }
  for (const server of [plain, guarded]) server.close();
  agent.destroy();
  return figures;
}

/** One round of each after the other, so that all see the same machine. */
async function medians(
  ways: readonly Send[],
  requests: readonly BenchRequest[],
): Promise<readonly number[]> {
  const times = ways.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    for (const [index, way] of ways.entries()) {
      const start = process.cpuUsage();
      for (let count = 0; count < COUNT; count += 1) {
        const given = requests[count % requests.length];
        if (given !== undefined) await way(given);
      }
      const { user, system } = process.cpuUsage(start);
      if (round >= 2) times[index]?.push((user + system) / COUNT);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0);
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

/** The rules alone, on a request and the answer that the servers here give. */
function allPhases(
  { open }: core.Inspector,
  { method, target, headers, body }: BenchRequest,
): void {
  const exchange = open({
    method,
    target,
    protocol: 'HTTP/1.1',
    headers,
    remoteAddress: '127.0.0.1',
    remotePort: 1,
    serverAddress: '127.0.0.1',
    serverPort: 1,
    serverName: 'localhost',
  });
  exchange.requestHeaders();
  exchange.requestBody(body);
  exchange.responseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [] });
  exchange.responseBody('');
  exchange.close();
}

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
