/** No spelling of Host gets a request to the API backend under the rules for web sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from './helpers/backend.ts';
import { HOST_SPELLINGS, requestTo } from './helpers/host-spellings.ts';
import { exchangeRaw } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { EVIL, stubWaf } from './helpers/stub-waf.ts';

test('40 spellings of Host with a payload that only the API rules block [P9, H4]', async (t) => {
  const api = await startBackend();
  const proxy = await startTestProxy(t, {
    web: stubWaf({}),
    api: stubWaf(EVIL),
    environment: {
      BACKENDS: JSON.stringify({ 'api.test': [api.address], 'web.test': ['127.0.0.1:1'] }),
    },
  });
  const counts = new Map<number, number>();
  for (const spelling of HOST_SPELLINGS) {
    const { status } = await exchangeRaw(proxy.port, requestTo(spelling, 'evil'));
    assert.notEqual(status, 200, spelling);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  assert.equal(api.bytes(), '');
  await api.close();
  console.log(
    `${HOST_SPELLINGS.length} spellings of Host, 0 downgrades:`,
    Object.fromEntries(counts),
  );
});
