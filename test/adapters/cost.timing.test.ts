/** What an adapter adds to the rules: processor time of a request, less the application's and the inspection's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRequest } from '../../compiler/cli/commands/bench/bench-request.ts';
import { applications } from '../../scripts/bench/adapters/applications.ts';
import { measureAdapters } from '../../scripts/bench/adapters/measure-adapters.ts';
import { builtInMixes } from '../../scripts/bench/built-in-mixes.ts';
import { wafOf } from './helpers/rules.ts';

const MOST_US = 20;
/** Above the goal as yet: what was measured on a busy machine, so that it does not grow. GET, and requests with a body. */
const ABOVE: Readonly<Record<string, { readonly get: number; readonly body: number }>> = {
  'node:http': { get: MOST_US, body: 35 },
  Fastify: { get: MOST_US, body: 45 },
  Koa: { get: 30, body: 45 },
  Express: { get: 60, body: 100 },
};
const MIXES = ['browse', 'form', 'json'];

/** Read as the built-in rules read them: bodies of requests, not of answers. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess Off
SecRule ARGS "@contains attack" "id:1,phase:2,deny,log"
`;

test(`an adapter adds at most ${MOST_US} us of processor time, or what is known`, async (t) => {
  const mixes = builtInMixes
    .filter(({ name }) => MIXES.includes(name))
    .map(({ name, lines }) => ({ name, requests: lines.map(toRequest) }));
  const figures = await measureAdapters(await wafOf(RULES), mixes);
  let ran = 0;
  for (const { mix, adapters } of figures) {
    for (const { name, added } of adapters) {
      await t.test(`${name}, ${mix}`, () => {
        console.log(`${name}, ${mix}: ${added.toFixed(1)} us`);
        const most = ABOVE[name]?.[mix === 'browse' ? 'get' : 'body'] ?? MOST_US;
        assert.ok(added <= most, `${added.toFixed(1)} us`);
      });
      ran += 1;
    }
  }
  assert.equal(ran, MIXES.length * Object.keys(applications).length);
});
