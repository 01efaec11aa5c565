import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import { timeOf } from '#compiler/cli/commands/bench/worst/stopwatch.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { captures, type Matcher, test } from '#engine/regex/matcher.ts';
import { crsPatterns, missingData } from '../../compiler/regex/crs-patterns.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

/** Texts on which a backtracking engine takes seconds to minutes with some CRS expression (docs/benchmarks.md). */
const killers: readonly (readonly [name: string, value: string])[] = [
  ['800 line feeds', '\n'.repeat(800)],
  ['6400 less-than signs', '<'.repeat(6400)],
  ['64,000 tabs', '\t'.repeat(64_000)],
  ['256 bytes of Accept', 'text/html;q=0.9, '.repeat(16).slice(0, 256)],
  ['3 KB of quotes', '\'"'.repeat(1500)],
  ['3 KB of evasion', 'b"$'.repeat(1000)],
  ['3 KB of parentheses', '('.repeat(3000)],
];

check('no CRS expression takes 5 ms on a killer', (t) => {
  const matchers = crsMatchers();
  if (matchers === undefined) return t.skip(missingData);
  for (const [name, value] of killers) {
    for (const matcher of matchers) {
      test(matcher, value);
      const took = fastest(() => test(matcher, value));
      assert.ok(took < 5, `${name}: ${took} ms`);
    }
  }
});

check('twice the text takes twice the time', () => {
  const patterns = ['(?:a|b)*a(?:a|b){14}c', '(?:\\s*\\w*)*!', '(x+x+)+y', '^(a?){50}a{50}$'];
  for (const pattern of patterns) {
    const matcher = loadPattern(pattern);
    const time = (size: number) => {
      const value = noise(size);
      return fastest(() => test(matcher, value));
    };
    time(1 << 14);
    const [short, long] = [time(1 << 16), time(1 << 18)];
    // 4 is exact; the rest is for a busy machine.
    assert.ok(long < Math.max(1, short) * 8, `${pattern}: ${short} ms, ${long} ms`);
  }
});

check('captures take linear time', () => {
  const matcher = loadPattern('(x+x+)+(y)?');
  const time = (size: number) => {
    const value = 'x'.repeat(size);
    return fastest(() => captures(matcher, value));
  };
  time(1 << 10);
  const [short, long] = [time(1 << 13), time(1 << 15)];
  assert.ok(long < Math.max(1, short) * 8, `${short} ms, ${long} ms`);
});

check('tables stay within the budget', () => {
  const budget = createBudget(200_000);
  const matcher = loadPattern('(?:a|b)*a(?:a|b){14}c', budget);
  const other = loadPattern('(?:c|d)*c(?:c|d){14}e', budget);
  for (let turn = 0; turn < 40; turn += 1) {
    test(matcher, noise(2000, turn));
    test(other, noise(2000, turn).replaceAll('a', 'c').replaceAll('b', 'd'));
    const held = budget.users.reduce((total, user) => total + user.transitions.byteLength, 0);
    assert.ok(budget.used <= budget.limit && held <= budget.limit, `${budget.used}, ${held}`);
  }
  assert.ok(budget.used > 0);
});

check('CRS stays small', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  const length = patterns.reduce((total, pattern) => total + codeOf(pattern).length, 0);
  assert.ok(length < 300_000, `${length} chars`);
});

function crsMatchers(): readonly Matcher[] | undefined {
  const budget = createBudget(24 << 20);
  return crsPatterns()?.map((pattern) => loadPattern(pattern, budget));
}

/** Milliseconds of the fastest of three runs. */
function fastest(run: () => void): number {
  return Math.min(...[0, 1, 2].map(() => timeOf(run) / 1000));
}

/** a and b in no order that a table could learn. */
function noise(size: number, seed = 1): string {
  let state = seed * 2654435761;
  let text = '';
  for (let index = 0; index < size; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += state >>> 31 === 0 ? 'a' : 'b';
  }
  return text;
}
