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
  const patterns = pathPatterns(distinct(hits.map(({ path }) => pathShape(path))));
  const patternOf = (path: ByteString): string => patterns.get(pathShape(path)) ?? path;
  const shapes = groupBy(hits, ({ path }) => patternOf(path));
  if (shapes.length <= FEW_PATHS)
    return shapes.map((each) => groupOf(each, scopeOf(each, patternOf)));
  const folder = commonFolder(distinct(hits.map(({ path }) => path)));
  return [groupOf(hits, folder.length > 1 ? { kind: 'Folder', folder } : { kind: 'Everywhere' })];
}

/** The paths of `hits` have one pattern. */
function scopeOf(hits: readonly Hit[], patternOf: (path: ByteString) => string): Scope {
  const [path = '', ...others] = distinct(hits.map((hit) => hit.path));
  return others.length === 0 ? { kind: 'Path', path } : { kind: 'Shape', shape: patternOf(path) };
}

function groupOf(hits: readonly Hit[], scope: Scope): Group {
  const [{ ruleId, variable } = { ruleId: 0, variable: undefined }] = hits;
  return { ruleId, variable, keys: distinct(hits.map(({ key }) => key)), scope, hits };
}

/** Counts requests. One request can match the same rule with several names of one shape. */
export function requestCount({ hits }: Group): number {
  return new Set(hits.map(({ request }) => request)).size;
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
