/** The child process of measure-in-process.ts: takes one job from the parent and sends one result back. */
import { pathToFileURL } from 'node:url';
import { toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { benchWaf, processorTime, runTransaction } from '#compiler/cli/commands/bench/bench-waf.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { answerParent } from './answer-parent.ts';
import type { SeparateJob, SeparateResult } from './measure-in-process.ts';

const PLAIN = toRequest({ name: 'plain', method: 'GET', path: '/', headers: { Accept: '*/*' } });

async function measure(job: SeparateJob): Promise<SeparateResult> {
  const { path, requests, warmUpMs, milliseconds, seed } = job;
  const { waf }: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
  // The measurement must not include the one-time costs of a first transaction.
  runTransaction(waf, PLAIN);
  const started = processorTime();
  for (const request of requests.slice(0, 1)) runTransaction(waf, request);
  const firstMicroseconds = processorTime() - started;
  benchWaf(waf, requests, { milliseconds: warmUpMs, seed });
  return { firstMicroseconds, ...benchWaf(waf, requests, { milliseconds, seed }) };
}

answerParent(measure);
