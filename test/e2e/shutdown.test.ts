/** SIGTERM: the proxy accepts until its delay is over, then answers what it has accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../proxy/helpers/backend.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';
import { stopUnderLoad } from './helpers/stop-under-load.ts';

test('no connection is refused before SHUTDOWN_DELAY is over, none that was accepted is reset', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const rows = [
    ['0', 1000],
    ['2', 1000],
    ['0', 0],
    ['4', 0],
  ] as const;
  console.log(await stopUnderLoad(t, rows));
});

test('a connection that waits for its first request is served during the delay', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend();
  t.after(() => backend.close());
  for (const workers of ['0', '2']) {
    const run = await runBuilt(t, {
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      WORKERS: workers,
      SHUTDOWN_DELAY: '1',
    });
    const kept = rawRequest('/', ['User-Agent: x', 'Accept: */*']);
    const parts = [kept, rawRequest('/', ['User-Agent: x', 'Accept: */*', 'Connection: close'])];
    const two = exchangeRaw(run.port, parts, { gapMs: 600, untilClose: true });
    await until(() => backend.requests.length > 0);
    run.child.kill('SIGTERM');
    const { bytes } = await two;
    assert.equal(bytes.split('HTTP/1.1 200').length - 1, 2, bytes);
    assert.equal(await run.exit, 0);
    backend.requests.length = 0;
  }
});
