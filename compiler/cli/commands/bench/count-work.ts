/**
 * Counts what transactions do. Unlike times, counts are the same on every machine. V8 counts the calls of each function
 * (precise coverage), so the engine contains no code for it.
 */
import { type Profiler, Session } from 'node:inspector';
import type { WafModule } from '../../project/load-waf.ts';
import type { BenchRequest } from './bench-request.ts';
import { runTransaction } from './bench-waf.ts';

/** Counts by WORK for one transaction; mean over the requests. */
export type WorkCounts = Readonly<Record<string, number>>;

/** The functions whose calls are counted for each kind of work, by the end of their module's path and their name. */
const WORK: readonly {
  readonly name: string;
  readonly module: string;
  readonly function: RegExp;
}[] = [
  { name: 'rules', module: '', function: /^rule\d+$/ },
  { name: 'summaries', module: 'prefilter/summarize-targets.ts', function: /^summarize$/ },
  { name: 'texts', module: 'bytes/byte-classes.ts', function: /^byteClassesOf$/ },
  { name: 'scanned', module: 'prefilter/literal-index.ts', function: /^findClauses$/ },
  { name: 'transformed', module: 'transaction/tx.ts', function: /^cacheTransformation$/ },
  { name: 'searches', module: 'regex/matcher.ts', function: /^locateCandidate$/ },
  { name: 'captures', module: 'regex/matcher.ts', function: /^captures$/ },
  { name: 'reads', module: 'transaction/tx.ts', function: /^spendSteps$/ },
];

/** Names in the order of the report. */
export const WORK_NAMES: readonly string[] = WORK.map(({ name }) => name);

export type CountedModule = WafModule & {
  /** The text of the module at `url`, as bundleWaf returned it. */
  readonly text: string;
};

/** Counts calls. The requests run once before, so that what is built on first use is not counted. */
export function countWork(
  { waf, url, text }: CountedModule,
  requests: readonly BenchRequest[],
): WorkCounts {
  const run = (): void => {
    for (const request of requests) runTransaction(waf, request);
  };
  run();
  const functions = callsDuring(run).find((script) => script.url === url)?.functions ?? [];
  const moduleAt = modulesOf(text);
  const counts = new Map<string, number>(WORK_NAMES.map((name) => [name, 0]));
  for (const { functionName, ranges } of functions) {
    const [range] = ranges;
    if (range === undefined || range.count === 0) continue;
    const kind = WORK.find(
      (work) =>
        // The bundler appends a number to a name that two modules use.
        (work.function.test(functionName) ||
          work.function.test(functionName.replace(/\d+$/, ''))) &&
        moduleAt(range.startOffset).endsWith(work.module),
    );
    if (kind === undefined) continue;
    counts.set(kind.name, (counts.get(kind.name) ?? 0) + range.count);
  }
  const mean = (total: number): number => total / Math.max(1, requests.length);
  return Object.fromEntries([...counts].map(([name, total]) => [name, mean(total)]));
}

/**
 * Counts the calls during `run`. Meanwhile V8 does not optimise calls away; functions it has optimised are compiled
 * again.
 */
function callsDuring(run: () => void): readonly Profiler.ScriptCoverage[] {
  const session = new Session();
  session.connect();
  try {
    let result: readonly Profiler.ScriptCoverage[] = [];
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    run();
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error !== null) throw error;
      result = taken.result;
    });
    session.post('Profiler.stopPreciseCoverage');
    return result;
  } finally {
    session.disconnect();
  }
}

/**
 * Returns a function from a char offset to the path of the module there, which the bundler writes in a comment before
 * it.
 */
function modulesOf(text: string): (offset: number) => string {
  const modules = [...text.matchAll(/^\/\/ (\S+\.ts)$/gm)];
  return (offset) => modules.findLast(({ index }) => index <= offset)?.[1] ?? '';
}
