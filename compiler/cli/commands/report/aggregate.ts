/** Aggregates entries one by one to all figures of a report. */
import { isEvaluation } from '../tune/find-hits.ts';
import { createRandomIndex } from './count/sample.ts';
import type { Counted, PeriodName } from './count/tally.ts';
import { createTimeCounts } from './count/time-counts.ts';
import { createTopCounts } from './count/top-counts.ts';
import {
  DIMENSIONS,
  type Dimension,
  type DimensionName,
  type Outcome,
  type Period,
  type ShownRequest,
  type TimeChart,
} from './document.ts';
import { createCandidates, type Suspect } from './false-alarms/candidates.ts';
import type { Entry, EntryMatch } from './log/entry.ts';
import { visible } from './log/visible.ts';
import { isIn, type Span } from './period.ts';
import { shownMessage, shownRequest } from './shown-request.ts';

export type AggregateOptions = {
  /** The period; undefined means everything outside the compared period. */
  readonly span: Span | undefined;
  readonly comparedSpan: Span | undefined;
  /** Returns an ISO 3166 code, or undefined for an unknown country. */
  readonly countryOf: ((client: string) => string | undefined) | undefined;
};

export type Aggregate = {
  readonly add: (entry: Entry, line: string) => void;
  readonly result: () => Aggregated;
};

export type Aggregated = {
  readonly period: Period;
  readonly before: Period;
  readonly time: TimeChart;
  readonly dimensions: readonly Dimension[];
  /** The requests whose index `indexOf` has returned. */
  readonly requests: readonly ShownRequest[];
  readonly suspects: readonly Suspect[];
  readonly indexOf: (text: string) => number;
};

type MutablePeriod = { -readonly [Name in keyof Period]: Period[Name] };

/** Maximum length of a key, such as a path, in UTF-16 units. */
const LONGEST_KEY = 200;

export function createAggregate(options: AggregateOptions): Aggregate {
  const { span, comparedSpan, countryOf } = options;
  const random = createRandomIndex();
  const periods = { now: emptyPeriod(span), before: emptyPeriod(comparedSpan) };
  const time = createTimeCounts(random);
  const dimensions = DIMENSIONS.map((name) => ({ name, counts: createTopCounts(random) }));
  const candidates = createCandidates(random);
  const countMatched = (entry: Entry, outcome: Outcome, line: string, name: PeriodName): void => {
    const country = countryOf === undefined ? '' : (countryOf(entry.client) ?? 'unknown');
    let shown: string | undefined;
    const text = (): string => {
      shown ??= JSON.stringify(shownRequest(entry, outcome, country));
      return shown;
    };
    const counted: Counted = { period: name, outcome, text };
    if (entry.time !== undefined) time.add(entry.time, counted);
    // Bars show only requests of the period itself.
    const inBar = name === 'now' ? counted : { ...counted, text: undefined };
    for (const { name: dimension, counts } of dimensions)
      for (const [key, label] of keysOf(dimension, entry, country)) counts.add(key, label, inBar);
    if (name === 'now') candidates.add(entry, line, counted);
  };
  return {
    add: (entry, line) => {
      const name = periodOf(entry.time, options);
      if (name === undefined) return;
      widen(periods[name], entry.time, name === 'now' ? span : comparedSpan);
      periods[name][entry.outcome] += 1;
      if (entry.outcome !== 'unmatched') countMatched(entry, entry.outcome, line, name);
    },
    result: () => {
      const { requests, indexOf } = createRequestList();
      return {
        period: periods.now,
        before: periods.before,
        time: time.result(indexOf),
        dimensions: dimensions.map(({ name, counts }) => counts.result(name, indexOf)),
        requests,
        suspects: candidates.result(),
        indexOf,
      };
    },
  };
}

function emptyPeriod(span: Span | undefined): MutablePeriod {
  const finite = (time: number | undefined): number | undefined =>
    Number.isFinite(time) ? time : undefined;
  return {
    from: finite(span?.from),
    to: finite(span?.to),
    blocked: 0,
    detected: 0,
    unmatched: 0,
  };
}

function periodOf(
  time: number | undefined,
  { span, comparedSpan }: AggregateOptions,
): PeriodName | undefined {
  if (time === undefined) return span === undefined ? 'now' : undefined;
  if (comparedSpan !== undefined && isIn(time, comparedSpan)) return 'before';
  return span === undefined || isIn(time, span) ? 'now' : undefined;
}

/** Extends the period to the time of a record, at ends that were not given. */
function widen(period: MutablePeriod, time: number | undefined, span: Span | undefined): void {
  if (time === undefined) return;
  if (!Number.isFinite(span?.from)) period.from = Math.min(period.from ?? time, time);
  if (!Number.isFinite(span?.to)) period.to = Math.max(period.to ?? time + 1, time + 1);
}

type Key = readonly [key: string, label: string];

function keysOf(name: DimensionName, entry: Entry, country: string): readonly Key[] {
  switch (name) {
    case 'rule':
      return distinct(
        detections(entry).map(({ id, message }) => [id, shownMessage(message)] as const),
      );
    case 'tag':
      return distinct(detections(entry).flatMap(({ tags }) => tags.map(plainKey)));
    case 'host':
      return entry.host === '' ? [] : [plainKey(entry.host)];
    case 'path':
      return [plainKey(/^[^?#]*/.exec(entry.uri)?.[0] ?? '')];
    case 'country':
      return country === '' ? [] : [[country, '']];
    case 'client':
      return [plainKey(entry.client)];
  }
}

/** Returns the matches without rules that only evaluate scores, unless there are no others. */
function detections({ matches }: Entry): readonly EntryMatch[] {
  const found = matches.filter(({ id }) => !isEvaluation(Number(id)));
  return found.length > 0 ? found : matches;
}

function plainKey(text: string): Key {
  return [visible(text, LONGEST_KEY), ''];
}

/** Returns the first item of each key. */
function distinct(keys: readonly Key[]): readonly Key[] {
  const byKey = new Map<string, Key>();
  for (const key of keys) if (!byKey.has(key[0])) byKey.set(key[0], key);
  return [...byKey.values()];
}

/** Creates a list in which requests with the same text are stored once. */
function createRequestList(): {
  readonly requests: readonly ShownRequest[];
  readonly indexOf: (text: string) => number;
} {
  const requests: ShownRequest[] = [];
  const indexes = new Map<string, number>();
  return {
    requests,
    indexOf: (text) => {
      const known = indexes.get(text);
      if (known !== undefined) return known;
      const index = requests.length;
      indexes.set(text, index);
      requests.push(JSON.parse(text));
      return index;
    },
  };
}
