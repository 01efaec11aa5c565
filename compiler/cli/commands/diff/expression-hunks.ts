/** Finds the branches of an expression that have changed, by comparing both syntax trees. */
import type { Node } from '#engine/regex/compile/ast.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';
import { differingRuns, type ItemRange, type Run } from './align.ts';
import { type CharRange, type Hunk, joinNear, textHunks } from './hunks.ts';

/** Returns offsets into the sources. An expression that cannot be parsed is compared as text. */
export function expressionHunks(older: string, newer: string): readonly Hunk[] {
  const [before, after] = [parseRegex(older), parseRegex(newer)];
  if (before.kind !== 'Ok' || after.kind !== 'Ok') return textHunks(older, newer);
  const sources = { older, newer };
  return joinNear(
    compareNodes(
      { ...before.regex.root, start: 0, end: older.length },
      { ...after.regex.root, start: 0, end: newer.length },
      sources,
    ),
  );
}

type Sources = { readonly older: string; readonly newer: string };

function compareNodes(older: Node, newer: Node, sources: Sources): readonly Hunk[] {
  if (textOf(older, sources.older) === textOf(newer, sources.newer)) return [];
  const [before, after] = [partsOf(older), partsOf(newer)];
  const isOther =
    older.kind !== newer.kind || gapsIn(older, sources.older) !== gapsIn(newer, sources.newer);
  if (before === undefined || after === undefined || isOther) {
    return [{ older, newer }];
  }
  const inside =
    older.kind === 'Alternation' || older.kind === 'Sequence'
      ? compareLists(before, after, older.kind, sources)
      : before.children.flatMap((child, index) => {
          const other = after.children[index];
          return other === undefined ? [] : compareNodes(child, other, sources);
        });
  return [
    ...compareRanges(before.head, after.head, sources),
    ...inside,
    ...compareRanges(before.tail, after.tail, sources),
  ];
}

/** The text around the children: `(?:` and `)+`. */
type Parts = {
  readonly head: CharRange;
  readonly children: readonly Node[];
  readonly tail: CharRange;
};

/** Returns the parts of a node; undefined for a leaf. */
function partsOf(node: Node): Parts | undefined {
  const children = childrenOf(node);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    head: { start: node.start, end: first.start },
    children,
    tail: { start: last.end, end: node.end },
  };
}

/** Returns the text between the items of a sequence: comments and flags, which are not nodes. */
function gapsIn(node: Node, source: string): string {
  if (node.kind !== 'Sequence') return '';
  return node.items
    .slice(1)
    .map((item, index) => source.slice(node.items[index]?.end, item.start))
    .join('');
}

function compareRanges(older: CharRange, newer: CharRange, sources: Sources): readonly Hunk[] {
  return textOf(older, sources.older) === textOf(newer, sources.newer) ? [] : [{ older, newer }];
}

function textOf({ start, end }: CharRange, source: string): string {
  return source.slice(start, end);
}

function compareLists(
  before: Parts,
  after: Parts,
  kind: 'Alternation' | 'Sequence',
  sources: Sources,
): readonly Hunk[] {
  const runs = differingRuns(
    before.children.map((child) => textOf(child, sources.older)),
    after.children.map((child) => textOf(child, sources.newer)),
  );
  return runs.flatMap((run) => {
    const separator = separatorOf(run, before, after, kind);
    const whole = (part: Run): Hunk => ({
      older: rangeOf(before, part.older, separator),
      newer: rangeOf(after, part.newer, separator),
    });
    const pairs = separator === 'All' ? undefined : pairsOf(run, before, after, kind, sources);
    if (pairs === undefined) return [whole(run)];
    return pairs.flatMap((pair) => {
      const isPair = sizeOf(pair.older) === 1 && sizeOf(pair.newer) === 1;
      const [left, right] = [before.children[pair.older.start], after.children[pair.newer.start]];
      return isPair && left !== undefined && right !== undefined
        ? compareNodes(left, right, sources)
        : [whole(pair)];
    });
  });
}

/**
 * The bar that belongs to an added or removed branch: the one before it, or the one after it when a run begins with the
 * first branch. All: every branch of one side changes. None: items of a sequence have no bars.
 */
type Separator = 'None' | 'Before' | 'After' | 'All';

function separatorOf(
  { older, newer }: Run,
  before: Parts,
  after: Parts,
  kind: 'Alternation' | 'Sequence',
): Separator {
  if (kind === 'Sequence') return 'None';
  if (sizeOf(older) === before.children.length || sizeOf(newer) === after.children.length) {
    return 'All';
  }
  return older.start === 0 ? 'After' : 'Before';
}

/** Returns the range of the items; without items, an empty range at the position where they would be. */
function rangeOf(
  { children, tail }: Parts,
  { start, end }: ItemRange,
  separator: Separator,
): CharRange {
  const startOf = (index: number): number => children[index]?.start ?? tail.start;
  const endOf = (index: number): number => children[index]?.end ?? tail.start;
  switch (separator) {
    case 'Before':
      return { start: endOf(start - 1), end: endOf(end - 1) };
    case 'After':
      return { start: startOf(start), end: startOf(end) };
    case 'All':
      return { start: startOf(0), end: tail.start };
    case 'None':
      return { start: startOf(start), end: end > start ? endOf(end - 1) : startOf(start) };
  }
}

/** Pairs the items of a run; items without a partner stay single. Undefined when the items are unrelated. */
function pairsOf(
  run: Run,
  before: Parts,
  after: Parts,
  kind: 'Alternation' | 'Sequence',
  sources: Sources,
): readonly Run[] | undefined {
  const [olderCount, newerCount] = [sizeOf(run.older), sizeOf(run.newer)];
  if (olderCount === newerCount && (olderCount === 1 || kind === 'Sequence')) {
    return Array.from({ length: olderCount }, (_, index) => ({
      older: single(run.older.start + index),
      newer: single(run.newer.start + index),
    }));
  }
  if (kind === 'Sequence' || olderCount === 0 || newerCount === 0) return undefined;
  return pairByFirstItem(run, before, after, sources);
}

/** Pairs branches with the same beginning, such as `c(?:at|ow)` and `c(?:at|ow|ub)`. */
function pairByFirstItem(
  { older, newer }: Run,
  before: Parts,
  after: Parts,
  sources: Sources,
): readonly Run[] {
  const runs: Run[] = [];
  let next = newer.start;
  for (let left = older.start; left < older.end; left += 1) {
    const first = firstItem(before.children[left], sources.older);
    let right = next;
    while (right < newer.end && firstItem(after.children[right], sources.newer) !== first)
      right += 1;
    if (right === newer.end) {
      runs.push({ older: single(left), newer: { start: next, end: next } });
      continue;
    }
    if (right > next) {
      runs.push({ older: { start: left, end: left }, newer: { start: next, end: right } });
    }
    runs.push({ older: single(left), newer: single(right) });
    next = right + 1;
  }
  if (next < newer.end) {
    runs.push({
      older: { start: older.end, end: older.end },
      newer: { start: next, end: newer.end },
    });
  }
  return runs;
}

function firstItem(node: Node | undefined, source: string): string {
  if (node === undefined) return '';
  const first = node.kind === 'Sequence' ? node.items[0] : node;
  return first === undefined ? '' : textOf(first, source);
}

function single(index: number): ItemRange {
  return { start: index, end: index + 1 };
}

function sizeOf({ start, end }: ItemRange): number {
  return end - start;
}
