/**
 * Expressions that rules build from macros, such as `^%{tx.charsets}$`, compiled at first use. Request data may be
 * part of them, so their size is limited, the cache is small, and their cost is reported.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import { type Backtracker, loadBacktracker } from './backtracker.ts';
import { compileParsed } from './compile/compile-regex.ts';
import { parseRegex } from './compile/parse-regex.ts';
import { statesAtMost } from './compile/states-at-most.ts';
import { createBudget } from './dfa.ts';
import { loadMatcher, type Matcher } from './matcher.ts';

export type Expression =
  /** `weight`: cost of reading a byte, relative to an expression written in a rule. */
  | { readonly kind: 'Linear'; readonly matcher: Matcher; readonly weight: number }
  | { readonly kind: 'Backtracking'; readonly backtracker: Backtracker }
  /** `message`: one full sentence. */
  | { readonly kind: 'Bad'; readonly message: string };

export type ExpressionCache = {
  /** Steps for one value, for expressions with back-references. */
  readonly limit: number;
  /** By expression text, the least recently used first. */
  readonly entries: Map<ByteString, Expression>;
};

const MAX_ENTRIES = 32;
/** Bytes of the longest expression. */
const MAX_LENGTH = 4096;
const MAX_STATES = 2000;
/** Bytes of memory that the automata of one expression may use. */
const MEMORY = 512 << 10;
/** States up to which an expression is as fast as those written in rules. */
const STATES_PER_WEIGHT = 64;

export function createExpressionCache(limit: number): ExpressionCache {
  return { limit, entries: new Map() };
}

/** Returns the expression. Calls `spend` with its length before compiling it; not when it is cached. */
export function expressionOf(
  cache: ExpressionCache,
  text: ByteString,
  spend: (length: number) => void,
): Expression {
  const { entries } = cache;
  const known = entries.get(text);
  if (known !== undefined) {
    entries.delete(text);
    entries.set(text, known);
    return known;
  }
  if (text.length > MAX_LENGTH) {
    return { kind: 'Bad', message: `It is longer than ${MAX_LENGTH} bytes.` };
  }
  spend(text.length);
  const compiled = compile(text, cache.limit);
  const [oldest] = entries.keys();
  if (entries.size >= MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  // A slice of a body would keep the whole body in memory.
  entries.set(copyText(text), compiled);
  return compiled;
}

function compile(text: ByteString, limit: number): Expression {
  const parsed = parseRegex(text);
  if (parsed.kind === 'Error') return { kind: 'Bad', message: parsed.message };
  const states = statesAtMost(parsed.regex.root);
  if (states > MAX_STATES) {
    return { kind: 'Bad', message: `It needs more than ${MAX_STATES} states.` };
  }
  const compiled = compileParsed(parsed.regex, MAX_STATES);
  if (compiled.kind === 'Error') return { kind: 'Bad', message: compiled.message };
  const budget = createBudget(MEMORY);
  if (compiled.kind === 'Linear') {
    const weight = Math.ceil(states / STATES_PER_WEIGHT);
    return { kind: 'Linear', matcher: loadMatcher(compiled.code, budget), weight };
  }
  const { code, filter } = compiled;
  if (code === undefined) return { kind: 'Bad', message: 'It has an atomic group.' };
  const matcher = filter === undefined ? undefined : loadMatcher(filter, budget);
  return { kind: 'Backtracking', backtracker: loadBacktracker(code, limit, matcher) };
}
