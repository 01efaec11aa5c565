/** Formats a report for a terminal: the first bars of each chart. */
import { countNoun } from '#compiler/count-noun.ts';
import { formatTable } from '../../output/table.ts';
import type { Candidate, Counts, Dimension, Period, ReportDocument } from './document.ts';

/** The number of bars of each chart. */
const MOST = 10;

export function formatSummary(report: ReportDocument): string {
  const { period, comparedWith, dimensions, falseAlarms } = report;
  const isCompared = comparedWith !== undefined;
  return [
    periodLine('', period),
    ...(isCompared ? [periodLine('compared with ', comparedWith)] : []),
    ...dimensions
      .filter(({ bars }) => bars.length > 0)
      .flatMap((dimension) => ['', ...chart(dimension, isCompared)]),
    '',
    ...candidateLines(falseAlarms.candidates),
    'Charts, requests and exclusions: --html FILE, or all figures with --json.',
  ].join('\n');
}

function periodLine(prefix: string, period: Period): string {
  const { from, to, blocked, detected, unmatched } = period;
  const time = (value: number): string =>
    new Date(value).toISOString().slice(0, 16).replace('T', ' ');
  const start = from === undefined ? 'the beginning' : time(from);
  const end = to === undefined ? 'the end' : time(to);
  const span = from === undefined && to === undefined ? '' : `${start} to ${end} UTC: `;
  return `${prefix}${span}${blocked} blocked, ${detected} detected, ${unmatched} without a match`;
}

function chart({ name, bars, others }: Dimension, isCompared: boolean): readonly string[] {
  const head = [`by ${name}`, 'blocked', 'detected', ...(isCompared ? ['before'] : [])];
  const row = (title: string, now: Counts, before: Counts): readonly string[] => [
    title,
    String(now.blocked),
    String(now.detected),
    ...(isCompared ? [String(before.blocked + before.detected)] : []),
  ];
  const rest = bars
    .slice(MOST)
    .reduce(
      (sum, { now, before }) => ({ now: add(sum.now, now), before: add(sum.before, before) }),
      others,
    );
  const hasRest = rest.now.blocked + rest.now.detected + rest.before.blocked + rest.before.detected;
  return formatTable([
    head,
    ...bars
      .slice(0, MOST)
      .map(({ key, label, now, before }) =>
        row(`${key} ${label}`.trim().slice(0, 60), now, before),
      ),
    ...(hasRest > 0 ? [row('others', rest.now, rest.before)] : []),
  ]).split('\n');
}

function add(one: Counts, other: Counts): Counts {
  return { blocked: one.blocked + other.blocked, detected: one.detected + other.detected };
}

function candidateLines(candidates: readonly Candidate[]): readonly string[] {
  if (candidates.length === 0) return [];
  const lines = candidates.slice(0, MOST).map(({ rule, target, message, counts, clients }) => {
    const requests = countNoun(counts.blocked + counts.detected, 'request');
    return `  ${rule} ${target} ${message}: ${requests} of ${countNoun(clients, 'client')}`;
  });
  return ['likely false alarms', ...lines, ''];
}
