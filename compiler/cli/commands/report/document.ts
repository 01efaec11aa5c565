/** What a report holds: `--json` prints it, and the page has it inside (docs/report.md). Times are milliseconds since 1970. */

export type ReportDocument = {
  readonly schemaVersion: 1;
  readonly generator: string;
  readonly logs: readonly LogFigures[];
  readonly period: Period;
  /** The period to compare with; undefined: none was given. */
  readonly comparedWith?: Period | undefined;
  readonly time: TimeChart;
  readonly dimensions: readonly Dimension[];
  /** Those that bars show, once each; bars name them by index. */
  readonly requests: readonly ShownRequest[];
  readonly falseAlarms: FalseAlarms;
};

export type LogFigures = {
  readonly name: string;
  /** As stored, compressed or not. */
  readonly bytes: number;
  readonly records: number;
  /** Lines that are no audit record, and the number of the first of them, from 1. */
  readonly unreadable: number;
  readonly firstUnreadable?: number | undefined;
  /** Why it could not be read to its end. */
  readonly problem?: string | undefined;
};

export type Counts = {
  readonly blocked: number;
  /** Rules matched, and the request went on. */
  readonly detected: number;
};

export type Period = Counts & {
  /** As given, else the first and the last record; undefined: no record has a time. */
  readonly from?: number | undefined;
  /** Not in it any more, when it was given. */
  readonly to?: number | undefined;
  /** Audited without a match, such as for their status. */
  readonly unmatched: number;
};

export type Bar = {
  readonly now: Counts;
  /** Of the period to compare with. */
  readonly before: Counts;
  /** Some of them, as indexes; of `now` where there are any. */
  readonly requests: readonly number[];
};

export type TimeBar = Bar & { readonly start: number };

export type TimeChart = {
  readonly step: number;
  /** In order; steps without records are left out. */
  readonly bars: readonly TimeBar[];
};

export const DIMENSIONS = ['rule', 'tag', 'host', 'path', 'country', 'client'] as const;

export type DimensionName = (typeof DIMENSIONS)[number];

export type NamedBar = Bar & {
  readonly key: string;
  /** A rule's message; empty for what speaks for itself. */
  readonly label: string;
};

export type Dimension = {
  readonly name: DimensionName;
  /** The most requests first. */
  readonly bars: readonly NamedBar[];
  /** All that have no bar. */
  readonly others: Pick<Bar, 'now' | 'before'>;
  /** Different keys seen; a lower bound when `missing` is above 0. */
  readonly distinct: number;
  /** So many requests of each bar may be among the others: memory for keys is bounded. */
  readonly missing: number;
};

export type Outcome = 'blocked' | 'detected';

export type ShownRequest = {
  readonly time?: number | undefined;
  readonly outcome: Outcome;
  readonly id: string;
  readonly client: string;
  readonly country: string;
  readonly method: string;
  readonly host: string;
  readonly uri: string;
  readonly status: number;
  readonly agent: string;
  readonly rules: readonly ShownMatch[];
  /** Matches beyond those. */
  readonly more: number;
};

export type ShownMatch = {
  readonly id: string;
  readonly message: string;
  readonly data: string;
};

export type FalseAlarms = {
  /** The most requests first. */
  readonly candidates: readonly Candidate[];
  readonly exclusions: Exclusions;
};

export type Candidate = {
  readonly rule: string;
  readonly message: string;
  /** `ARGS:q`; empty: the log does not say. */
  readonly target: string;
  readonly counts: Counts;
  /** Of those that trip little else; at most 64 are counted. */
  readonly clients: number;
  /** What an exclusion would do, in a sentence each. */
  readonly decisions: readonly string[];
  readonly requests: readonly number[];
};

export type Exclusions =
  | { readonly kind: 'None'; readonly reason: string }
  | {
      readonly kind: 'Proposed';
      readonly profile: string;
      readonly files: readonly ExclusionText[];
      /** What `portcullis tune` prints of the same requests. */
      readonly tuning: string;
    };

export type ExclusionText = {
  readonly path: string;
  readonly location: string;
  readonly text: string;
};
