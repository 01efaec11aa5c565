/** What requests leave in the old generation of the heap, where every minor collection copies what they hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { applications, toSent } from '#scripts/bench/adapters/applications.ts';
import { bundledAdapters } from '#scripts/bench/adapters/bundled-adapters.ts';
import { idleRules } from '#scripts/bench/adapters/idle-rules.ts';
import { collectGarbage } from '../helpers/collect-garbage.ts';
import { wafOf } from './helpers/rules.ts';

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess Off
SecRule ARGS "@contains attack" "id:1,phase:2,deny,log"
`;
const REQUESTS = 1000;
/** 2000 with the adapter, 600 without; 7700 when something old has held each request. */
const MOST_BYTES = 4000;

// Optimised code does without some of the objects that this is about.
setFlagsFromString('--no-opt');

const body = `{"text":"${'x'.repeat(500)}"}`;
const headers = [
  ['Host', 'localhost'],
  ['Content-Type', 'application/json'],
  ['Content-Length', String(body.length)],
] as const;
const sent = toSent({ name: 'json', method: 'POST', target: '/', headers, body });

test('node:http: nothing old holds requests with a body', async () => {
  const options = { waf: idleRules(await wafOf(RULES)), onAudit: () => undefined };
  const application = await applications['node:http']?.(await bundledAdapters(), options);
  assert.ok(application !== undefined);
  for (let count = 0; count < 100; count += 1) await application.send(sent);
  collectGarbage();
  const before = oldGeneration();
  for (let count = 0; count < REQUESTS; count += 1) {
    await application.send(sent);
    // What has survived two of them is old.
    if (count % 100 === 99) collectGarbage({ type: 'minor' });
  }
  const left = (oldGeneration() - before) / REQUESTS;
  application.close();
  assert.ok(left < MOST_BYTES, `${left.toFixed(0)} bytes a request`);
});

function oldGeneration(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  assert.ok(space !== undefined);
  return space.space_used_size;
}
