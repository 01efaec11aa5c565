/**
 * Measures a request in a module that is loaded as the proxy loads it: automaton states, then the whole warm-up. In a process
 * of its own, because a proxy that has started has not loaded and measured dozens of modules before.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
} from '../../../../../runtime/engine/host/compiled-waf.ts';
import { type HostServices, noServices } from '../../../../../runtime/engine/host/host-services.ts';
import {
  ATTACK_REQUESTS,
  attackRequest,
} from '../../../../../runtime/proxy/waf/attack-requests.ts';
import { inspectWarm, type WarmRequest } from '../../../../../runtime/proxy/waf/warm-requests.ts';
import { warmMix } from '../../../project/warm-modules.ts';
import type { BenchRequest } from '../bench-request.ts';
import { headOf, RESPONSE } from '../bench-waf.ts';

type Job = {
  /** URL of the bundled module. */
  readonly url: string;
  readonly services: HostServices;
  readonly warmUp: readonly WarmRequest[];
  readonly head: RequestHead;
  readonly body: string;
  readonly response: ResponseHead;
};

/** Returns the microseconds of `request`, the first one that the bundled module `text` inspects after its warm-up. */
export async function timeOfFirst(text: string, request: BenchRequest): Promise<number> {
  const attacks = Array.from({ length: ATTACK_REQUESTS }, (_, index) => attackRequest(index));
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  try {
    const path = join(folder, 'waf.mjs');
    writeFileSync(path, text);
    return await runInProcess({
      url: pathToFileURL(path).href,
      services: noServices,
      warmUp: [...warmMix, ...attacks],
      head: headOf(request),
      body: request.body,
      response: RESPONSE,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The two functions stand in it as text; `__name` is what tsx adds to functions inside of them. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
const __name = (named) => named;
const job = JSON.parse(readFileSync(0, 'utf8'));
console.log(await (${measure})(job, ${inspectWarm}));`;

/** Uses nothing but its parameters. Like `timeOf`, it returns the lower one of processor time and elapsed time. */
async function measure(
  { url, services, warmUp, head, body, response }: Job,
  inspect: typeof inspectWarm,
): Promise<number> {
  const { waf }: { readonly waf: CompiledWaf } = await import(url);
  for (const request of warmUp) inspect(waf, services, request);
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
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
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
