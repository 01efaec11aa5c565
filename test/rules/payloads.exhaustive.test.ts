import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { profiledWaf, testedWaf } from '#scripts/rules-report/measured-waf.ts';
import { score } from '#scripts/rules-report/score.ts';
import { payloadRequest, readPayloads, segmentRequest } from './helpers/payloads.ts';

const FOLDER = 'test/rules/payloads';
const lists = readdirSync(FOLDER);

test('every value of the attack lists reaches the threshold at its level', async () => {
  const wafs = { 1: await testedWaf('built-in', 1), 2: await testedWaf('built-in', 2) };
  let ran = 0;
  for (const list of lists) {
    const missed: string[] = [];
    for (const { level, technique, text } of readPayloads(
      readFileSync(`${FOLDER}/${list}`, 'utf8'),
    )) {
      ran += 1;
      const { isCaught } = score(wafs[level], payloadRequest(text));
      if (!isCaught) missed.push(`PL${level} ${technique}: ${text}`);
    }
    assert.deepEqual(missed, [], list);
  }
  assert.ok(ran > 2000, `${ran} values`);
});

/** Values of the attack lists that each profile sees in a query, and at least how many of them in a segment of the path. */
const inPaths = [
  { level: 1, inQuery: 2552, inPath: 1907 },
  { level: 2, inQuery: 2377, inPath: 1516 },
] as const;

for (const { level, inQuery, inPath } of inPaths) {
  test(`profile pl${level} sees ${inPath} values of the attack lists in a segment of the path`, async () => {
    const waf = await profiledWaf('built-in', level);
    const seen = lists
      .flatMap((list) => readPayloads(readFileSync(`${FOLDER}/${list}`, 'utf8')))
      .filter(({ text }) => score(waf, payloadRequest(text)).isCaught);
    assert.ok(seen.length >= inQuery, `${seen.length} in a query`);
    const found = seen.filter(({ text }) => score(waf, segmentRequest(text)).isCaught).length;
    assert.ok(found >= inPath, `${found} in a path, ${inPath} before`);
  });
}
