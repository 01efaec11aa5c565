/** The measurement of whole servers, as `make bench` runs it but shorter: with nginx where its ModSecurity module is installed. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { measureProxies } from '#scripts/bench/proxies/measure-proxies.ts';
import { modsecurityRules } from '#scripts/bench/proxies/modsecurity-rules.ts';
import { modsecurityModule } from '#scripts/bench/proxies/nginx.ts';
import { readMixes } from '#scripts/bench/read-mixes.ts';
import { createWorkspace } from '#scripts/bench/workspace.ts';
import { isBuilt, PROXY } from '../../e2e/helpers/built.ts';

const { SHARED_DATA = '../shared/data' } = process.env;

test('every mix is measured in every server', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { folder } = createWorkspace(SHARED_DATA);
  try {
    const mixes = readMixes('/nowhere');
    const options = { bundle: PROXY, folder, mixes, rounds: 1, requests: 10 };
    const figures = await measureProxies(options);
    assert.ok(figures !== undefined, 'there is no /proc');
    const isBeside = modsecurityModule() !== undefined && modsecurityRules(folder) !== undefined;
    t.diagnostic(isBeside ? 'beside nginx + ModSecurity' : 'nginx + ModSecurity is not installed');
    assert.equal(figures.length, 5);
    for (const { mix, proxy, nginx, ratio } of figures) {
      assert.ok(proxy.inspecting > 0 && proxy.forwarding > 0, mix);
      assert.equal(proxy.blocked > 0, mix === 'attack', mix);
      assert.equal(nginx?.blocked, isBeside ? proxy.blocked : undefined, mix);
      assert.equal(ratio !== undefined && ratio > 0, isBeside, mix);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
