/**
 * Backtracking matcher on the AST that does what PCRE's manual says, step by step, with no thought for
 * speed: what the translated RegExp and the linear matcher are compared with.
 */
import type { AnchorPosition, Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import { contains } from '#engine/regex/compile/byte-set.ts';

export type Span = readonly [start: number, end: number];

/** Whole match, then groups; undefined: took no part. */
export type Captures = readonly (Span | undefined)[];

type Continue = (position: number, captures: Captures) => Captures | undefined;

class StepsExhausted extends Error {}

/** undefined: no match; 'gave up' after `maxSteps`. */
export function referenceMatch(
  regex: Regex,
  value: string,
  maxSteps = 50_000,
): Captures | undefined | 'gave up' {
  let steps = 0;

  function match(node: Node, at: number, captures: Captures, next: Continue): Captures | undefined {
    steps += 1;
    if (steps > maxSteps) throw new StepsExhausted();
    switch (node.kind) {
      case 'Bytes':
        return at < value.length && contains(node.set, value.charCodeAt(at))
          ? next(at + 1, captures)
          : undefined;
      case 'Sequence':
        return matchItems(node.items, at, captures, next);
      case 'Alternation':
        for (const alternative of node.alternatives) {
          const found = match(alternative, at, captures, next);
          if (found !== undefined) return found;
        }
        return undefined;
      case 'Group':
        return match(node.item, at, captures, (end, inner) =>
          next(end, inner.with(node.index, [at, end])),
        );
      case 'Repeat':
        return matchRepeat(node, node.min, at, captures, next);
      case 'Anchor':
        return holds(node.position, value, at) ? next(at, captures) : undefined;
      case 'Lookaround': {
        const found = look(node.item, node.direction, at, captures);
        if (node.negated) return found === undefined ? next(at, captures) : undefined;
        return found && next(at, found);
      }
      case 'Atomic': {
        let end = at;
        const found = match(node.item, at, captures, (position, inner) => {
          end = position;
          return inner;
        });
        return found && next(end, found);
      }
      case 'BackReference': {
        const span = captures[node.group];
        if (span === undefined) return undefined;
        const text = value.slice(...span);
        return value.startsWith(text, at) ? next(at + text.length, captures) : undefined;
      }
    }
  }

  function matchItems(
    items: readonly Node[],
    at: number,
    captures: Captures,
    next: Continue,
  ): Captures | undefined {
    const [first, ...rest] = items;
    if (first === undefined) return next(at, captures);
    return match(first, at, captures, (end, inner) => matchItems(rest, end, inner, next));
  }

  /** `x{2,5}` is `xx(x(x(x)?)?)?`, `x{2,}` is `xx+`; a turn of a loop that matched nothing is the last. */
  function matchRepeat(
    node: Repeat,
    mandatory: number,
    at: number,
    captures: Captures,
    next: Continue,
    turns = 0,
  ): Captures | undefined {
    const turn = () =>
      match(node.item, at, captures, (end, inner) =>
        node.max === undefined && end === at && mandatory <= 1
          ? next(end, inner)
          : matchRepeat(node, mandatory - 1, end, inner, next, turns + 1),
      );
    if (mandatory > 0) return turn();
    if (turns === node.max) return next(at, captures);
    return node.greedy ? (turn() ?? next(at, captures)) : (next(at, captures) ?? turn());
  }

  function look(
    item: Node,
    direction: 'Lookahead' | 'Lookbehind',
    at: number,
    captures: Captures,
  ): Captures | undefined {
    if (direction === 'Lookahead') return match(item, at, captures, (_, inner) => inner);
    for (let start = at; start >= 0; start -= 1) {
      const found = match(item, start, captures, (end, inner) => (end === at ? inner : undefined));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  const none: Captures = Array.from({ length: regex.captureCount + 1 }, () => undefined);
  try {
    for (let start = 0; start <= value.length; start += 1) {
      const found = match(regex.root, start, none, (end, captures) =>
        captures.with(0, [start, end]),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  } catch (error) {
    if (error instanceof StepsExhausted) return 'gave up';
    throw error;
  }
}

function holds(place: AnchorPosition, value: string, at: number): boolean {
  const isWord = (index: number) => /\w/.test(value.charAt(index));
  const atEnd = at === value.length;
  switch (place) {
    case 'TextStart':
      return at === 0;
    case 'TextEnd':
      return atEnd;
    case 'TextEndOptionalNewline':
      return atEnd || value.slice(at) === '\n';
    case 'LineStart':
      return at === 0 || (value.charAt(at - 1) === '\n' && !atEnd);
    case 'LineEnd':
      return atEnd || value.charAt(at) === '\n';
    case 'WordBoundary':
      return isWord(at - 1) !== isWord(at);
    case 'NotWordBoundary':
      return isWord(at - 1) === isWord(at);
  }
}
