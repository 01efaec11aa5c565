/** Uploads of 9 MB, the largest that common servers take: other bytes for each seed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profiledWaf } from '#scripts/rules-report/measured-waf.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { codings, falseAlarms, printable, uploads } from './helpers/random-data.ts';

const SIZE = 9_000_000;
const SEEDS: readonly number[] = [1, 2, 3];

for (const level of [1, 2] as const) {
  test(`9 MB of random data in base64, base64url and hex are no attack at PL${level}`, async (t) => {
    const waf = await profiledWaf('built-in', level);
    let ran = 0;
    for (const { name, make } of codings) {
      for (const seed of SEEDS) {
        await t.test(rowTitle(`${name}, seed ${seed}`), () => {
          // Only base64 has a sign that a form encodes.
          const by = name === 'base64' ? uploads : uploads.slice(0, 2);
          assert.deepEqual(falseAlarms(waf, make(SIZE, seed), by), []);
        });
        ran += 1;
      }
    }
    assert.equal(ran, 9);
  });
}

/** They hold `|id;` and every other command of three bytes once at least: what a shell would run is denied. */
test('1 MB of random printable bytes are an attack at PL1', async () => {
  const waf = await profiledWaf('built-in', 1);
  for (const seed of SEEDS) {
    const alarms = falseAlarms(waf, printable.make(1_000_000, seed), uploads.slice(0, 2));
    const denied = alarms.filter((alarm) => alarm.endsWith('denied'));
    assert.deepEqual(denied, ['JSON: denied', 'form: denied'], `seed ${seed}`);
  }
  assert.equal(SEEDS.length, 3);
});
