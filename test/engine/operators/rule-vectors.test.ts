/** The public vectors of @rx and @rxGlobal with their captures, and those of @geoLookup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULE_OPERATORS, runVectorsAsRules } from './rule-vectors.ts';
import { readVectors } from './vectors.ts';

/** Expressions of @rxGlobal whose vectors list the captures of the first match only. */
const FIRST_MATCH_ONLY = new Set(['(a|b|1|2)(a|b|1|2)', '[a-z]\n']);

test('public vectors that run as rules', async (t) => {
  const vectors = readVectors();
  if (vectors === undefined) return t.skip('no SHARED_DATA: the public vectors are not here');
  const chosen = vectors.filter(({ name }) => RULE_OPERATORS.has(name));
  const results = await runVectorsAsRules(chosen);
  let captured = 0;
  let deviations = 0;
  for (const { vector, matches, captures } of results) {
    const shown = JSON.stringify(vector);
    assert.equal(matches, vector.matches, shown);
    if (vector.captures === undefined) continue;
    captured += 1;
    const last = vector.captures.findLastIndex((text) => text !== '');
    const expected = vector.captures.slice(0, last + 1);
    if (vector.name === 'rxglobal' && FIRST_MATCH_ONLY.has(vector.argument)) {
      assert.deepEqual(captures.slice(0, expected.length), expected, shown);
      assert.ok(captures.length > expected.length, `deviates no more: ${shown}`);
      deviations += 1;
    } else assert.deepEqual(captures, expected, shown);
  }
  assert.ok(results.length >= 30 && captured >= 15);
  t.diagnostic(
    `${results.length} vectors, ${captured} with captures, ${deviations} of them deviate as listed`,
  );
});
