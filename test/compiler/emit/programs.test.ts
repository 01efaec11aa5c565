/** A sample of the corpus, the same at every run; programs.exhaustive.test.ts has all of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { checkPrograms, smallRules, variantsOf } from './programs.ts';

/** One in so many of the small rules; a prime, so that neighbours in one document take turns. */
const EVERY = 211;

test('programs compile or are refused, and what is emitted type-checks', (t) => {
  const rules = smallRules();
  assert.ok(rules.length > 300, `${rules.length} small rules`);
  const sample = rules.filter((_, index) => index % EVERY === 0);
  const variants = sample.flatMap((each) => variantsOf(each, [0, 9]));
  const counts = checkPrograms(variants.filter((_, index) => index % 2 === 0));
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.compiled >= 10 && counts.emptied >= 4, JSON.stringify(counts));
});

test('debug log levels 1 to 8 emit what level 0 emits, but for the number', () => {
  const sample = smallRules().filter((_, index) => index % 53 === 0);
  let compared = 0;
  for (const { entries, files } of sample) {
    const profile = profileOfEntries('test', entries);
    const [lowest, ...others] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((debugLogLevel) => {
      const { program } = compile({ ...profile, debugLogLevel }, files);
      const texts = program === undefined ? [] : emit(program).map(({ text }) => text);
      return texts.join('').replaceAll(/debugLogLevel: \d/g, '');
    });
    for (const other of others) assert.equal(other, lowest);
    compared += lowest === '' ? 0 : 1;
  }
  assert.ok(compared > 5, `${compared} rule sets`);
});
