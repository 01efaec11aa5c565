/** What stands in for an expression with back-references: it matches wherever the expression does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backtrackMatch, loadBacktracker } from '#engine/regex/backtracker.ts';
import { compileRegex } from '#engine/regex/compile/compile-regex.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { loadMatcher, type Matcher, test as matches } from '#engine/regex/matcher.ts';

const LIMIT = 1_000_000;

type Loaded = {
  readonly filter: Matcher;
  /** The match with the filter, and without it; both with the steps taken. */
  readonly run: (value: string) => readonly [filtered: Run, plain: Run];
};

type Run = { readonly found: readonly string[] | undefined; readonly steps: number };

function load(pattern: string): Loaded {
  const compiled = compileRegex(pattern);
  assert.ok(compiled.kind === 'NonRegular', pattern);
  const { code, filter: filterCode } = compiled;
  assert.ok(code !== undefined && filterCode !== undefined, pattern);
  const filter = loadMatcher(filterCode, createBudget(1 << 20));
  const run = (value: string, withFilter: boolean): Run => {
    const steps = { left: LIMIT };
    const backtracker = loadBacktracker(code, LIMIT, withFilter ? filter : undefined);
    return { found: backtrackMatch(backtracker, value, steps), steps: LIMIT - steps.left };
  };
  return { filter, run: (value) => [run(value, true), run(value, false)] };
}

const PATTERNS = [
  '(a+)b\\1',
  '(["\']).*?\\1',
  '^(\\w+)=\\1$',
  '(a)(b)?\\1c',
  '\\b(\\w)(?!\\1)\\b',
  '(?<=a)(b+)\\1',
  '(?:(a|b)\\1)+c\\Z',
  '(?i)(a|bc)=\\1',
  '(^a|b$)?\\1',
  '((a)|b)\\1\\2',
  '(?:\\1x|(a))+',
  '([^=]*)=(?!\\1)',
];

test('with the filter the same is found as without it, in no more steps', () => {
  const loaded = PATTERNS.map((pattern) => ({ pattern, ...load(pattern) }));
  const text = fc.array(fc.constantFrom(...'aAbBcx=" \'\n'), { maxLength: 12 });
  let found = 0;
  fc.assert(
    fc.property(fc.constantFrom(...loaded), text, ({ pattern, filter, run }, chars) => {
      const value = chars.join('');
      const [filtered, plain] = run(value);
      assert.deepEqual(filtered.found, plain.found, `${pattern} on ${JSON.stringify(value)}`);
      assert.ok(filtered.steps <= plain.steps);
      if (plain.found === undefined) return;
      found += 1;
      assert.equal(matches(filter, value), true);
    }),
    { numRuns: 4000, seed: 1 },
  );
  assert.ok(found > 300, `${found} matches`);
});

test('a text in which nothing comes near takes no step, however long', () => {
  const { run } = load('(\\w+)\\s*=\\s*\\1');
  const [filtered, plain] = run('it was the best of times '.repeat(100));
  assert.deepEqual(filtered, { found: undefined, steps: 0 });
  assert.ok(plain.steps > 10_000);
});

test('steps are taken only where a match may start', () => {
  const { run } = load('(\\w+)=\\1');
  const [filtered, plain] = run(`${'words '.repeat(1000)}name=value ${'words '.repeat(1000)}`);
  assert.ok(filtered.steps < 100 && plain.steps > 10_000);
});
