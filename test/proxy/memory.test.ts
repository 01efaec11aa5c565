/** Memory of the built proxy when much passes through it: bodies in both directions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { peakGrowth } from './helpers/resident-memory.ts';

const MOST_MB = 100;

test('B12: twelve bodies of 12 MB at once stay out of memory', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, pid, backend } = await startProxyProcess(t);
  const headers = [
    'User-Agent: Mozilla/5.0',
    'Accept: */*',
    'Content-Type: application/octet-stream',
  ];
  const upload = { method: 'POST', host: 'api.test', body: 'x'.repeat(12_000_000) };
  const bytes = rawRequest('/', headers, upload);
  const small = rawRequest('/', headers, { ...upload, body: 'x' });
  assert.equal((await exchangeRaw(port, small)).status, 200);
  const growth = await peakGrowth(pid, async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => exchangeRaw(port, bytes, { quietMs: 120_000 })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array.from({ length: 12 }, () => 200),
    );
  });
  assert.equal(backend.requests.length, 13);
  console.log(`12 bodies of 12 MB at once: ${growth.toFixed(0)} MB more at the peak`);
  assert.ok(growth < MOST_MB, `${growth} MB`);
});
