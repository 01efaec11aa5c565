/** Agreement with the public vectors of libinjection 4. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { isXss } from '#engine/libinjection/xss.ts';

const { SHARED_DATA = '../shared/data' } = process.env;
const file = join(SHARED_DATA, 'libinjection-vectors.jsonl.gz');

type Vector = {
  readonly in: string;
  readonly sqli: boolean;
  readonly fingerprint: string;
  readonly xss: boolean;
};

function isVector(value: unknown): value is Vector {
  return typeof value === 'object' && value !== null && 'in' in value && 'fingerprint' in value;
}

function readVectors(): readonly Vector[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const vector: unknown = JSON.parse(line);
      assert.ok(isVector(vector));
      return vector;
    });
}

/** Prints the agreement and fails on the first inputs that differ. */
function compare(
  t: TestContext,
  name: string,
  vectors: readonly Vector[],
  agrees: (vector: Vector) => boolean,
): void {
  const different = vectors.filter((vector) => !agrees(vector));
  const agreement = (100 * (vectors.length - different.length)) / vectors.length;
  t.diagnostic(`${name}: ${vectors.length} vectors, ${agreement.toFixed(3)} % agree`);
  assert.deepEqual(different.slice(0, 10), []);
}

test('the public vectors agree', (t) => {
  if (!existsSync(file)) return t.skip(`${file} is not there`);
  const vectors = readVectors();
  assert.equal(vectors.length, 30_320);
  compare(t, 'sqli', vectors, (vector) => sqliFingerprint(vector.in).injection === vector.sqli);
  compare(t, 'fingerprint', vectors, (vector) => {
    return sqliFingerprint(vector.in).fingerprint === vector.fingerprint;
  });
  compare(t, 'xss', vectors, (vector) => isXss(vector.in) === vector.xss);
});
