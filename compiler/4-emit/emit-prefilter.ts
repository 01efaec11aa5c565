/**
 * Emits the data of the prefilter: each literal and each mask of byte classes once, with the clauses that it satisfies.
 */
import { ANCHOR_ZERO } from '#engine/prefilter/gram-index.ts';
import type { PrefilterClause } from '../3-specialize/program.ts';
import { chooseAnchors } from './choose-anchors.ts';
import { type Code, joined, lines, list, ts } from './code.ts';
import { emitMask } from './emit-mask.ts';
import { engine } from './engine-names.ts';
import { textList } from './text-list.ts';

export function emitPrefilter(clauses: readonly PrefilterClause[]): Code {
  const clausesOfLiteral = positionsOf(clauses.map(({ literals }) => literals));
  const byteClasses = positionsOf(
    clauses.map((clause) => (clause.byteClasses === 0 ? [] : [clause.byteClasses])),
  );
  const literals = [...clausesOfLiteral.keys()];
  return ts`export const prefilter = ${engine('loadPrefilter')}({\n${lines([
    ts`clauses: ${clauses.length},`,
    ts`literals: ${textList(literals)},`,
    ts`longest: ${literals.reduce((longest, { length }) => Math.max(longest, length), 0)},`,
    ts`anchors: ${anchorsOf(literals)},`,
    ts`bytes: ${[...new Set(literals.join(''))].sort().join('')},`,
    ts`clausesOfLiterals: ${runLengths([...clausesOfLiteral.values()])},`,
    ts`byteClasses: ${list([...byteClasses].map(clausesOfMask))},`,
  ])}\n});`;
}

function anchorsOf(literals: readonly string[]): string {
  return chooseAnchors(literals)
    .map((end) => String.fromCharCode(ANCHOR_ZERO + end))
    .join('');
}

/** Run-length encodes `lists`: each run of equal lists becomes its length and the list. */
function runLengths(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const runs: { count: number; readonly list: readonly number[] }[] = [];
  for (const list of lists) {
    const last = runs.at(-1);
    if (last?.list.join() === list.join()) last.count += 1;
    else runs.push({ count: 1, list });
  }
  return runs.map(({ count, list }) => [count, ...list]);
}

/** Returns a row such as `[8 /* [\x00] *\/, 3, 14]`: a mask, and the clauses that a byte of it satisfies. */
function clausesOfMask([mask, clauses]: readonly [number, readonly number[]]): Code {
  return ts`[${emitMask(mask)}, ${joined(
    clauses.map((clause) => ts`${clause}`),
    ', ',
  )}]`;
}

/** Returns, for each item, the positions of the lists that contain it. */
function positionsOf<Thing>(
  lists: readonly (readonly Thing[])[],
): ReadonlyMap<Thing, readonly number[]> {
  const positions = new Map<Thing, number[]>();
  lists.forEach((things, position) => {
    for (const thing of new Set(things)) {
      const known = positions.get(thing);
      if (known === undefined) positions.set(thing, [position]);
      else known.push(position);
    }
  });
  return positions;
}
