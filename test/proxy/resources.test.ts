/** Sudden death, truncated logs, no descriptors: what a process does at its limits. */
import assert from 'node:assert/strict';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { auditedIds, blockMany, startProcess } from './helpers/start-process.ts';
import { until } from './helpers/until.ts';

test('after kill -9 the log ends in whole lines or one partial one [A2]', async (t) => {
  const { run, port, directory } = await startProcess(t);
  const sent = new Set<string>();
  void until(() => sent.size > 600 && auditedIds(directory).ids.length > 0).then(() =>
    run.child.kill('SIGKILL'),
  );
  await Promise.race([blockMany(port, 100_000, sent), run.exit]);
  const { ids, broken } = auditedIds(directory);
  assert.ok(broken <= 1);
  assert.equal(ids.length, new Set(ids).size);
  const lost = [...sent].filter((id) => !ids.includes(id)).length;
  assert.ok(ids.length > 0 && lost < 400, `${lost} of ${sent.size} lost`);
  console.log(
    `kill -9 under load: ${ids.length} records written, ${lost} lost, ${broken} partial line`,
  );
});

test('copytruncate leaves no holes [A4]', async (t) => {
  const { run, port, directory } = await startProcess(t);
  const path = join(directory, 'audit.log');
  const sent = new Set<string>();
  const truncate = setInterval(() => truncateSync(path), 100);
  await blockMany(port, 600, sent);
  clearInterval(truncate);
  await blockMany(port, 50, sent);
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
  const text = readFileSync(path, 'utf8');
  assert.ok(!text.includes('\0'));
  assert.equal(auditedIds(directory).broken, 0);
  assert.ok(auditedIds(directory).ids.length >= 50);
});

test('without file descriptors uploads are refused, never passed uninspected [C8]', async (t) => {
  const { backend, run, port } = await startProcess(t, { MAX_CONNECTIONS: '200' }, 90);
  const body = `${'x'.repeat(300_000)}evil`;
  const bytes = rawRequest('/', [], { method: 'POST', body });
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => exchangeRaw(port, bytes, { quietMs: 8000 })),
  );
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  assert.equal(backend.bytes(), '');
  for (const status of counts.keys()) assert.ok([0, 403, 503].includes(status), String(status));
  const harmless = rawRequest('/', [], { method: 'POST', body: 'x'.repeat(300_000) });
  let status = 0;
  await until(async () => {
    ({ status } = await exchangeRaw(port, harmless));
    return status === 200;
  });
  assert.equal(status, 200, 'recovers by itself');
  assert.equal(run.child.exitCode, null);
  console.log('100 uploads with 90 descriptors:', Object.fromEntries(counts), '0 uninspected');
});
