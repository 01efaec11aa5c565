/** Compares the rules with and without the exclusions: whether these work, and what they let through. */
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import type { FtwTest } from '../../ftw/ftw-types.ts';
import { runFtw } from '../../ftw/run-in-process.ts';
import { decoderFor } from '../../inspection/decode-body.ts';
import { runRequest } from '../../inspection/run-request.ts';
import { progress } from '../../output/progress.ts';
import type { NamedRequest } from '../../replay/read-samples.ts';
import type { RunRequest } from '../../requests/request.ts';
import { attackRequest, attackValues } from './attack-requests.ts';
import { type Hit, matchesOf } from './find-hits.ts';
import { alarmCount, type Group } from './group-hits.ts';
import { evidence } from './write-exclusions.ts';

export type Wafs = { readonly without: CompiledWaf; readonly with: CompiledWaf };

export type Effect = {
  /** The number of false alarms that a second run reproduces, and the hits that remain with the exclusions. */
  readonly replayed: number;
  readonly remaining: readonly Hit[];
  /** The number of false alarms known only from the text of the log, so that their exclusions cannot be tried. */
  readonly untried: number;
};

export type Opening = {
  /** Tests that pass only without the exclusions. */
  readonly tests: readonly string[];
  readonly testsRun: number;
  /** Samples that are blocked only without the exclusions. */
  readonly samples: readonly string[];
  readonly samplesRun: number;
  /** The results of the rules' own tests, sent in the target of each exclusion. */
  readonly attacks: readonly AttackCount[];
};

export type AttackCount = {
  readonly exclusion: string;
  /** The number that is blocked without the exclusions. */
  readonly blocked: number;
  /** The number of those that are no longer blocked. */
  readonly passing: number;
};

/** `groups` are those with exclusions. */
export function effectOf(groups: readonly Group[], wafs: Wafs): Effect {
  const hits = groups.flatMap((group) => group.hits);
  const replayed = hits.filter(({ from }) => from === 'replay');
  return {
    replayed: alarmCount(replayed),
    remaining: replayed.filter((hit, index) => {
      progress.show('trying the exclusions', index + 1, replayed.length);
      return isStillThere(hit, wafs.with);
    }),
    untried: alarmCount(hits) - alarmCount(replayed),
  };
}

function isStillThere(hit: Hit, waf: CompiledWaf): boolean {
  return matchesOf(waf, hit.request).some(
    ({ ruleId, variable, key }) =>
      ruleId === hit.ruleId && variable === hit.variable && key === hit.key,
  );
}

export async function openingOf(
  groups: readonly Group[],
  wafs: Wafs,
  tests: readonly FtwTest[],
  samples: readonly NamedRequest[],
): Promise<Opening> {
  const passedWithout = await passedTests(tests, wafs.without);
  const passedWith = await passedTests(tests, wafs.with);
  const opens = ({ request }: NamedRequest, index: number): boolean => {
    progress.show('sending samples', index + 1, samples.length);
    return isOpened(request, wafs);
  };
  return {
    tests: [...passedWithout].filter((id) => !passedWith.has(id)),
    testsRun: tests.length,
    samples: samples.filter(opens).map(({ name }) => name),
    samplesRun: samples.length,
    attacks: attackCounts(groups, wafs, tests),
  };
}

async function passedTests(
  tests: readonly FtwTest[],
  waf: CompiledWaf,
): Promise<ReadonlySet<string>> {
  const { results } = await runFtw({ waf, tests });
  return new Set(results.flatMap(({ kind, test }) => (kind === 'passed' ? [test.id] : [])));
}

function isBlocked(request: RunRequest, waf: CompiledWaf): boolean {
  // DetectionOnly blocks nothing; what it would block counts.
  const setup = { decode: decoderFor(request.head) };
  return runRequest({ waf, cards: [], plan: undefined }, request, setup).verdict !== 'passed';
}

function isOpened(request: RunRequest, wafs: Wafs): boolean {
  return isBlocked(request, wafs.without) && !isBlocked(request, wafs.with);
}

function attackCounts(
  groups: readonly Group[],
  wafs: Wafs,
  tests: readonly FtwTest[],
): readonly AttackCount[] {
  const values = attackValues(tests, wafs.without, new Set(groups.map(({ ruleId }) => ruleId)));
  return groups.flatMap((group) => {
    const requests = (values.get(group.ruleId) ?? []).flatMap(
      (value) => attackRequest(group, value) ?? [],
    );
    const blocked = requests.filter((request) => isBlocked(request, wafs.without));
    if (blocked.length === 0) return [];
    const passing = blocked.filter((request) => !isBlocked(request, wafs.with)).length;
    return [{ exclusion: evidence(group), blocked: blocked.length, passing }];
  });
}
