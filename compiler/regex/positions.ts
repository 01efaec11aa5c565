/**
 * The position automaton of an expression (Glushkov): one state for each Bytes node, and the states that can follow it.
 * Anchors and look-around count as empty, bounded repetitions as one iteration.
 */
import type { Bytes, Node, Repeat } from '#engine/regex/compile/ast.ts';
import type { ByteSet } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';

export type Positions = {
  readonly nodes: readonly Bytes[];
  readonly sets: readonly ByteSet[];
  readonly follow: readonly ReadonlySet<number>[];
  /** For each position, the positions that can follow it in more than one way. */
  readonly doubled: readonly ReadonlySet<number>[];
  /** Positions after which the expression may end. */
  readonly last: ReadonlySet<number>;
  /** The outermost unbounded repetition around each position. */
  readonly loops: readonly (Repeat | undefined)[];
  readonly hasAnchor: boolean;
};

type Ends = {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
};

const EMPTY: Ends = { nullable: true, first: [], last: [] };

/** The limit of edges, because larger automata take noticeable time. */
const MAX_EDGES = 100_000;

/** Returns undefined when the expression is too large. */
export function positionsOf(root: Node): Positions | undefined {
  const builder: Builder = {
    nodes: [],
    sets: [],
    follow: [],
    doubled: [],
    loops: [],
    edges: 0,
    hasAnchor: false,
  };
  const { last } = visit(builder, root, undefined);
  return builder.edges > MAX_EDGES ? undefined : { ...builder, last: new Set(last) };
}

type Builder = {
  readonly nodes: Bytes[];
  readonly sets: ByteSet[];
  readonly follow: Set<number>[];
  readonly doubled: Set<number>[];
  readonly loops: (Repeat | undefined)[];
  edges: number;
  hasAnchor: boolean;
};

function visit(builder: Builder, node: Node, loop: Repeat | undefined): Ends {
  switch (node.kind) {
    case 'Bytes': {
      const index = builder.sets.push(node.set) - 1;
      builder.nodes.push(node);
      builder.follow.push(new Set());
      builder.doubled.push(new Set());
      builder.loops.push(loop);
      return { nullable: false, first: [index], last: [index] };
    }
    case 'Sequence':
      return node.items.reduce<Ends>(
        (before, item) => sequence(builder, before, visit(builder, item, loop)),
        EMPTY,
      );
    case 'Alternation': {
      const ends = node.alternatives.map((alternative) => visit(builder, alternative, loop));
      return {
        nullable: ends.some(({ nullable }) => nullable),
        first: ends.flatMap(({ first }) => first),
        last: ends.flatMap(({ last }) => last),
      };
    }
    case 'Repeat':
      return repeat(builder, node, loop);
    case 'Anchor':
      builder.hasAnchor = true;
      return EMPTY;
    case 'Lookaround':
    case 'BackReference':
      return EMPTY;
    case 'Group':
    case 'Atomic':
      return childrenOf(node).map((item) => visit(builder, item, loop))[0] ?? EMPTY;
  }
}

function sequence(builder: Builder, left: Ends, right: Ends): Ends {
  connect(builder, left.last, right.first);
  return {
    nullable: left.nullable && right.nullable,
    first: left.nullable ? [...left.first, ...right.first] : left.first,
    last: right.nullable ? [...left.last, ...right.last] : right.last,
  };
}

function repeat(builder: Builder, node: Repeat, outer: Repeat | undefined): Ends {
  const loop = outer ?? (node.max === undefined ? node : undefined);
  const item = visit(builder, node.item, loop);
  if (node.max === undefined) connect(builder, item.last, item.first);
  return { ...item, nullable: item.nullable || node.min === 0 };
}

function connect(builder: Builder, from: readonly number[], to: readonly number[]): void {
  builder.edges += from.length * to.length;
  if (builder.edges > MAX_EDGES) return;
  for (const left of from) {
    const follow = builder.follow[left];
    for (const right of to) {
      if (follow?.has(right) === true) builder.doubled[left]?.add(right);
      else follow?.add(right);
    }
  }
}
