/** The content of a report, for `--json` and for the page (docs/report.md). Times are milliseconds since 1970. */

export type ReportDocument = {
  readonly schemaVersion: 1;
  readonly generator: string;
  readonly logs: readonly LogFigures[];
  readonly period: Period;
  /** The period to compare with; undefined when none is given. */
  readonly comparedWith?: Period | undefined;
  readonly time: TimeChart;
  readonly dimensions: readonly Dimension[];
  /** The requests that bars show, each once; bars refer to them by index. */
  readonly requests: readonly ShownRequest[];
  readonly falseAlarms: FalseAlarms;
};

export type LogFigures = {
  readonly name: string;
  /** Size as stored, compressed or not. */
  readonly bytes: number;
  readonly records: number;
  /** The number of lines that are not audit records, and the number of the first of them, from 1. */
  readonly unreadable: number;
  readonly firstUnreadable?: number | undefined;
  /** Why the file could not be read to its end. */
  readonly problem?: string | undefined;
};

export type Counts = {
  readonly blocked: number;
  /** Rules matched, but the request was not blocked. */
  readonly detected: number;
};

export type Period = Counts & {
  /** As given, or the time of the first and the last record; undefined when no record has a time. */
  readonly from?: number | undefined;
  /** Exclusive when it was given. */
  readonly to?: number | undefined;
  /** Audited without a match, for example for their status. */
  readonly unmatched: number;
};

export type Bar = {
  readonly now: Counts;
  /** Counts of the period to compare with. */
  readonly before: Counts;
  /** Indexes of some of the requests; those of `now` when there are any. */
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
  /** The message of a rule; empty for keys that need no explanation. */
  readonly label: string;
};

export type Dimension = {
  readonly name: DimensionName;
  /** Most requests first. */
  readonly bars: readonly NamedBar[];
  /** Counts of all keys without a bar. */
  readonly others: Pick<Bar, 'now' | 'before'>;
  /** The number of distinct keys; a lower bound when `missing` is above 0. */
  readonly distinct: number;
  /** The number of requests of each bar that may be counted among the others, because memory for keys is bounded. */
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
  /** The number of further matches. */
  readonly more: number;
};

export type ShownMatch = {
  readonly id: string;
  readonly message: string;
  readonly data: string;
};

export type FalseAlarms = {
  /** Most requests first. */
  readonly candidates: readonly Candidate[];
  readonly exclusions: Exclusions;
};

export type Candidate = {
  readonly rule: string;
  readonly message: string;
  /** For example `ARGS:q`; empty when the log has no target. */
  readonly target: string;
  readonly counts: Counts;
  /** The number of clients that trigger little else; at most 64 are counted. */
  readonly clients: number;
  /** The effect of each exclusion, in one sentence. */
  readonly decisions: readonly string[];
  readonly requests: readonly number[];
};

export type Exclusions =
  | { readonly kind: 'None'; readonly reason: string }
  | {
      readonly kind: 'Proposed';
      readonly profile: string;
      readonly files: readonly ExclusionText[];
      /** The output of `portcullis tune` for the same requests. */
      readonly tuning: string;
    };

export type ExclusionText = {
  readonly path: string;
  readonly location: string;
  readonly text: string;
};
