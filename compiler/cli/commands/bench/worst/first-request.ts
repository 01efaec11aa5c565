/**
 * Measures a request in a module that is loaded as the proxy loads it: with its flags of V8, automaton states, then the
 * whole warm-up. In a process of its own, because a proxy that has started has not loaded and measured dozens of modules
 * before.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledWaf, RequestHead, ResponseHead } from '#engine/host/compiled-waf.ts';
import { type HostServices, noServices } from '#engine/host/host-services.ts';
import { V8_FLAGS } from '#proxy/process/tune-v8.ts';
import { OPTIMIZATION } from '#proxy/process/warm-up/early-optimization.ts';
import { FIRST, LAST, REQUESTS, requestAt } from '#proxy/process/warm-up/sequence.ts';
import { ATTACK_REQUESTS, attackRequest } from '#proxy/waf/attack-requests.ts';
import { inspectWarm, type WarmRequest } from '#proxy/waf/warm-requests.ts';
import { temporaryFolder } from '../../../project/module-folders.ts';
import type { BenchRequest } from '../bench-request.ts';
import { headOf, RESPONSE } from '../bench-waf.ts';

type WarmUpPart = { readonly flags: readonly string[]; readonly requests: readonly WarmRequest[] };

type Job = {
  /** URL of the bundled module. */
  readonly url: string;
  readonly services: HostServices;
  /** One part after the other, each with the flags of V8 that are set before it. */
  readonly warmUp: readonly WarmUpPart[];
  readonly head: RequestHead;
  readonly body: string;
  readonly response: ResponseHead;
};

/** Returns the microseconds of `request`, the first one that the bundled module `text` inspects after its warm-up. */
export async function timeOfFirst(text: string, request: BenchRequest): Promise<number> {
  const folder = temporaryFolder();
  try {
    const path = join(folder, 'waf.mjs');
    writeFileSync(path, text);
    return await runInProcess({
      url: pathToFileURL(path).href,
      services: noServices,
      warmUp: warmUpParts(),
      head: headOf(request),
      body: request.body,
      response: RESPONSE,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function warmUpParts(): readonly WarmUpPart[] {
  const { early, usual } = OPTIMIZATION;
  const requests = Array.from({ length: REQUESTS }, (_, index) => requestAt(index));
  const attacks = Array.from({ length: ATTACK_REQUESTS }, (_, index) => attackRequest(index));
  return [
    { flags: usual, requests: requests.slice(0, FIRST) },
    { flags: early, requests: requests.slice(FIRST, -LAST) },
    { flags: usual, requests: [...requests.slice(-LAST), ...attacks] },
  ];
}

/** The two functions stand in it as text; `__name` is what tsx adds to functions inside of them. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
const __name = (named) => named;
const job = JSON.parse(readFileSync(0, 'utf8'));
console.log(await (${measure})(job, ${inspectWarm}, setFlagsFromString));`;

/** Uses nothing but its parameters. Like `timeOf`, it returns the lower one of processor time and elapsed time. */
async function measure(
  { url, services, warmUp, head, body, response }: Job,
  inspect: typeof inspectWarm,
  setFlag: (flag: string) => void,
): Promise<number> {
  const { waf }: { readonly waf: CompiledWaf } = await import(url);
  for (const { flags, requests } of warmUp) {
    for (const flag of flags) setFlag(flag);
    for (const request of requests) inspect(waf, services, request);
  }
  const before = process.cpuUsage();
  const started = performance.now();
  const transaction = waf.open(head, 'first');
  const interruption =
    transaction.inspectRequestHeaders() ??
    transaction.inspectRequestBody(transaction.requestBodyAccess ? body : '') ??
    transaction.inspectResponseHeaders(response);
  if (interruption === undefined) transaction.inspectResponseBody('');
  transaction.close();
  const elapsed = (performance.now() - started) * 1000;
  const { user, system } = process.cpuUsage(before);
  return Math.min(elapsed, Math.max(user + system, 1));
}

function runInProcess(job: Job): Promise<number> {
  const child = spawn(process.execPath, [...V8_FLAGS, '--input-type=module', '--eval', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stdin.end(JSON.stringify(job));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(Number(output));
      else reject(new Error(`The process of a first request ended with ${status}.`));
    });
  });
}
