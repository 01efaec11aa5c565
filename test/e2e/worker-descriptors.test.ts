/** Workers whose open files are at their limit: every connection ends, and later ones are served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../proxy/helpers/backend.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

/** Enough for a worker's start and a few uploads. */
const OPEN_FILES = 48;
const UPLOADS = 60;
/** Two workers inspect one upload after the other: on a busy machine the last of them waits for half a minute. */
const PATIENCE_MS = 120_000;

test('workers without descriptors lose single connections and are served again later', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend();
  t.after(() => backend.close());
  const command = `ulimit -n ${OPEN_FILES}; exec "$0" "$1"`;
  const run = await runBuilt(
    t,
    { BACKENDS: JSON.stringify({ default: [backend.address] }), WORKERS: '2' },
    ['/bin/sh', '-c', command, process.execPath, PROXY],
  );
  const upload = rawRequest('/', ['Content-Type: application/x-www-form-urlencoded'], {
    method: 'POST',
    body: `a=${'x'.repeat(2_300_000)}`,
  });
  const replies = await Promise.all(
    Array.from({ length: UPLOADS }, () => exchangeRaw(run.port, upload, { quietMs: PATIENCE_MS })),
  );
  const hanging = replies.filter(({ status, closed }) => status === 0 && !closed);
  t.diagnostic(
    replies
      .map(({ status }) => status)
      .toSorted()
      .join(' '),
  );
  assert.equal(hanging.length, 0, `${hanging.length} connections neither answered nor closed`);
  for (const { status } of replies)
    assert.ok([0, 200, 403, 502, 503].includes(status), `${status}`);
  let status = 0;
  await until(async () => {
    ({ status } = await exchangeRaw(run.port, rawRequest('/')));
    return status === 200;
  });
  assert.equal(status, 200);
});
