/**
 * Translates a Regex AST to the source of an equivalent JavaScript RegExp on byte strings, for differential tests and
 * for expressions that need no linear matcher.
 */
import type { AnchorPosition, Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import { type ByteSet, complement, sizeOf } from '#engine/regex/compile/byte-set.ts';
import { assertNever, invariant } from '../invariant.ts';

/**
 * Returns the source of a RegExp with exactly the same matches. Captures differ in two cases: JavaScript clears a capture inside a
 * repeated group at each iteration (PCRE keeps the last one), and it undoes an optional iteration that matches the
 * empty text (PCRE keeps it and leaves the loop). Atomic groups must have been refused (findNonRegular). There are no
 * flags: letter case and `.` are in the byte sets.
 */
export function translateRegex(regex: Regex): string {
  return alternation(regex.root) || '(?:)';
}

/** Returns the source for a position where alternatives need no group. */
function alternation(node: Node): string {
  return node.kind === 'Alternation' ? node.alternatives.map(sequence).join('|') : sequence(node);
}

/** Returns the source as an item of a sequence. */
function sequence(node: Node): string {
  switch (node.kind) {
    case 'Alternation':
      return `(?:${alternation(node)})`;
    case 'Sequence':
      return node.items.map(sequence).join('');
    case 'Repeat':
      return `${repeatable(node.item)}${quantifier(node)}`;
    case 'Group':
      return `(${alternation(node.item)})`;
    case 'Bytes':
      return classText(node.set);
    case 'Anchor':
      return anchors[node.position];
    case 'Lookaround': {
      const direction = node.direction === 'Lookbehind' ? '<' : '';
      return `(?${direction}${node.negated ? '!' : '='}${alternation(node.item)})`;
    }
    case 'BackReference':
      // For display only: in a RegExp a group that did not participate matches the empty text, in PCRE it does not
      // match.
      return `(?:\\${node.group})`;
    case 'Atomic':
      return invariant(false, `${node.kind} reached translate-regex`) ?? '';
    default:
      return assertNever(node);
  }
}

function repeatable(node: Node): string {
  const isUnit = node.kind === 'Bytes' || node.kind === 'Group';
  return isUnit ? sequence(node) : `(?:${alternation(node)})`;
}

function quantifier({ min, max, greedy }: Repeat): string {
  return `${range(min, max)}${greedy ? '' : '?'}`;
}

function range(min: number, max: number | undefined): string {
  if (min === 0 && max === undefined) return '*';
  if (min === 1 && max === undefined) return '+';
  if (max === undefined) return `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** In JavaScript, without the flag m, `^` and `$` match only at the ends of the text. */
const anchors: Readonly<Record<AnchorPosition, string>> = {
  TextStart: '^',
  TextEnd: '$',
  TextEndOptionalNewline: '(?=\\n?$)',
  LineStart: '(?:^|(?<=\\n)(?=[^]))',
  LineEnd: '(?![^\\n])',
  WordBoundary: '\\b',
  NotWordBoundary: '\\B',
};

/** Returns an expression that matches one byte of the set: a character class or the byte itself. */
export function classText(set: ByteSet): string {
  const size = sizeOf(set);
  if (size === 0) return '[]';
  if (size === 256) return '[^]';
  const [first] = set;
  if (size === 1 && first !== undefined) return escapeByte(first[0]);
  const others = complement(set);
  return others.length < set.length ? `[^${members(others)}]` : `[${members(set)}]`;
}

function members(set: ByteSet): string {
  return set
    .map(([first, last]) => {
      const separator = last > first + 1 ? '-' : '';
      return `${escapeByte(first)}${last > first ? separator + escapeByte(last) : ''}`;
    })
    .join('');
}

/** Escapes a byte, inside and outside of brackets and between slashes. */
function escapeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  if (byte < 0x20 || byte > 0x7e) return `\\x${byte.toString(16).padStart(2, '0')}`;
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
