import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testedWaf } from '#scripts/rules-report/measured-waf.ts';
import { score } from '#scripts/rules-report/score.ts';
import { payloadRequest, readPayloads } from './helpers/payloads.ts';

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
