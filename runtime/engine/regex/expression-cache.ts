/**
 * Expressions that rules make of macros, such as `^%{tx.charsets}$`: compiled when they are first used. What a
 * client sends may be part of them, so their size is limited, the cache is small, and what they cost is reported.
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
  /** `weight`: what reading a byte costs, beside an expression that a rule has written. */
  | { readonly kind: 'Linear'; readonly matcher: Matcher; readonly weight: number }
  | { readonly kind: 'Backtracking'; readonly backtracker: Backtracker }
  /** One full sentence. */
  | { readonly kind: 'Bad'; readonly message: string };

export type ExpressionCache = {
  /** Steps for one value, when it has back-references. */
  readonly limit: number;
  /** By their text, the one used longest ago first. */
  readonly entries: Map<ByteString, Expression>;
};

const MAX_ENTRIES = 32;
/** Bytes. */
const MAX_LENGTH = 4096;
const MAX_STATES = 2000;
/** Bytes that the automata of one expression may keep. */
const MEMORY = 512 << 10;
/** States that are as fast to follow as those of other expressions. */
const STATES_PER_WEIGHT = 64;

export function createExpressionCache(limit: number): ExpressionCache {
  return { limit, entries: new Map() };
}

/** The expression; `spend` is called with its length before it is compiled, and not when it is in the cache. */
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
  // A piece of a body would keep the whole of it in memory.
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
