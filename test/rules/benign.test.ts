import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { profiledWaf } from '#scripts/rules-report/measured-waf.ts';
import { score } from '#scripts/rules-report/score.ts';
import { readBenign } from './helpers/benign-lists.ts';

const FOLDER = 'test/rules/benign';

test('no request of the benign lists is denied up to its level', async () => {
  let ran = 0;
  for (const list of readdirSync(FOLDER)) {
    const denied: string[] = [];
    for (const { level, line, requests } of readBenign(readFileSync(`${FOLDER}/${list}`, 'utf8'))) {
      for (const waf of [await profiledWaf('built-in', 1), await profiledWaf('built-in', 2)].slice(
        0,
        level,
      )) {
        ran += requests.length;
        for (const each of requests) {
          const { isCaught, ruleIds } = score(waf, each);
          if (isCaught) denied.push(`${line}: ${[...ruleIds].join(', ')}`);
        }
      }
    }
    assert.deepEqual(denied, [], list);
  }
  assert.equal(ran, 1107);
});
