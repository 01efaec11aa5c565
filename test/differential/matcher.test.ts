/**
 * The automata find what V8's RegExp finds, on strings made from each expression's own AST: members, near
 * misses, noise. DIFFERENTIAL_PAIRS sets the number of pairs of an expression and a string.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { captures, find, loadMatcher, type Matcher, test } from '#engine/regex/matcher.ts';
import { type Comparable, comparableIn } from '../compiler/regex/comparable.ts';
import { crsPatterns, patternsOf, regexOf } from '../compiler/regex/crs-patterns.ts';
import { subjectOf } from '../compiler/regex/subjects.ts';
import { codeOf } from '../engine/regex/load-pattern.ts';
import { type Execution, executeAll } from './backtracking.ts';

const { DIFFERENTIAL_PAIRS = '500' } = process.env;
const SEED = 20_261_121;
const count = Number(DIFFERENTIAL_PAIRS);
assert.ok(count > 0, 'DIFFERENTIAL_PAIRS must be a number above 0');

/** Small enough to run out now and then, so that starting afresh is tested as well. */
const BUDGET = 4 << 20;

const builtIn = readdirSync('rules')
  .filter((name) => name.endsWith('.conf'))
  .flatMap((name) => patternsOf(readFileSync(`rules/${name}`, 'latin1')));
const patterns = [...new Set([...(crsPatterns() ?? []), ...builtIn])];

check(`automata and V8 agree on ${count} pairs`, (t) => {
  assert.ok(patterns.length > 100);
  const budget = createBudget(BUDGET);
  const tally = { pairs: 0, matches: 0, captures: 0, timedOut: 0 };
  for (const [index, pattern] of patterns.entries()) {
    const share = (at: number): number => Math.floor((count * at) / patterns.length);
    const numRuns = share(index + 1) - share(index);
    if (numRuns === 0) continue;
    const regex = regexOf(pattern);
    const matcher = loadMatcher(codeOf(pattern), budget);
    const comparable = comparableIn(regex.root);
    const values = fc.sample(subjectOf(regex), { numRuns, seed: SEED + index });
    const executions = executeAll(translateRegex(regex), values);
    for (const [at, value] of values.entries()) {
      const execution = executions[at];
      tally.pairs += 1;
      if (execution === 'TimedOut') tally.timedOut += 1;
      else compare(matcher, pattern, value, execution, comparable);
      if (typeof execution === 'object') tally.matches += 1;
      if (typeof execution === 'object' && comparable === 'captures') tally.captures += 1;
    }
  }
  assert.equal(tally.pairs, count);
  assert.ok(tally.matches > count / 4 && tally.captures > tally.matches / 2);
  assert.ok(tally.timedOut < count / 100);
  t.diagnostic(
    `${tally.pairs} pairs of ${patterns.length} expressions, ${tally.matches} matches, ` +
      `${tally.captures} with captures compared, ${tally.timedOut} left out: V8 took too long`,
  );
});

function compare(
  matcher: Matcher,
  pattern: string,
  value: ByteString,
  expected: Exclude<Execution, 'TimedOut'>,
  comparable: Comparable,
): void {
  const about = `${pattern} on ${JSON.stringify(value)}`;
  assert.equal(test(matcher, value), expected !== undefined, about);
  if (expected === undefined || comparable === 'nothing') return;
  const [whole = ''] = expected.texts;
  const span = [expected.start, expected.start + whole.length];
  assert.deepEqual(find(matcher, value, 0), span, about);
  if (comparable !== 'captures') return;
  const texts = [...expected.texts].map((text) => text ?? '');
  assert.deepEqual(captures(matcher, value), texts, about);
}
