/** Compiles a regex AST to AutomatonCode, the text from which the engine builds its automata. */
import { type AutomatonCode, decodeAutomaton, nodeKinds } from '../automaton-code.ts';
import { buildNfa, MAX_STATES } from '../nfa.ts';
import { type Assertion, assertionOf } from './assertions.ts';
import type { Alternation, Anchor, Bytes, Lookaround, Node, Regex, Sequence } from './ast.ts';
import { classesIn, partitionBytes } from './byte-partition.ts';
import { type ByteSet, bytesOf, union } from './byte-set.ts';
import { createRegistry, indexOf, type Registry, writeNumbers } from './code-writer.ts';
import type { RegexError } from './pattern-reader.ts';
import { statesAtMost } from './states-at-most.ts';
import { withoutGroups } from './without-groups.ts';

export type CompiledAutomaton = { readonly kind: 'Ok'; readonly code: AutomatonCode } | RegexError;

type Compilation = {
  readonly sets: Registry<ByteSet>;
  /** Index of a set by object: faster than by key. Letters, most of an expression, share their set objects. */
  readonly setIndices: Map<ByteSet, number>;
  readonly assertions: Registry<Assertion>;
  error: RegexError | undefined;
};

/** Contexts are bits of a number that must stay positive. */
const MAX_CONTEXTS = 30;

/**
 * Compiles an expression. Errors: atomic groups, and expressions that are too large for the engine. With
 * back-references, only the engine's backtracker can run the code.
 */
export function compileAutomaton(regex: Regex): CompiledAutomaton {
  const compilation: Compilation = {
    sets: createRegistry(),
    setIndices: new Map(),
    assertions: createRegistry(),
    error: undefined,
  };
  const tree: number[] = [];
  writeTree(compilation, regex.root, tree);
  const header = headerOf(compilation, regex.root);
  if (compilation.error !== undefined) return compilation.error;
  const code = writeNumbers([...header, regex.captureCount, ...tree]);
  if (statesAtMost(regex.root) > MAX_STATES && isTooLarge(code)) {
    const message = `The expression needs more than ${MAX_STATES} states.`;
    refuse(compilation, regex.root, message, 'Make its counted repetitions smaller.');
  }
  return compilation.error ?? { kind: 'Ok', code };
}

function isTooLarge(code: AutomatonCode): boolean {
  const automaton = decodeAutomaton(code);
  const trees = [automaton.tree(), ...automaton.lookarounds.map((look) => look.tree)];
  return trees.some((part) => buildNfa(automaton, part, 'forward').isTooLarge);
}

function refuse(compilation: Compilation, node: Node, message: string, hint: string): void {
  compilation.error ??= { kind: 'Error', message, index: node.start, hint };
}

/** Returns the numbers for classes, contexts, assertions and sets; see AutomatonCode. */
function headerOf(compilation: Compilation, root: Node): number[] {
  const sets = compilation.sets.values;
  const assertions = compilation.assertions.values;
  const contextSets = assertions.flatMap((assertion) => assertion.sets);
  const partition = partitionBytes([...sets, ...contextSets]);
  const { runs, classes, samples } = partition;
  const contexts = partitionBytes(contextSets);
  if (contexts.samples.length > MAX_CONTEXTS) {
    refuse(
      compilation,
      root,
      'The expression has too many kinds of look-around.',
      'Split the rule.',
    );
  }
  const contextOf = (byte: number) => {
    const run = contexts.runs.findLastIndex((first) => first <= byte);
    return (contexts.classes[run] ?? 0) + 1;
  };
  const neighbours = [undefined, ...contexts.samples];
  return [
    samples.length,
    ...runs.flatMap((first, run) => [(runs[run + 1] ?? 256) - first, classes[run] ?? 0]),
    neighbours.length,
    ...samples.map(contextOf),
    assertions.length,
    ...assertions.flatMap(({ holds }) =>
      neighbours.map((before) =>
        neighbours.reduce<number>(
          (mask, after, bit) => (holds(before, after) ? mask | (1 << bit) : mask),
          0,
        ),
      ),
    ),
    sets.length,
    ...sets.flatMap((set) => {
      const members = classesIn(partition, set);
      return [members.length, ...members];
    }),
  ];
}

/** Appends the tree to `out`: joining lists at every level would copy long expressions repeatedly. */
function writeTree(compilation: Compilation, node: Node, out: number[]): void {
  switch (node.kind) {
    case 'Bytes':
      out.push(nodeKinds.sets, 1, setIndex(compilation, node.set));
      return;
    case 'Sequence':
      writeSequence(compilation, node, out);
      return;
    case 'Alternation':
      writeAlternation(compilation, node, out);
      return;
    case 'Repeat': {
      const limit = node.max === undefined ? 0 : node.max + 1;
      out.push(nodeKinds.repeat, node.min, limit, node.greedy ? 1 : 0);
      writeTree(compilation, node.item, out);
      return;
    }
    case 'Group':
      out.push(nodeKinds.group, node.index);
      writeTree(compilation, node.item, out);
      return;
    case 'Anchor':
    case 'Lookaround':
      writeCondition(compilation, node, out);
      return;
    case 'BackReference':
      out.push(nodeKinds.backReference, node.group, node.ignoreCase ? 1 : 0);
      return;
    case 'Atomic':
      refuse(compilation, node, 'The expression is not regular.', 'Match the group only.');
  }
}

