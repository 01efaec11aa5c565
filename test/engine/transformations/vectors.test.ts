/** The public transformation vectors, all but the listed deviations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL } from './all.ts';
import { DEVIATIONS } from './deviations.ts';
import { readVectors } from './vectors.ts';

/** In the checkout's copy; more are welcome. */
const FEWEST = 285;

const BY_NAME = new Map([...ALL].map(([name, transform]) => [name.toLowerCase(), transform]));
/** Spellings of the files that are no names of ours. */
const SPELLINGS = new Map([
  ['cmd_line', 'cmdline'],
  ['normalisepath', 'normalizepath'],
  ['normalisepathwin', 'normalizepathwin'],
]);

test('public transformation vectors pass, but for the listed deviations', (t) => {
  const vectors = readVectors();
  if (vectors === undefined) return t.skip('no SHARED_DATA: the public vectors are not here');
  const failures: string[] = [];
  let ran = 0;
  for (const { name, input, output } of vectors) {
    const transform = BY_NAME.get(SPELLINGS.get(name) ?? name);
    assert.ok(transform, `no transformation for the vectors of ${name}`);
    ran += 1;
    const actual = transform(input);
    const listed = DEVIATIONS.some((one) => one.name === name && one.input === input);
    const shown = JSON.stringify({ name, input, output, actual });
    if (listed && actual === output) failures.push(`deviates no more: ${shown}`);
    if (!listed && actual !== output) failures.push(shown);
  }
  assert.deepEqual(failures, []);
  assert.ok(ran >= FEWEST, `only ${ran} vectors`);
  t.diagnostic(`${ran} vectors, ${DEVIATIONS.length} deviation`);
});
