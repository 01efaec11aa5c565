/** The prefilter's data: every literal once and every mask of byte classes, with the clauses that they meet. */
import type { PrefilterClause } from '../3-specialize/program.ts';
import { chooseAnchors } from './choose-anchors.ts';
import { type Code, joined, lines, list, ts } from './code.ts';
import { emitMask } from './emit-mask.ts';
import { engine } from './engine-names.ts';

export function emitPrefilter(clauses: readonly PrefilterClause[]): Code {
  const clausesOfLiteral = positionsOf(clauses.map(({ literals }) => literals));
  const byteClasses = positionsOf(
    clauses.map((clause) => (clause.byteClasses === 0 ? [] : [clause.byteClasses])),
  );
  const literals = [...clausesOfLiteral.keys()];
  return ts`export const prefilter = ${engine('loadPrefilter')}({\n${lines([
    ts`clauses: ${clauses.length},`,
    ts`literals: ${literals},`,
    ts`anchors: ${chooseAnchors(literals)},`,
    ts`clausesOfLiteral: ${[...clausesOfLiteral.values()]},`,
    ts`byteClasses: ${list([...byteClasses].map(clausesOfMask))},`,
  ])}\n});`;
}

/** `[8 /* [\x00] *\/, 3, 14]`: a mask, and the clauses that a byte of it satisfies. */
function clausesOfMask([mask, clauses]: readonly [number, readonly number[]]): Code {
  return ts`[${emitMask(mask)}, ${joined(
    clauses.map((clause) => ts`${clause}`),
    ', ',
  )}]`;
}

/** For each thing the positions of the lists that hold it. */
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
