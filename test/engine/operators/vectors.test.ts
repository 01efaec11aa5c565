/** The public operator vectors, all but the listed deviations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVIATIONS, type Deviation } from './deviations.ts';
import { VECTOR_OPERATORS } from './vector-operators.ts';
import { readVectors, type Vector } from './vectors.ts';

/** Tested where they are written: expressions, libinjection and the address database. */
const ELSEWHERE = new Set(['rx', 'rxglobal', 'detectsqli', 'detectxss', 'geolookup']);

test('public operator vectors', (t) => {
  const vectors = readVectors();
  if (vectors === undefined) return t.skip('no SHARED_DATA: the public vectors are not here');
  const failures: string[] = [];
  let ran = 0;
  let skipped = 0;
  for (const vector of vectors) {
    const operator = VECTOR_OPERATORS.get(vector.name);
    if (operator === undefined) {
      assert.ok(ELSEWHERE.has(vector.name), `no operator for the vectors of ${vector.name}`);
      skipped += 1;
      continue;
    }
    ran += 1;
    const agrees = operator(vector.argument, vector.value) === vector.matches;
    const listed = DEVIATIONS.some((deviation) => isOf(deviation, vector));
    if (listed && agrees) failures.push(`deviates no more: ${JSON.stringify(vector)}`);
    if (!listed && !agrees) failures.push(JSON.stringify(vector));
  }
  assert.deepEqual(failures, []);
  assert.ok(ran > 0 && ran + skipped === vectors.length);
  t.diagnostic(`${ran} vectors ran, ${skipped} of operators that are tested elsewhere`);
});

function isOf(deviation: Deviation, vector: Vector): boolean {
  return (
    deviation.name === vector.name &&
    deviation.argument === vector.argument &&
    (deviation.value ?? vector.value) === vector.value
  );
}
