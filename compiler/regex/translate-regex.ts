/**
 * Regex AST -> JavaScript RegExp source that means the same on byte strings: for differential tests and
 * for expressions that need no linear matcher.
 */

import type {
  AnchorPosition,
  Node,
  Regex,
  Repeat,
} from '../../runtime/engine/regex/compile/ast.ts';
import { type ByteSet, complement, sizeOf } from '../../runtime/engine/regex/compile/byte-set.ts';
import { assertNever, invariant } from '../invariant.ts';

export type JavaScriptRegex = { readonly source: string; readonly flags: '' };

/**
 * Exact in what matches and where. Two things JavaScript does its own way: a capture inside a repeated
 * group is forgotten on each turn (PCRE keeps the last), and an optional turn that matches nothing is
 * undone (PCRE keeps it and leaves the loop). Atomic groups must have been refused (findNonRegular).
 * No flags: case and `.` are in the byte sets.
 */
export function translateRegex(regex: Regex): JavaScriptRegex {
  return { source: alternation(regex.root) || '(?:)', flags: '' };
}

/** Where alternatives may stand as they are. */
function alternation(node: Node): string {
  return node.kind === 'Alternation' ? node.alternatives.map(sequence).join('|') : sequence(node);
}

/** As an item of a sequence. */
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
      const direction = node.direction === 'Behind' ? '<' : '';
      return `(?${direction}${node.negated ? '!' : '='}${alternation(node.item)})`;
    }
    case 'BackReference':
      // To be read: a RegExp lets a group that took no part match the empty text, PCRE does not.
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
  if (max === undefined) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Without the flag m, `^` and `$` are the ends of the text in JavaScript. */
const anchors: Readonly<Record<AnchorPosition, string>> = {
  TextStart: '^',
  TextEnd: '$',
  TextEndOptionalNewline: '(?=\\n?$)',
  LineStart: '(?:^|(?<=\\n)(?=[^]))',
  LineEnd: '(?![^\\n])',
  WordBoundary: '\\b',
  NotWordBoundary: '\\B',
};

/** One byte out of the set, as an expression: a class, or the byte itself. */
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

/** Safe in and outside of brackets, and between slashes. */
function escapeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  if (byte < 0x20 || byte > 0x7e) return `\\x${byte.toString(16).padStart(2, '0')}`;
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
