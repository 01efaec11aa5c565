/**
 * Measures what adapters add to an inspection: the processor time of a request to an application with the adapter,
 * less that without it, less that of the inspection in process. For this difference the rules do nothing, because
 * the noise of their own time would hide it. The time with both rules and adapter is measured separately.
 */
import type { Mix } from '../../../compiler/cli/commands/bench/bench-request.ts';
import { median } from '../../../compiler/cli/commands/bench/bench-waf.ts';
import type { Exchange } from '../../../runtime/adapters/core/exchange.ts';
import type { Inspector } from '../../../runtime/adapters/core/inspector.ts';
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
} from '../../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../../runtime/engine/host/host-services.ts';
import {
  type Application,
  applications,
  echo,
  requestOf,
  type Sent,
  toSent,
} from './applications.ts';
import { bundledAdapters } from './bundled-adapters.ts';

/** Microseconds per request. */
export type AdapterFigures = {
  readonly mix: string;
  /** The rules alone, all phases. */
  readonly rules: number;
  /** What each adapter adds to the rules. */
  readonly adapters: readonly { readonly name: string; readonly added: number }[];
  /** What Node's fetch API takes for all headers and a copy of the body; not a part of `added`. */
  readonly fetchPlatform: number;
  /** The rules and the adapter for node:http together. */
  readonly together: number;
};

export type Effort = {
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Requests per round. */
  readonly requests: number;
};

const EFFORT: Effort = { rounds: 100, warmUpRounds: 50, requests: 30 };

/** Adapters for Node's own Request class, whose body can be read twice only by copying it. */
const ON_FETCH: ReadonlySet<string> = new Set(['fetch', 'Hono']);

type Send = (request: Sent) => unknown;

/**
 * Measures mixes whose requests pass. Applications alternate, so that the load of the machine affects all of them
 * equally.
 */
export async function measureAdapters(
  waf: CompiledWaf,
  mixes: readonly Mix[],
  effort: Effort = EFFORT,
): Promise<readonly AdapterFigures[]> {
  const adapters = await bundledAdapters();
  const { createInspector } = adapters.core;
  const real = { waf, mode: 'detect', onAudit: () => undefined } as const;
  const idle = { ...real, waf: idleRules(waf) };
  const inspect = createInspector(real);
  const inspectIdle = createInspector(idle);
  const started: Application[] = [];
  const start = async (name: string, options: typeof real | undefined): Promise<Send> => {
    const application = await applications[name]?.(adapters, options);
    if (application === undefined) throw new Error(`no application for ${name}`);
    started.push(application);
    return application.send;
  };
  const ways = new Map<string, Send>([
    ['rules', (sent) => allPhases(inspect, sent)],
    ['phases', (sent) => allPhases(inspectIdle, sent)],
    ['platform', (sent) => readTwice(requestOf(sent))],
    ['together', await start('node:http', real)],
  ]);
  for (const name of Object.keys(applications)) {
    ways.set(`${name} bare`, await start(name, undefined));
    ways.set(`${name} guarded`, await start(name, idle));
  }
  const figures: AdapterFigures[] = [];
  for (const { name, requests } of mixes) {
    figures.push(figuresOf(name, await takeTurns(ways, requests.map(toSent), effort)));
  }
  for (const { close } of started) close();
  return figures;
}

/** Returns the microseconds per request in one round. */
type Round = (way: string) => number;

function figuresOf(mix: string, rounds: readonly Round[]): AdapterFigures {
  const middle = (of: (time: Round) => number): number => median(rounds.map(of));
  const platform: (time: Round) => number = (time) => time('platform') - time('fetch bare');
  const added = (name: string): number =>
    middle((time) => {
      const all = time(`${name} guarded`) - time(`${name} bare`) - time('phases');
      return ON_FETCH.has(name) ? all - platform(time) : all;
    });
  return {
    mix,
    rules: middle((time) => time('rules')),
    adapters: Object.keys(applications).map((name) => ({ name, added: added(name) })),
    fetchPlatform: middle(platform),
    together: middle((time) => time('together') - time('node:http bare')),
  };
}

async function takeTurns(
  ways: ReadonlyMap<string, Send>,
  requests: readonly Sent[],
  { rounds, warmUpRounds, requests: count }: Effort,
): Promise<readonly Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    const times = new Map<string, number>();
    for (const [way, send] of ways) times.set(way, await timeOf(send, requests, count));
    if (round >= warmUpRounds) measured.push((way) => times.get(way) ?? Number.NaN);
  }
  return measured;
}

async function timeOf(send: Send, requests: readonly Sent[], count: number): Promise<number> {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    const sent = requests[index % requests.length];
    if (sent !== undefined) await send(sent);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
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
  headers: [['content-type', 'text/plain; charset=utf-8']],
};

/** Returns rules with the same settings whose phases do nothing. */
export function idleRules(waf: CompiledWaf): CompiledWaf {
  const transaction = waf.open(HEAD, 'idle', 'DetectionOnly', noServices);
  // The media type determines whether rules read the response.
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

/** Runs a request and the response of the applications through all phases, as `inspect` does. */
function allPhases({ open }: Inspector, { method, target, headers, body }: Sent): void {
  const exchange: Exchange = open({ ...HEAD, method, target, headers });
  exchange.requestHeaders();
  exchange.requestBody(body);
  exchange.responseHeaders(ANSWER);
  exchange.responseBody('');
  exchange.close();
}

/**
 * Does what any inspection needs from the fetch API: reads all headers and copies the body. The rules here read no
 * responses.
 */
async function readTwice(received: Request): Promise<Response> {
  let length = [...received.headers].length;
  if (received.body !== null) length += (await received.clone().arrayBuffer()).byteLength;
  const answered = await echo(received);
  length += [...answered.headers].length;
  if (length === 0) throw new Error('nothing was read');
  return answered;
}
