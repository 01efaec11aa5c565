/** A sample of the corpus, the same at every run; programs.exhaustive.test.ts has all of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPrograms, ruleSets, smallRules, variantsOf } from './programs.ts';

/** One in so many of the small rules; a prime, so that neighbours in one document take turns. */
const EVERY = 31;

test('programs compile or are refused, and what is emitted type-checks', (t) => {
  const rules = smallRules();
  assert.ok(rules.length > 300, `${rules.length} small rules`);
  const sample = rules.filter((_, index) => index % EVERY === 0);
  const variants = sample.flatMap((each) => variantsOf(each, [0, 9]));
  const counts = checkPrograms(variants.filter((_, index) => index % 2 === 0));
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.compiled >= 40 && counts.emptied >= 15, JSON.stringify(counts));
});

test('the built-in rules, emptied, at debug log level 9 without passes', (t) => {
  const [pl1] = ruleSets(fileURLToPath(new URL('../../../rules', import.meta.url)));
  assert.ok(pl1 !== undefined);
  const variants = variantsOf(pl1, [9]).filter(
    ({ optional, title }) => optional.length === 0 && title.includes('emptied'),
  );
  const counts = checkPrograms(variants);
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts, { compiled: 1, refused: 0, emptied: 1 });
});
