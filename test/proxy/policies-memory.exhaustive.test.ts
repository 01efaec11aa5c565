/** Many tenants in one process: modules are shared, whatever is excluded from them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { residentMemory } from './helpers/resident-memory.ts';

const HOSTS = 500;
const SETS = 20;
const ROUNDS = 4;
const MOST_MB = 250;

/** Different for each set; one of them excludes the rules that find the attack below. */
function exclusionsOf(set: number): object {
  return {
    exclusions: [
      { rules: [`${920100 + set * 10}-${920199 + set * 10}`], paths: [`/area-${set}`] },
      { tags: ['attack-xss'], targets: [`ARGS:field_${set}`, 'REQUEST_COOKIES:_ga*'] },
      ...(set === 7 ? [{ tags: ['attack-sqli'] }] : []),
    ],
  };
}

test(`${HOSTS} hosts with ${SETS} sets of exclusions stay under ${MOST_MB} MB after traffic to all of them`, async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const folder = emptyFolder(t);
  for (let set = 0; set < SETS; set += 1)
    writeFileSync(join(folder, `set-${set}.json`), JSON.stringify(exclusionsOf(set)));
  const policies = Array.from({ length: HOSTS }, (_, host) => [
    `tenant-${host}`,
    {
      match: [`host-${host}.test`, `host-${host}.test/area-${host % SETS}`],
      profile: host % 2 === 0 ? 'pl1' : 'pl2',
      rateLimit: 1000,
      exclusions: `set-${host % SETS}.json`,
    },
  ]);
  const path = join(folder, 'policies.json');
  writeFileSync(path, JSON.stringify({ policies: Object.fromEntries(policies) }));
  const { port, pid } = await startProxyProcess(t, { environment: { POLICIES: path } });
  const atStart = residentMemory(pid);
  const statuses = new Map<number, number>();
  const send = async (host: number, target: string, body: string): Promise<void> => {
    const headers = ['Content-Type: application/x-www-form-urlencoded', 'User-Agent: Mozilla/5.0'];
    const request = rawRequest(target, headers, {
      method: 'POST',
      host: `host-${host}.test`,
      body,
    });
    const { status } = await exchangeRaw(port, request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let host = 0; host < HOSTS; host += 1) {
      await send(host, `/area-${host % SETS}/x`, `field_${host % SETS}=<script>alert(1)</script>`);
      await send(host, '/', `q=${"1' or 1=1 union select password from users--"}`);
    }
  }
  const after = residentMemory(pid);
  t.diagnostic(`${atStart.toFixed(0)} MB at the start, ${after.toFixed(0)} MB after traffic`);
  t.diagnostic(`statuses: ${JSON.stringify([...statuses])}`);
  assert.equal(
    [...statuses.values()].reduce((sum, count) => sum + count, 0),
    2 * HOSTS * ROUNDS,
  );
  assert.ok((statuses.get(403) ?? 0) > HOSTS, 'rules block');
  assert.ok((statuses.get(200) ?? 0) > HOSTS, 'exclusions let pass');
  assert.ok(after < MOST_MB, `${after} MB`);
});
