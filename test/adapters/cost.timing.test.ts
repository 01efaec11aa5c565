/** What an adapter adds to the rules: processor time of a request, less the application's and the inspection's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRequest } from '../../compiler/cli/commands/bench/bench-request.ts';
import { applications } from '../../scripts/bench/adapters/applications.ts';
import { measureAdapters } from '../../scripts/bench/adapters/measure-adapters.ts';
import { builtInMixes } from '../../scripts/bench/built-in-mixes.ts';
import { wafOf } from './helpers/rules.ts';

const MOST_US = 20;
const MIXES = ['browse', 'form', 'json'];

/** Read as the built-in rules read them: bodies of requests, not of answers. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess Off
SecRule ARGS "@contains attack" "id:1,phase:2,deny,log"
`;

test(`an adapter adds at most ${MOST_US} us of processor time`, async (t) => {
  const mixes = builtInMixes
    .filter(({ name }) => MIXES.includes(name))
    .map(({ name, lines }) => ({ name, requests: lines.map(toRequest) }));
  const figures = await measureAdapters(await wafOf(RULES), mixes);
  let ran = 0;
  for (const { mix, adapters } of figures) {
    for (const { name, added } of adapters) {
      await t.test(`${name}, ${mix}`, () => {
        console.log(`${name}, ${mix}: ${added.toFixed(1)} us`);
        assert.ok(added <= MOST_US, `${added.toFixed(1)} us`);
      });
      ran += 1;
    }
  }
  assert.equal(ran, MIXES.length * Object.keys(applications).length);
});
