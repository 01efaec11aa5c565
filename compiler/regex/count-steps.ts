/**
 * A backtracking matcher as simple as the core of PCRE and V8, which counts its steps. Costs are measured in steps,
 * because these are the same on every machine.
 */
import type { AnchorPosition, Lookaround, Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import type { ByteSet } from '#engine/regex/compile/byte-set.ts';
import { memoizeByObject } from '../memoize.ts';

/** Whether the node matches at `at`, and `following` matches at its end. */
type Matcher = (at: number, following: (at: number) => boolean) => boolean;

type Run = { text: string; steps: number; limit: number };

/**
 * Returns a function that counts the steps of one attempt to match at the start of a text; `limit` + 1 when there are
 * more.
 */
export function stepCounter({ root }: Regex): (text: string, limit: number) => number {
  const run: Run = { text: '', steps: 0, limit: 0 };
  const match = compileNode(root, run);
  return (text, limit) => {
    Object.assign(run, { text, steps: 0, limit });
    match(0, () => true);
    return run.steps;
  };
}

/** Compiles a node. Back-references and atomic groups do not occur, because the compiler refuses them. */
function compileNode(node: Node, run: Run): Matcher {
  switch (node.kind) {
    case 'Bytes': {
      const isMember = memberTable(node.set);
      return (at, following) => {
        // Beyond the limit everything matches, which ends the attempt.
        if (run.steps > run.limit) return true;
        run.steps += 1;
        return isMember[run.text.charCodeAt(at)] === 1 && following(at + 1);
      };
    }
    case 'Sequence':
      return node.items
        .map((item) => compileNode(item, run))
        .reduceRight<Matcher>(
          (rest, item) => (at, following) => item(at, (next) => rest(next, following)),
          (at, following) => following(at),
        );
    case 'Alternation': {
      const alternatives = node.alternatives.map((each) => compileNode(each, run));
      return (at, following) => alternatives.some((each) => each(at, following));
    }
    case 'Repeat':
      return compileRepeat(node, run);
    case 'Anchor':
      return (at, following) => holds(node.position, run.text, at) && following(at);
    case 'Lookaround':
      return compileLookaround(node, run);
    case 'Group':
    case 'Atomic':
      return compileNode(node.item, run);
    case 'BackReference':
      return () => false;
  }
}

/** Returns a table with 1 for each byte that is in the set. */
const memberTable = memoizeByObject((set: ByteSet): Uint8Array => {
  const table = new Uint8Array(256);
  for (const [first, last] of set) table.fill(1, first, last + 1);
  return table;
});

function compileRepeat(
  { item, min, max = Number.POSITIVE_INFINITY, greedy }: Repeat,
  run: Run,
): Matcher {
  const match = compileNode(item, run);
  const iteration = (count: number, at: number, following: (at: number) => boolean): boolean => {
    if (run.steps > run.limit) return true;
    const more = (): boolean =>
      count < max &&
      // An iteration that matches the empty text would repeat without end.
      match(at, (next) => (next > at || count < min) && iteration(count + 1, next, following));
    const enough = (): boolean => count >= min && following(at);
    return greedy ? more() || enough() : enough() || more();
  };
  return (at, following) => iteration(0, at, following);
}

function compileLookaround({ item, direction, negated }: Lookaround, run: Run): Matcher {
  const match = compileNode(item, run);
  const isThere = (at: number): boolean => {
    if (direction === 'Lookahead') return match(at, () => true);
    for (let start = at; start >= 0; start -= 1) if (match(start, (end) => end === at)) return true;
    return false;
  };
  return (at, following) => isThere(at) !== negated && following(at);
}

function holds(position: AnchorPosition, text: string, at: number): boolean {
  const isBoundary = isWord(text, at - 1) !== isWord(text, at);
  switch (position) {
    case 'TextStart':
      return at === 0;
    case 'TextEnd':
      return at === text.length;
    case 'TextEndOptionalNewline':
      return at === text.length || (at === text.length - 1 && text[at] === '\n');
    case 'LineStart':
      return at === 0 || (text[at - 1] === '\n' && at < text.length);
    case 'LineEnd':
      return at === text.length || text[at] === '\n';
    case 'WordBoundary':
      return isBoundary;
    case 'NotWordBoundary':
      return !isBoundary;
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}
