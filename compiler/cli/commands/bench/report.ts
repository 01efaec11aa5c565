/** The report of `portcullis bench`, as comparable JSON and as text. */
import { formatTable } from '../../output/table.ts';
import type { BenchResult } from './bench-waf.ts';
import type { Conditions } from './conditions.ts';
import { WORK_NAMES, type WorkCounts } from './count-work.ts';
import { formatBytes, formatTime } from './format.ts';
import type { Shares } from './measure-shares.ts';
import { PARTS } from './parts-of-module.ts';

/** Increased when a figure changes its meaning. Reports of different versions are not compared. */
export const SCHEMA_VERSION = 1;

export type MixReport = BenchResult & {
  readonly mix: string;
  readonly shares: Shares;
  readonly work: WorkCounts;
};

export type BenchReport = {
  readonly schemaVersion: number;
  readonly conditions: Conditions;
  readonly profile: string;
  readonly ruleSet: string;
  readonly passes: 'on' | 'off';
  readonly seed: number;
  readonly mixes: readonly MixReport[];
};

/** Rounds to three decimals, because more would be noise. */
export function toJson(report: object): string {
  const round = (_key: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
  return `${JSON.stringify(report, round, 2)}\n`;
}

export function toText(report: BenchReport): string {
  const { conditions, profile, ruleSet, passes, mixes } = report;
  const head = ['mix', 'time', 'allocated', 'blocked', 'of', 'rounds'];
  const rows = mixes.map((mix) => [
    mix.mix,
    formatTime(mix.microseconds),
    formatBytes(mix.allocatedBytes),
    String(mix.blocked),
    String(mix.requests),
    String(mix.rounds),
  ]);
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const shares = mixes.map((mix) => [
    mix.mix,
    ...PARTS.map((part) => percent(mix.shares[part] ?? 0)),
  ]);
  return [
    `Node ${conditions.node}, ${conditions.processor}, load ${conditions.load.toFixed(1)}`,
    `Profile ${profile} (${ruleSet}), passes ${passes}`,
    '\nOne transaction, processor time, median of the rounds',
    formatTable([head, ...rows]),
    '\nOne transaction, counted',
    formatWork(mixes.map(({ mix, work }) => [mix, work])),
    '\nShares of the time, by source file',
    formatTable([['mix', ...PARTS], ...shares]),
  ].join('\n');
}

/** Returns a row for each mix with the means over its requests. */
export function formatWork(rows: readonly (readonly [mix: string, work: WorkCounts])[]): string {
  return formatTable([
    ['mix', ...WORK_NAMES],
    ...rows.map(([mix, work]) => [mix, ...WORK_NAMES.map((name) => (work[name] ?? 0).toFixed(1))]),
  ]);
}
