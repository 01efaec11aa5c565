/** Computes an upper bound of the states of an expression without building them: nearly all are far below the limit. */
import type { Node, Repeat } from './ast.ts';
import { childrenOf } from './children-of.ts';

/** States of buildNfa (engine): plain, and with the copies that keep an empty iteration of a loop apart from others. */
type Bound = { readonly plain: number; readonly tracking: number };

/** Returns a bound that is never below the states that buildNfa creates for the expression or a look-around in it. */
export function statesAtMost(root: Node): number {
  return boundOf(root).plain + 1;
}

function boundOf(node: Node): Bound {
  if (node.kind === 'Bytes') return { plain: 1, tracking: 1 };
  if (node.kind === 'Repeat') return boundOfRepeat(node);
  let [plain, tracking] = [ownStates(node), ownStates(node)];
  for (const child of childrenOf(node)) {
    const bound = boundOf(child);
    plain += bound.plain;
    tracking += bound.tracking + (node.kind === 'Sequence' ? bound.plain : 0);
  }
  return { plain, tracking };
}

function ownStates(node: Node): number {
  switch (node.kind) {
    case 'Sequence':
      return 0;
    case 'Alternation':
      return node.alternatives.length;
    default:
      // The saves of a group, or a condition; \Z becomes a look-around of three states.
      return 4;
  }
}

function boundOfRepeat({ item, min, max }: Repeat): Bound {
  const { plain, tracking } = boundOf(item);
  if (max !== undefined) {
    return { plain: max * (plain + 1), tracking: max * (plain + tracking + 2) };
  }
  const loop = 1 + Math.max(plain, tracking);
  return {
    plain: loop + min * plain,
    tracking: loop + tracking + 1 + min * (plain + tracking),
  };
}
