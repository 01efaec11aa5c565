/** The committed fingerprint table is what its script derives, and what the specification counts. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fingerprints } from '#engine/libinjection/sql/fingerprints.ts';
import { harmlessBeginnings } from '#engine/libinjection/sql/harmless.ts';
import { plainTypes } from '#engine/libinjection/sql/plain-text.ts';
import { makeFingerprints, renderFingerprints, target } from '#scripts/make-fingerprints.ts';

test('the committed module is the output of the script', () => {
  assert.equal(readFileSync(target, 'utf8'), renderFingerprints());
});

test('the table has the check value of its generator', () => {
  const made = makeFingerprints();
  assert.equal(made.length, 8367);
  assert.equal(
    createHash('sha256').update(made.join('\n')).digest('hex'),
    'bff55381baa19fa521ecb2c7b536c1d84102f75f5a0ca3a280c4fd41ee5a7a11',
  );
});

test('the engine reads all of them from the committed module', () => {
  const made = makeFingerprints().map((fingerprint) => fingerprint.toUpperCase());
  assert.deepEqual([...fingerprints], made.toSorted());
});

test('no fingerprint begins like a harmless value, and none consists of plain text', () => {
  assert.equal(harmlessBeginnings.length, 4);
  assert.equal(plainTypes.length, 2);
  for (const fingerprint of fingerprints) {
    const types = fingerprint.toLowerCase();
    assert.ok(!harmlessBeginnings.includes(types.slice(0, 2)), fingerprint);
    for (const plain of plainTypes) {
      assert.ok(
        [...types].some((type) => !plain.includes(type)),
        `${fingerprint} of ${plain}`,
      );
    }
  }
});
