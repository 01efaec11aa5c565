/** The child process of measure-adapters.ts: runs one framework and sends the times of its rounds back. */
import { pathToFileURL } from 'node:url';
import type { Exchange } from '#adapters/core/exchange.ts';
import type { Inspector } from '#adapters/core/inspector.ts';
import type { InspectorOptions } from '#adapters/core/options.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { answerParent } from '../answer-parent.ts';
import { applications, echo, requestOf, type Sent, toSent } from './applications.ts';
import { bundledAdapters } from './bundled-adapters.ts';
import { ANSWER, HEAD, idleRules } from './idle-rules.ts';
import { type Effort, type Job, ON_FETCH, type Result, type Round } from './measure-adapters.ts';

type Send = (request: Sent) => unknown;
type Ways = { readonly [Way in keyof Round]: Send };

async function measure(job: Job): Promise<Result> {
  const ways = await waysOf(job);
  const result: (readonly Round[])[] = [];
  for (const { requests } of job.mixes) {
    result.push(await takeTurns(ways, requests.map(toSent), job.effort));
  }
  return result;
}

async function waysOf({ framework, path, rules }: Job): Promise<Ways> {
  const module: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
  const waf = rules === 'idle' ? idleRules(module.waf) : module.waf;
  const options = { waf, mode: 'detect', onAudit: () => undefined } as const;
  const adapters = await bundledAdapters();
  const start = async (given: InspectorOptions | undefined): Promise<Send> => {
    const application = await applications[framework]?.(adapters, given);
    if (application === undefined) throw new Error(`no application for ${framework}`);
    return application.send;
  };
  const inspector = adapters.core.createInspector(options);
  return {
    bare: await start(undefined),
    guarded: await start(options),
    phases: (sent) => allPhases(inspector, sent),
    ...(ON_FETCH.has(framework) ? platform : withoutPlatform),
  };
}

const platform: Pick<Ways, 'echo' | 'readTwice'> = {
  echo: (sent) => echo(requestOf(sent)),
  readTwice: (sent) => readTwice(requestOf(sent)),
};
const withoutPlatform: typeof platform = { echo: () => undefined, readTwice: () => undefined };

/** Ways alternate, so that the load of the machine affects all of them equally. */
async function takeTurns(
  ways: Ways,
  requests: readonly Sent[],
  { rounds, warmUpRounds, requests: count }: Effort,
): Promise<readonly Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    const times = {
      bare: await timeOf(ways.bare, requests, count),
      guarded: await timeOf(ways.guarded, requests, count),
      phases: await timeOf(ways.phases, requests, count),
      echo: await timeOf(ways.echo, requests, count),
      readTwice: await timeOf(ways.readTwice, requests, count),
    };
    if (round >= warmUpRounds) measured.push(times);
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

answerParent(measure);
