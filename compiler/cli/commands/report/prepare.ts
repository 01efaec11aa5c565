/** Checks the options of a report before the logs are read. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { loadGeoDatabase, noCountries } from '#proxy/filters/geo-database.ts';
import { foldAddress } from '#proxy/http/ip-address.ts';
import { reasonOf, whyUnwritable } from '../../output/reason-of.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { findLogs, type LogFile } from '../../replay/log-files.ts';
import type { AggregateOptions } from './aggregate.ts';
import type { ExclusionSource } from './false-alarms/exclusions.ts';
import { pageProblem } from './html.ts';
import { parseSpan, type Span } from './period.ts';

export type ReportOptions = {
  readonly html?: string;
  readonly json?: boolean;
  readonly period?: string;
  readonly compare?: string;
  readonly geoDatabase?: string;
  readonly profile?: string;
  readonly entry: readonly string[];
  /** False for --no-exclusions. */
  readonly exclusions: boolean;
};

export type Prepared = AggregateOptions & {
  readonly kind: 'Ok';
  readonly logs: readonly LogFile[];
  readonly source: ExclusionSource;
};

type Failed = { readonly kind: 'Error'; readonly message: string };

export function prepare(
  paths: readonly string[],
  options: ReportOptions,
  files: RuleFiles,
): Prepared | Failed {
  const spans = spansOf(options);
  if (spans.kind === 'Error') return spans;
  const source = exclusionSource(options, files);
  if (source.kind === 'Error') return source;
  const countries = countriesOf(options.geoDatabase);
  if (countries.kind === 'Error') return countries;
  const logs = findLogs(paths);
  if (typeof logs === 'string') return failed(logs);
  const problem = options.html === undefined ? undefined : outputProblem(options.html, paths);
  if (problem !== undefined) return failed(problem);
  return { ...spans, ...countries, logs, kind: 'Ok', source };
}

function failed(message: string): Failed {
  return { kind: 'Error', message };
}

type Spans = Pick<AggregateOptions, 'span' | 'comparedSpan'> & { readonly kind: 'Ok' };

function spansOf({ period, compare }: ReportOptions): Spans | Failed {
  const span = period === undefined ? undefined : parseSpan(period);
  const comparedSpan = compare === undefined ? undefined : parseSpan(compare);
  if (period !== undefined && span === undefined) return failed(badSpan('--period'));
  if (compare !== undefined && comparedSpan === undefined) return failed(badSpan('--compare'));
  if (span !== undefined && comparedSpan !== undefined && overlap(span, comparedSpan))
    return failed('--period and --compare overlap.');
  return { kind: 'Ok', span, comparedSpan };
}

function badSpan(option: string): string {
  return `${option} takes FROM..TO, such as 2026-11-01..2026-11-07 or 2026-11-07T12:00.. (UTC).`;
}

function overlap(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

/**
 * Returns the source of exclusions. Without a profile there are no exclusions, which the report says; a named profile
 * must exist.
 */
function exclusionSource(options: ReportOptions, files: RuleFiles): ExclusionSource | Failed {
  if (!options.exclusions) return { kind: 'None', reason: '--no-exclusions is set.' };
  const selected = selectProfile(options, files);
  if (selected.kind === 'Ok') return { kind: 'Profile', profile: selected.profile, files };
  const isNamed = options.profile !== undefined || options.entry.length > 0;
  return isNamed ? selected : { kind: 'None', reason: selected.message };
}

type Countries = Pick<AggregateOptions, 'countryOf'> & { readonly kind: 'Ok' };

function countriesOf(path: string | undefined): Countries | Failed {
  if (path === undefined) return { kind: 'Ok', countryOf: undefined };
  try {
    const geo = loadGeoDatabase(path);
    if (!geo.namesCountries()) return failed(noCountries(path, geo));
    const countryOf = (client: string): string | undefined => {
      const address = foldAddress(client);
      return address === undefined ? undefined : geo.countryOf(address);
    };
    return { kind: 'Ok', countryOf };
  } catch (error) {
    return failed(`Cannot read the GeoIP database ${path}. ${reasonOf(error)}`);
  }
}

/** Returns undefined when the page can be written to this path. */
function outputProblem(html: string, logs: readonly string[]): string | undefined {
  const path = resolve(html);
  if (logs.some((log) => resolve(log) === path)) return `--html names the audit log ${html}.`;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      return `Cannot write ${html}. It is a folder.`;
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    return `Cannot write ${html}. ${whyUnwritable(error)}`;
  }
  return pageProblem();
}
