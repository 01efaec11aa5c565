/**
 * Finds the part of an expression that a long text is searched for first (runtime/engine/regex/inner-part.ts): where
 * matches may begin nearly anywhere, the rarest rest of them.
 */
import { type AutomatonCode, decodeAutomaton } from '../../runtime/engine/regex/automaton-code.ts';
import { itemsOf, type Split, splitTree } from '../../runtime/engine/regex/inner-part.ts';
import {
  type PrefixRows,
  prefixRows,
  shareOfPositions,
} from '../../runtime/engine/regex/prefix-pairs.ts';

/** Share of positions up to which an automaton that reads from them reads little of the text. */
const FEW = 1 / 64;
/** By what factor the rest must be rarer than the whole: a split costs a second automaton. */
const RARER = 4;

/** Returns where to split the expression; 0: it is searched for as a whole. */
export function findSplit(code: AutomatonCode): Split {
  const automaton = decodeAutomaton(code);
  const tree = automaton.tree();
  const whole = shareOf(prefixRows(automaton, tree));
  if (whole <= FEW || automaton.lookarounds.length > 0) return 0;
  let least = whole / RARER;
  let best = 0;
  for (let split = 1; split < itemsOf(tree).length; split += 1) {
    const share = shareOf(prefixRows(automaton, splitTree(tree, split).rest));
    if (share < least) [least, best] = [share, split];
  }
  return best;
}

function shareOf(rows: PrefixRows | undefined): number {
  return rows === undefined ? 1 : shareOfPositions(rows);
}
