/** Says which set-up the tests expect. When many tests fail, the set-up of the rules is the most likely cause. */
import { countOfKind, type FtwRecord } from '../ftw-record.ts';

/** Returns lines to print after the failures; [] when too few tests fail. */
export function setUpLines(records: readonly FtwRecord[]): readonly string[] {
  const failed = countOfKind(records, 'failed');
  const passed = countOfKind(records, 'passed');
  if (failed < MANY || failed * SHARE < failed + passed) return [];
  const shown = [...lacking(records), ...stopped(records), ...silent(records)];
  return [
    'Many tests fail. They expect this configuration:',
    ...shown.map((line) => `  ${line}`),
    ...(shown.some((line) => CRS_RULE.test(line)) ? CRS : []),
    '',
  ];
}

/** With fewer failures than MANY, or than one in SHARE tests, the set-up is not the likely cause. */
const MANY = 5;
const SHARE = 20;

const CRS_RULE = /\b9\d{5}\b/;
const CRS = [
  'The tests of the OWASP CRS expect paranoia level 4 and rules that log but do not block: name a file that sets',
  'this with --entry, before the rules. docs/testing.md describes such a file.',
];

type Id = number;

/** Rules that the profile does not have, by the traces. */
function lacking(records: readonly FtwRecord[]): readonly string[] {
  const ids = idsIn(records, /^rule (\d+): the profile has no such rule/);
  return ids.length === 0 ? [] : [`rules that the profile does not have: ${listed(ids)}`];
}

/** Rules that did not run, grouped by the reason in the traces; the three most frequent reasons. */
function stopped(records: readonly FtwRecord[]): readonly string[] {
  const reasons = new Map<string, Set<Id>>();
  for (const line of closestLines(records)) {
    const [, id = '', why = ''] = /^rule (\d+) did not run \[[^\]]*\]: (.*)$/.exec(line) ?? [];
    if (id !== '') reasons.set(why, (reasons.get(why) ?? new Set()).add(Number(id)));
  }
  const most = [...reasons].toSorted(([, left], [, right]) => right.size - left.size).slice(0, 3);
  return most.map(
    ([why, ids]) => `rules that run, but do not run here (${why}): ${listed([...ids])}`,
  );
}

/** Returns the expected rules that no failed test has in its log, which needs no traces. */
function silent(records: readonly FtwRecord[]): readonly string[] {
  if (closestLines(records).length > 0) return [];
  const failures = records.flatMap(({ failure }) => failure ?? []);
  const found = new Set(failures.flatMap(({ foundIds }) => foundIds));
  const missing = failures.flatMap(({ expectIds }) => expectIds).filter((id) => !found.has(id));
  const ids = [...new Set(missing)];
  return ids.length === 0 ? [] : [`rules that log when they match: ${listed(ids)}`];
}

function idsIn(records: readonly FtwRecord[], pattern: RegExp): readonly Id[] {
  const ids = closestLines(records).map((line) => pattern.exec(line)?.[1]);
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [Number(id)])))];
}

function closestLines(records: readonly FtwRecord[]): readonly string[] {
  return records.flatMap(({ failure }) => failure?.closest ?? []);
}

const SHOWN = 8;

function listed(ids: readonly Id[]): string {
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  return `${ids.slice(0, SHOWN).join(', ')}${more}`;
}
