/** Groups hits for which one exclusion is enough: the same rule, variable and name on paths of the same shape. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Hit } from './find-hits.ts';
import { pathPatterns } from './path-pattern.ts';
import { commonFolder, keyShape, pathShape } from './shape.ts';

export type Group = {
  readonly ruleId: number;
  readonly variable: string | undefined;
  /** Distinct keys; more than one when they differ only in numbers. */
  readonly keys: readonly ByteString[];
  readonly scope: Scope;
  readonly hits: readonly Hit[];
};

export type Scope =
  | { readonly kind: 'Path'; readonly path: ByteString }
  /** Paths that differ only in numbers, or in one segment (path-pattern.ts). */
  | { readonly kind: 'Shape'; readonly shape: string }
  | { readonly kind: 'Folder'; readonly folder: ByteString }
  | { readonly kind: 'Everywhere' };

/**
 * Up to this number of paths, each path gets an exclusion; beyond, there is one for their common folder or for all
 * paths.
 */
const FEW_PATHS = 4;

/** Returns the groups, those with most requests first, then by rule id. */
export function groupHits(hits: readonly Hit[]): readonly Group[] {
  const byTarget = groupBy(hits, ({ ruleId, variable, key }) =>
    JSON.stringify([ruleId, variable, keyShape(key)]),
  );
  return byTarget
    .flatMap(byPath)
    .toSorted(
      (left, right) => requestCount(right) - requestCount(left) || left.ruleId - right.ruleId,
    );
}

function byPath(hits: readonly Hit[]): readonly Group[] {
  const shapeOf = ({ paths: [path = ''] }: Hit): string => pathShape(path);
  const patterns = pathPatterns(distinct(hits.map(shapeOf)));
  const patternOf = (hit: Hit): string => patterns.get(shapeOf(hit)) ?? shapeOf(hit);
  const shapes = groupBy(hits, patternOf);
  if (shapes.length <= FEW_PATHS)
    return shapes.map((each) => groupOf(each, scopeOf(each, patternOf)));
  const folder = commonFolder(pathsOf(hits));
  return [groupOf(hits, folder.length > 1 ? { kind: 'Folder', folder } : { kind: 'Everywhere' })];
}

/** The paths of `hits` have one pattern. */
function scopeOf(hits: readonly Hit[], patternOf: (hit: Hit) => string): Scope {
  const [path = '', ...others] = pathsOf(hits);
  const [hit] = hits;
  return hit === undefined || others.length === 0
    ? { kind: 'Path', path }
    : { kind: 'Shape', shape: patternOf(hit) };
}

function groupOf(hits: readonly Hit[], scope: Scope): Group {
  const [{ ruleId, variable } = { ruleId: 0, variable: undefined }] = hits;
  return { ruleId, variable, keys: distinct(hits.map(({ key }) => key)), scope, hits };
}

/** Counts requests. One request can match the same rule with several names of one shape. */
export function requestCount({ hits }: Group): number {
  const [first, ...others] = hits;
  return others.length === 0
    ? (first?.requests.length ?? 0)
    : new Set(hits.flatMap(({ requests }) => requests)).size;
}

/** Returns the distinct paths in byte order. */
export function pathsOf(hits: readonly Hit[]): readonly ByteString[] {
  return distinct(hits.flatMap(({ paths }) => [...paths]));
}

/** Returns the number of clients. */
export function clientCount({ hits }: Group): number {
  return new Set(hits.flatMap(({ clients }) => [...clients])).size;
}

/** Returns the number of false alarms: each request counts for each target that matches. */
export function alarmCount(hits: readonly Hit[]): number {
  return hits.reduce((sum, { requests }) => sum + requests.length, 0);
}

export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

/** Groups in the order of each group's first item. */
function groupBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
