/** Compares the figures of two JSON reports with the same schema. */
import * as v from 'valibot';
import { formatTable } from '../../output/table.ts';
import { formatBytes, formatRatio, formatTime } from './format.ts';

type Figure = { readonly path: string; readonly key: string; readonly value: number };

export type Comparison =
  | { readonly kind: 'Ok'; readonly text: string }
  | { readonly kind: 'Error'; readonly message: string };

/** Fields that are not measured, or for which a ratio makes no sense. */
const NO_FIGURES: ReadonlySet<string> = new Set([
  'schemaVersion',
  'conditions',
  'seed',
  'shares',
  'requests',
  'blocked',
  'rounds',
  'size',
]);

/** Returns a row for each figure that both reports have: older, newer, and newer divided by older. */
export function compareReports(older: unknown, newer: unknown): Comparison {
  const [left, right] = [versionOf(older), versionOf(newer)];
  if (left === undefined) return wrong('The first file is not a report of bench --json.');
  if (right === undefined) return wrong('The second file is not a report of bench --json.');
  if (left !== right) return wrong(`The reports have the schema versions ${left} and ${right}.`);
  const found = new Map(figuresOf(newer, '', '').map(({ path, value }) => [path, value]));
  const rows = figuresOf(older, '', '').flatMap(({ path, key, value }) => {
    const now = found.get(path);
    return now === undefined
      ? []
      : [[path, format(key, value), format(key, now), ratio(now, value)]];
  });
  if (rows.length === 0) return wrong('The reports have no measurement in common.');
  return { kind: 'Ok', text: formatTable([['', 'older', 'newer', 'ratio'], ...rows]) };
}

const report = v.object({ schemaVersion: v.number() });

function versionOf(value: unknown): number | undefined {
  const parsed = v.safeParse(report, value);
  return parsed.success ? parsed.output.schemaVersion : undefined;
}

/** Returns the figures. Items of lists are identified by their names, because reports may have different items. */
function figuresOf(value: unknown, path: string, key: string): readonly Figure[] {
  if (typeof value === 'number') return [{ path, key, value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => figuresOf(item, `${path} ${nameOf(item) ?? index}`, key));
  }
  return Object.entries(value)
    .filter(([name]) => !NO_FIGURES.has(name))
    .flatMap(([name, each]) => figuresOf(each, path === '' ? name : `${path} ${name}`, name));
}

/** Returns the texts of an item, and the size of a growing input, as its name. */
function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const names = Object.entries(item).flatMap(([key, value]) =>
    typeof value === 'string' || key === 'size' ? [String(value)] : [],
  );
  return names.length === 0 ? undefined : names.join(' ');
}

function format(key: string, value: number): string {
  const lower = key.toLowerCase();
  if (lower.endsWith('microseconds')) return formatTime(value);
  if (lower.endsWith('milliseconds')) return formatTime(value * 1000);
  return lower.endsWith('bytes') ? formatBytes(Math.round(value)) : String(value);
}

function ratio(now: number, before: number): string {
  return before === 0 ? '' : formatRatio(now / before);
}

function wrong(message: string): Comparison {
  return { kind: 'Error', message };
}
