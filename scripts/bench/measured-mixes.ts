/** The child process of measure-mixes.ts: warms one module up with all mixes, then measures each. */
import { pathToFileURL } from 'node:url';
import { type BenchResult, benchWaf } from '#compiler/cli/commands/bench/bench-waf.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { answerParent } from './answer-parent.ts';
import type { MixesJob } from './measure-mixes.ts';

async function measure(job: MixesJob): Promise<readonly BenchResult[]> {
  const { path, mixes, warmUpMs, milliseconds, seed } = job;
  const { waf }: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
  const all = mixes.flatMap(({ requests }) => requests);
  benchWaf(waf, all, { milliseconds: warmUpMs, seed });
  return mixes.map(({ requests }) => benchWaf(waf, requests, { milliseconds, seed }));
}

answerParent(measure);
