/** Anchors and one-byte look-around: conditions on the byte before a position and the byte after it. */
import type { Anchor, Lookaround, Node } from './ast.ts';
import { wordBytes } from './byte-classes.ts';
import { type ByteSet, bytesOf, contains, union } from './byte-set.ts';

/** A byte, or undefined at an end of the text. */
export type Neighbour = number | undefined;

export type Assertion = {
  /** Equal keys mean equal conditions. */
  readonly key: string;
  /** Everything that the condition tests of a neighbour: whether it exists, and whether it is in these sets. */
  readonly sets: readonly ByteSet[];
  readonly holds: (before: Neighbour, after: Neighbour) => boolean;
};

const lineFeed = bytesOf('\n');

const anchors: Readonly<Record<Anchor['position'], Assertion | undefined>> = {
  TextStart: assertion('TextStart', [], (before) => before === undefined),
  TextEnd: assertion('TextEnd', [], (_, after) => after === undefined),
  /** Needs two bytes of look-ahead, so it is a look-around (compile-automaton.ts). */
  TextEndOptionalNewline: undefined,
  LineStart: assertion(
    'LineStart',
    [lineFeed],
    (before, after) => before === undefined || (isIn(lineFeed, before) && after !== undefined),
  ),
  LineEnd: assertion(
    'LineEnd',
    [lineFeed],
    (_, after) => after === undefined || isIn(lineFeed, after),
  ),
  WordBoundary: assertion(
    'WordBoundary',
    [wordBytes],
    (before, after) => isIn(wordBytes, before) !== isIn(wordBytes, after),
  ),
  NotWordBoundary: assertion(
    'NotWordBoundary',
    [wordBytes],
    (before, after) => isIn(wordBytes, before) === isIn(wordBytes, after),
  ),
};

/** Returns the condition of `node`; undefined when it depends on more than one byte. */
export function assertionOf(node: Anchor | Lookaround): Assertion | undefined {
  if (node.kind === 'Anchor') return anchors[node.position];
  const seen = oneByte(node.item, node.direction);
  if (seen === undefined) return undefined;
  const { set, edge } = seen;
  const holdsFor = (neighbour: Neighbour) =>
    (neighbour === undefined ? edge : contains(set, neighbour)) !== node.negated;
  return assertion(
    `${node.direction} ${node.negated} ${edge} ${set}`,
    [set],
    node.direction === 'Lookahead' ? (_, after) => holdsFor(after) : (before) => holdsFor(before),
  );
}

function assertion(key: string, sets: readonly ByteSet[], holds: Assertion['holds']): Assertion {
  return { key, sets, holds };
}

function isIn(set: ByteSet, neighbour: Neighbour): boolean {
  return neighbour !== undefined && contains(set, neighbour);
}

type OneByte = { readonly set: ByteSet; readonly edge: boolean };

/**
 * Returns what a look-around of one byte accepts, such as `[;,]`, `$` or `;|$`; undefined when it needs more than one
 * byte.
 */
function oneByte(node: Node, direction: Lookaround['direction']): OneByte | undefined {
  switch (node.kind) {
    case 'Bytes':
      return { set: node.set, edge: false };
    case 'Anchor':
      return node.position === (direction === 'Lookahead' ? 'TextEnd' : 'TextStart')
        ? { set: [], edge: true }
        : undefined;
    case 'Alternation': {
      const parts = node.alternatives.map((alternative) => oneByte(alternative, direction));
      let whole: OneByte | undefined = { set: [], edge: false };
      for (const part of parts) {
        whole = whole && part && { set: union(whole.set, part.set), edge: whole.edge || part.edge };
      }
      return whole;
    }
    default:
      return undefined;
  }
}
