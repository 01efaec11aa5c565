/**
 * Approximates an expression by one that an automaton can run: it matches wherever the given one does, and possibly
 * elsewhere.
 */
import type { BackReference, Group, Node, Regex } from './ast.ts';
import { anyByte, foldCase } from './byte-set.ts';
import { childrenOf } from './children-of.ts';

/**
 * Returns the approximation. A back-reference becomes what its group can match, or any text; an atomic group becomes
 * its content; look-around is left out. Text that the result does not match is not matched by the expression either,
 * and every match starts where one of the result starts.
 */
export function approximate(regex: Regex): Regex {
  const groups = new Map<number, Group>();
  collectGroups(regex.root, groups);
  const texts = new Map<string, Node>();
  const textOf = (reference: BackReference): Node => {
    const key = `${reference.group} ${reference.ignoreCase}`;
    const text = texts.get(key) ?? textOfGroup(reference, groups.get(reference.group));
    texts.set(key, text);
    return text;
  };
  return { ...regex, root: loosened(regex.root, textOf) };
}

function collectGroups(node: Node, groups: Map<number, Group>): void {
  if (node.kind === 'Group') groups.set(node.index, node);
  for (const child of childrenOf(node)) collectGroups(child, groups);
}

function loosened(node: Node, textOf: (reference: BackReference) => Node): Node {
  const all = (nodes: readonly Node[]): readonly Node[] =>
    nodes.map((each) => loosened(each, textOf));
  switch (node.kind) {
    case 'Sequence':
      return { ...node, items: all(node.items) };
    case 'Alternation':
      return { ...node, alternatives: all(node.alternatives) };
    case 'Repeat':
      return { ...node, item: loosened(node.item, textOf) };
    case 'Group':
    case 'Atomic':
      return loosened(node.item, textOf);
    case 'BackReference':
      return textOf(node);
    case 'Lookaround':
      return nothing(node);
    case 'Anchor':
      // `\Z` would be a look-around, so it is left out.
      return node.position === 'TextEndOptionalNewline' ? nothing(node) : node;
    case 'Bytes':
      return node;
  }
}

function nothing({ start, end }: Node): Node {
  return { kind: 'Sequence', items: [], start, end };
}

/** Returns what a back-reference may match; any text when the group's text depends on its surroundings. */
function textOfGroup(reference: BackReference, group: Group | undefined): Node {
  const body = group?.item;
  if (body !== undefined && isPlain(body)) return plainCopy(body, reference.ignoreCase);
  const { start, end } = reference;
  const item: Node = { kind: 'Bytes', set: anyByte, start, end };
  return { kind: 'Repeat', item, min: 0, max: undefined, greedy: true, start, end };
}

function isPlain(node: Node): boolean {
  if (node.kind === 'BackReference' || node.kind === 'Anchor' || node.kind === 'Lookaround') {
    return false;
  }
  return childrenOf(node).every(isPlain);
}

function plainCopy(node: Node, ignoreCase: boolean): Node {
  const copy = (each: Node): Node => plainCopy(each, ignoreCase);
  switch (node.kind) {
    case 'Bytes':
      return ignoreCase ? { ...node, set: foldCase(node.set) } : node;
    case 'Sequence':
      return { ...node, items: node.items.map(copy) };
    case 'Alternation':
      return { ...node, alternatives: node.alternatives.map(copy) };
    case 'Repeat':
      return { ...node, item: copy(node.item) };
    case 'Group':
    case 'Atomic':
      return copy(node.item);
    default:
      return node;
  }
}
