/** Memory of the built proxy when much passes through it: bodies in both directions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { download, largeAnswer } from './helpers/large-answer.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { peakGrowth } from './helpers/resident-memory.ts';
import { wait } from './helpers/start-process.ts';

const MOST_MB = 100;
const DOWNLOAD = 800 * 262_144;

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

test('an answer of 200 MB streams through, at the pace of its client', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, pid, backend } = await startProxyProcess(t);
  await exchangeRaw(port, rawRequest('/', ['User-Agent: x', 'Accept: */*']));
  const answer = largeAnswer(DOWNLOAD);
  backend.respond = answer.respond;
  const growth = await peakGrowth(pid, async () => {
    const fast = download(port);
    await fast.begun;
    assert.ok(answer.sent() < DOWNLOAD / 2, `first bytes after ${answer.sent()}`);
    await fast.ended;
    assert.ok(fast.received() > DOWNLOAD, `${fast.received()} bytes`);

    const slow = download(port);
    await slow.begun;
    slow.socket.pause();
    let before = -1;
    while (answer.sent() !== before) {
      before = answer.sent();
      await wait(500);
    }
    assert.ok(before < DOWNLOAD / 4, `${before} bytes taken for a client that reads none`);
    console.log(
      `a client that stops reading stops the backend after ${(before / 1e6).toFixed(0)} MB`,
    );
    slow.socket.resume();
    await slow.ended;
    assert.equal(slow.received() > DOWNLOAD && slow.received() < DOWNLOAD + 1000, true);
  });
  console.log(`2 downloads of 200 MB: ${growth.toFixed(0)} MB more at the peak`);
  assert.ok(growth < MOST_MB, `${growth} MB`);
});
