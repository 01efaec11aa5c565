/** P9: no spelling of Host gets a request to the API backend under the rules for web sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from './helpers/backend.ts';
import { exchangeRaw } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { EVIL, stubWaf } from './helpers/stub-waf.ts';

const SPELLINGS = [
  'api.test',
  'API.TEST',
  'Api.Test',
  'api.test.',
  'api.test:80',
  'api.test.:443',
  'api.test:65535',
  'api.test:65536',
  'api.test:',
  'api.test..',
  '.api.test',
  'api.test ',
  ' api.test',
  'api.test\t',
  'u@api.test',
  'u:p@api.test',
  'api.test@web.test',
  'web.test@api.test',
  'api.test/../web',
  'api.test/',
  'web.test/api.test',
  'api.test#web.test',
  'api.test?web.test',
  'web.test,api.test',
  'api.test,web.test',
  'web.test api.test',
  'api.test%00',
  'api.test\0',
  'api%2etest',
  '[api.test]',
  'xn--api.test',
  'web.test.api.test',
  'api.test.web.test',
  'apiatest',
  'evilapi.test',
  'http://api.test',
  '//api.test',
  'api.test:80:80',
  'api\u0130.test',
  'web.test\r\nHost: api.test',
  'api.test\r\nHost: web.test',
  'web.test\r\nX-Forwarded-Host: api.test',
] as const;

test('40 spellings of Host with a payload that only the API rules block', async (t) => {
  const api = await startBackend();
  const proxy = await startTestProxy(t, {
    web: stubWaf({}),
    api: stubWaf(EVIL),
    environment: {
      BACKENDS: JSON.stringify({ 'api.test': [api.address], 'web.test': ['127.0.0.1:1'] }),
    },
  });
  const counts = new Map<number, number>();
  for (const spelling of SPELLINGS) {
    const bytes = `GET /?q=evil HTTP/1.1\r\nHost: ${Buffer.from(spelling, 'utf8').toString('latin1')}\r\n\r\n`;
    const { status } = await exchangeRaw(proxy.port, bytes);
    assert.notEqual(status, 200, spelling);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  assert.equal(api.bytes(), '');
  await api.close();
  console.log(`${SPELLINGS.length} spellings of Host, 0 downgrades:`, Object.fromEntries(counts));
});
