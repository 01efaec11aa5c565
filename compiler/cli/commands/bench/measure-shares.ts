/** Measures which part of the engine takes how much time, with V8's sampling profiler. */
import { type Profiler, Session } from 'node:inspector';
import { seededRandom } from '#compiler/seeded-random.ts';
import type { WafModule } from '../../project/load-waf.ts';
import type { BenchRequest } from './bench-request.ts';
import { runTransaction } from './bench-waf.ts';
import { type LinePart, PARTS, type Part } from './parts-of-module.ts';
import { varyRequest } from './vary-request.ts';

/** Share of all samples, 0 to 1, by part (PARTS). The sum is 1. */
export type Shares = Readonly<Record<string, number>>;

const INTERVAL_MICROSECONDS = 100;
/** Requests are varied in batches before the profiler runs; a batch must fit in memory. */
const BATCH_BYTES = 16 << 20;

/**
 * Runs transactions for `milliseconds`. A sample counts for the file of the innermost function that has one, so the
 * work of V8 itself (array and string methods, RegExp) counts for its caller. All garbage collection is one part.
 * Functions that V8 has inlined keep their own file.
 */
export async function measureShares(
  { waf, url }: WafModule,
  partOf: LinePart,
  requests: readonly BenchRequest[],
  { milliseconds, seed }: { readonly milliseconds: number; readonly seed: number },
): Promise<Shares> {
  const random = seededRandom(seed);
  const counts = new Map<Part, number>();
  const rounds = roundsOfBatch(requests);
  for (let left = milliseconds; left > 0; ) {
    const batch = Array.from({ length: rounds }, () =>
      requests.map((request) => varyRequest(request, random)),
    ).flat();
    const started = performance.now();
    const deadline = started + left;
    const profile = await profileOf(() => {
      for (const request of batch) {
        runTransaction(waf, request);
        if (performance.now() > deadline) break;
      }
    });
    left -= performance.now() - started;
    count(profile, (frame) => (frame.url === url ? partOf(frame.lineNumber) : undefined), counts);
  }
  return sharesOf(counts);
}

function roundsOfBatch(requests: readonly BenchRequest[]): number {
  const bytes = requests.reduce((sum, { body }) => sum + body.length + 2000, 0);
  return Math.max(1, Math.floor(BATCH_BYTES / bytes));
}

/** Returns the profile of everything that `run` does. */
export async function profileOf(run: () => void): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
    session.post('Profiler.start');
    run();
    return await new Promise((resolve, reject) => {
      session.post('Profiler.stop', (error, result) =>
        error === null ? resolve(result.profile) : reject(error),
      );
    });
  } finally {
    session.disconnect();
  }
}

type FramePart = (frame: Profiler.Profile['nodes'][number]['callFrame']) => Part | undefined;

function count({ nodes }: Profiler.Profile, partOf: FramePart, counts: Map<Part, number>): void {
  const parents = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)),
  );
  for (const node of nodes) {
    if (node.callFrame.functionName === '(idle)') continue;
    let part: Part | undefined;
    for (let at: typeof node | undefined = node; at && part === undefined; ) {
      part =
        at.callFrame.functionName === '(garbage collector)' ? 'collector' : partOf(at.callFrame);
      at = parents.get(at.id);
    }
    const known = part ?? 'other';
    counts.set(known, (counts.get(known) ?? 0) + (node.hitCount ?? 0));
  }
}

function sharesOf(counts: ReadonlyMap<Part, number>): Shares {
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const share = (part: Part): number => (total === 0 ? 0 : (counts.get(part) ?? 0) / total);
  return Object.fromEntries(PARTS.map((part) => [part, share(part)]));
}