function setIndex({ sets, setIndices }: Compilation, set: ByteSet): number {
  const known = setIndices.get(set);
  if (known !== undefined) return known;
  const index = indexOf(sets, String(set), set);
  setIndices.set(set, index);
  return index;
}

function writeAlternation(compilation: Compilation, node: Alternation, out: number[]): void {
  const alternatives = mergedAlternatives(node);
  if (alternatives.length > 1) out.push(nodeKinds.alternation, alternatives.length);
  for (const alternative of alternatives) writeTree(compilation, alternative, out);
}

/** Merges neighbouring alternatives of one byte each, which lead to the same state: `a|[bc]` becomes `[abc]`. */
function mergedAlternatives({ alternatives }: Alternation): readonly Node[] {
  const merged: Node[] = [];
  for (const node of alternatives) {
    const previous = merged.at(-1);
    if (previous?.kind === 'Bytes' && node.kind === 'Bytes') {
      merged[merged.length - 1] = { ...previous, set: union(previous.set, node.set) };
    } else merged.push(node);
  }
  return merged;
}

/** Writes a sequence. Consecutive items of one byte each become one run of sets. */
function writeSequence(compilation: Compilation, { items }: Sequence, out: number[]): void {
  const parts: (Bytes[] | Node)[] = [];
  let run: Bytes[] | undefined;
  for (const item of flattened(items)) {
    if (item.kind !== 'Bytes') {
      parts.push(item);
      run = undefined;
    } else if (run === undefined) {
      run = [item];
      parts.push(run);
    } else run.push(item);
  }
  if (parts.length !== 1) out.push(nodeKinds.sequence, parts.length);
  for (const part of parts) {
    if (!Array.isArray(part)) writeTree(compilation, part, out);
    else
      out.push(nodeKinds.sets, part.length, ...part.map(({ set }) => setIndex(compilation, set)));
  }
}

function flattened(items: readonly Node[]): readonly Node[] {
  if (items.every((item) => item.kind !== 'Sequence')) return items;
  return items.flatMap((item) => (item.kind === 'Sequence' ? flattened(item.items) : [item]));
}

function writeCondition(compilation: Compilation, node: Anchor | Lookaround, out: number[]): void {
  const look = withoutUnreadGroups(node);
  const assertion = assertionOf(look);
  if (assertion !== undefined) {
    out.push(nodeKinds.assertion, indexOf(compilation.assertions, assertion.key, assertion));
    return;
  }
  writeLook(compilation, look.kind === 'Lookaround' ? look : optionalNewlineAhead(look), out);
}

function withoutUnreadGroups(node: Anchor | Lookaround): Anchor | Lookaround {
  if (node.kind === 'Anchor' || !node.negated) return node;
  return { ...node, item: withoutGroups(node.item) };
}

function writeLook(compilation: Compilation, look: Lookaround, out: number[]): void {
  const unsupported = firstUnsupported(look.item);
  if (unsupported !== undefined) {
    const [what, hint] = unsupportedWithin(unsupported);
    refuse(compilation, unsupported, `${what} within look-around is not supported.`, hint);
  }
  out.push(nodeKinds.look, look.direction === 'Lookahead' ? 0 : 1, look.negated ? 1 : 0);
  writeTree(compilation, look.item, out);
}

/** Returns `\Z` as `(?=\n?\z)`. */
function optionalNewlineAhead({ start, end }: Anchor): Lookaround {
  const at = { start, end };
  const newline: Node = { kind: 'Bytes', set: bytesOf('\n'), ...at };
  const textEnd: Node = { kind: 'Anchor', position: 'TextEnd', ...at };
  const optional: Node = { kind: 'Repeat', item: newline, min: 0, max: 1, greedy: true, ...at };
  const item: Node = { kind: 'Sequence', items: [optional, textEnd], ...at };
  return { kind: 'Lookaround', direction: 'Lookahead', negated: false, item, ...at };
}

function firstUnsupported(node: Node): Node | undefined {
  switch (node.kind) {
    case 'Group':
      return node;
    case 'Anchor':
    case 'Lookaround':
      return assertionOf(node) === undefined ? node : undefined;
    case 'Sequence':
      return firstIn(node.items);
    case 'Alternation':
      return firstIn(node.alternatives);
    case 'Repeat':
    case 'Atomic':
      return firstUnsupported(node.item);
    default:
      return undefined;
  }
}

function unsupportedWithin({ kind }: Node): readonly [what: string, hint: string] {
  switch (kind) {
    case 'Group':
      return ['A capturing group', 'Write (?:...) instead of (...).'];
    case 'Anchor':
      return ['\\Z', 'Write \\n?\\z where it ends the look-around.'];
    default:
      return [
        'Look-around of more than a byte',
        'Move it out of the other one, or write a chained rule.',
      ];
  }
}

function firstIn(nodes: readonly Node[]): Node | undefined {
  for (const node of nodes) {
    const found = firstUnsupported(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
