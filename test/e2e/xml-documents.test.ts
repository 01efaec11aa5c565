/** XHTML and SVG with document type declarations, through the built proxy and its rules to the backend. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xmlDocuments } from '../helpers/xml-documents.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];

test('harmless declarations arrive byte for byte, others are refused', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, backend } = await startProxyProcess(t);
  for (const { name, body, status } of xmlDocuments) {
    const before = backend.requests.length;
    const headers = ['Content-Type: application/xml', ...BROWSER];
    const bytes = rawRequest('/upload', headers, { method: 'POST', body, host: 'api.test' });
    const reply = await exchangeRaw(port, bytes, { quietMs: 20_000 });
    assert.equal(reply.status, status, name);
    const arrived = backend.requests.slice(before).map((request) => request.body);
    assert.deepEqual(arrived, status === 200 ? [body] : [], name);
  }
  assert.equal(xmlDocuments.length, 10);
});

test('a drawing passes as image/svg+xml, too', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, backend } = await startProxyProcess(t);
  const drawings = xmlDocuments.filter(
    ({ body, status }) => status === 200 && /<svg/.test(body) && !body.includes('['),
  );
  for (const { name, body } of drawings) {
    const headers = ['Content-Type: image/svg+xml', ...BROWSER];
    const bytes = rawRequest('/upload', headers, { method: 'POST', body });
    assert.equal((await exchangeRaw(port, bytes, { quietMs: 20_000 })).status, 200, name);
    assert.equal(backend.requests.at(-1)?.body, body, name);
  }
  assert.equal(drawings.length, 1);
});
