/**
 * Finds the part of an expression that a long text is searched for first (runtime/engine/regex/inner-part.ts): where
 * matches may begin nearly anywhere, the rarest rest of them.
 */
import { lowestBit } from '#engine/bytes/bit-words.ts';
import { type AutomatonCode, decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { itemsOf, type Split, splitTree } from '#engine/regex/inner-part.ts';
import {
  CLASSES,
  PREFIX,
  type PrefixRows,
  prefixClasses,
  prefixRows,
} from '#engine/regex/prefix-pairs.ts';

/** Share of positions up to which an automaton that reads from them reads little of the text. */
const FEW = 1 / 64;
/** By what factor the rest must be rarer than the whole: a split costs a second automaton. */
const RARER = 4;

/** Returns where to split the expression; 0: it is searched for as a whole. */
export function findSplit(code: AutomatonCode): Split {
  const automaton = decodeAutomaton(code);
  const tree = automaton.tree();
  const whole = shareOfPositions(prefixRows(automaton, tree));
  if (whole <= FEW || automaton.lookarounds.length > 0) return 0;
  let least = whole / RARER;
  let best = 0;
  for (let split = 1; split < itemsOf(tree).length; split += 1) {
    const share = shareOfPositions(prefixRows(automaton, splitTree(tree, split).rest));
    if (share < least) [least, best] = [share, split];
  }
  return best;
}

/** Share of each class among the printable bytes. */
const shares = new Float64Array(CLASSES);
for (let byte = 0x20; byte < 0x7f; byte += 1) {
  const number = prefixClasses[byte] ?? 0;
  shares[number] = (shares[number] ?? 0) + 1 / 95;
}

/** Returns at which share of the positions in random printable bytes a match may begin. */
function shareOfPositions(rows: PrefixRows | undefined): number {
  if (rows === undefined) return 1;
  let reached = shares;
  for (let table = 0; table < PREFIX - 1; table += 1) {
    const next = new Float64Array(CLASSES);
    for (let index = 0; index < 2 * CLASSES; index += 1) {
      const share = reached[index >> 1] ?? 0;
      for (let bits = rows[table * 2 * CLASSES + index] ?? 0; bits !== 0; bits &= bits - 1) {
        const second = 32 * (index & 1) + lowestBit(bits);
        next[second] = (next[second] ?? 0) + share * (shares[second] ?? 0);
      }
    }
    reached = next;
  }
  return reached.reduce((sum, share) => sum + share, 0);
}
