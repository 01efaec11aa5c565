/** Worker processes: one port, one rate limit, one log; replaced when they die or hang. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from './helpers/free-port.ts';
import { exchangeRaw, type RawReply, rawRequest } from './helpers/raw-client.ts';
import { runProcess } from './helpers/run-process.ts';
import { auditedIds, blockMany, startProcess, wait } from './helpers/start-process.ts';
import { until } from './helpers/until.ts';

test('a killed worker is replaced, the others serve on [C7]', async (t) => {
  const { run, port } = await startProcess(t, { WORKERS: '2' });
  const pids = (): number[] => workersOf(run.child.pid ?? 0);
  const [victim = 0] = pids();
  process.kill(victim, 'SIGKILL');
  let ok = 0;
  for (let n = 0; n < 50; n += 1) {
    const reply = await exchangeRaw(port, rawRequest('/', ['Connection: close']));
    if (reply.status === 200) ok += 1;
    await wait(20);
  }
  await until(() => pids().length === 2);
  assert.ok(ok >= 49, `${ok} of 50`);
  assert.equal(pids().length, 2);
  assert.ok(!pids().includes(victim));
  assert.match(run.stderr(), /ended \(SIGKILL\), starting another/);
});

test('workers let the C library and V8 keep little free memory, unless the operator says otherwise', async (t) => {
  const { run } = await startProcess(t, { WORKERS: '1', MALLOC_ARENA_MAX: '3' });
  const [worker = 0] = workersOf(run.child.pid ?? 0);
  const environment = readFileSync(`/proc/${worker}/environ`, 'latin1').split('\0');
  assert.deepEqual(
    environment.filter((entry) => /^(?:MALLOC|NODE_OPTIONS)/.test(entry)).toSorted(),
    ['MALLOC_ARENA_MAX=3', 'MALLOC_TRIM_THRESHOLD_=131072', 'NODE_OPTIONS=--max-semi-space-size=8'],
  );
});

test('the admin port shows two workers as one, before and after a reload', async (t) => {
  const adminPort = await freePort();
  const { run, port } = await startProcess(t, { WORKERS: '2', ADMIN_PORT: String(adminPort) });
  const admin = (path: string): Promise<RawReply> => exchangeRaw(adminPort, rawRequest(path));
  assert.equal((await admin('/readyz')).status, 200);
  const enqueue = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      assert.equal((await exchangeRaw(port, rawRequest('/', ['Connection: close']))).status, 200);
    }
  };
  const passed = async (): Promise<number> => {
    const { body } = await admin('/metrics');
    const counts = body.matchAll(/^waf_proxy_requests_total\{[^}]*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await enqueue(20);
  await until(async () => (await passed()) === 20);
  assert.equal(await passed(), 20);
  run.child.kill('SIGHUP');
  await until(() => /^Reloaded$/m.test(run.stdout()));
  await enqueue(10);
  await until(async () => (await passed()) === 30);
  assert.equal(await passed(), 30);
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
});

test('no counter decreases when a worker answers late or ends', async (t) => {
  const adminPort = await freePort();
  const { run, port } = await startProcess(t, { WORKERS: '2', ADMIN_PORT: String(adminPort) });
  const metrics = async (): Promise<string> =>
    (await exchangeRaw(adminPort, rawRequest('/metrics'))).body;
  const counted = async (): Promise<number> => {
    const counts = (await metrics()).matchAll(/^waf_proxy_requests_total\{[^}]*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const send = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      assert.equal((await exchangeRaw(port, rawRequest('/', ['Connection: close']))).status, 200);
    }
  };
  const labels = async (): Promise<readonly string[]> =>
    [...(await metrics()).matchAll(/^process_cpu_seconds_total\{worker="(\d)"\}/gm)].map(
      ([, label = '']) => label,
    );
  const pids = (): number[] => workersOf(run.child.pid ?? 0);
  await send(20);
  await until(async () => (await counted()) === 20);
  const before = new Set(await labels());
  const [first = 0] = pids();
  process.kill(first, 'SIGSTOP');
  // A stopped process would outlive the test, and the runner waits for it.
  t.after(() => orElse(() => process.kill(first, 'SIGKILL'), false));
  assert.equal(await counted(), 20, 'one worker does not answer');
  process.kill(first, 'SIGKILL');
  await until(() => run.stderr().includes('starting another'));
  assert.equal(await counted(), 20, 'one worker has ended');
  await until(() => pids().length === 2 && !pids().includes(first));
  await send(10);
  await until(async () => (await counted()) >= 30);
  await until(async () => (await labels()).some((label) => !before.has(label)));
  const text = await metrics();
  assert.equal(await counted(), 30);
  assert.match(text, /^waf_proxy_request_duration_seconds_count\{host_class="web"\} 30$/m);
  assert.equal(
    (await labels()).length,
    2,
    'nothing is left of what names the worker that has ended',
  );
});

test('a worker that hangs is killed and replaced [R5]', async (t) => {
  const { run, port } = await startProcess(t, { WORKERS: '2', WORKER_STALL_TIMEOUT: '1' });
  const began = performance.now();
  const hung = exchangeRaw(port, rawRequest('/spin'), { quietMs: 55_000, untilClose: true });
  const reply = await hung;
  const took = performance.now() - began;
  assert.equal(reply.status, 0);
  await until(() => run.stderr().includes('does not answer'));
  await until(() => workersOf(run.child.pid ?? 0).length === 2);
  assert.match(run.stderr(), /does not answer, killing it/);
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await exchangeRaw(port, rawRequest('/', ['Connection: close']))).status, 200);
  }
  console.log(`hanging worker killed after ${took.toFixed(0)} ms`);
});

test('no worker is killed because the primary process was suspended', async (t) => {
  const { run, port } = await startProcess(t, { WORKERS: '2', WORKER_STALL_TIMEOUT: '1' });
  const { pid = 0 } = run.child;
  const before = workersOf(pid);
  process.kill(pid, 'SIGSTOP');
  t.after(() => orElse(() => process.kill(pid, 'SIGCONT'), false));
  await wait(1500);
  process.kill(pid, 'SIGCONT');
  await wait(600);
  assert.equal((await exchangeRaw(port, rawRequest('/'))).status, 200);
  assert.deepEqual(workersOf(pid), before);
  assert.doesNotMatch(run.stderr(), /does not answer/);
});

test('workers that cannot start end the program with their reasons', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const run = runProcess({ PORT: port, WORKERS: '2', PROXY_WEB_HOSTS: 'web.test' });
  assert.equal(await run.exit, 1);
  holder.close();
  assert.equal(
    run.stderr().match(/^PORT: port \d+ is in use\. Set PORT to a free one\.$/gm)?.length,
    1,
    run.stderr(),
  );
});

test('three workers, one audit log, rotated under load [A1]', async (t) => {
  const { run, port, directory } = await startProcess(t, { WORKERS: '3' });
  const sent = new Set<string>();
  let rotations = 0;
  const log = join(directory, 'audit.log');
  const rotate = setInterval(() => {
    // On a busy machine the reload before may not have opened the new log yet.
    if (!existsSync(log)) return;
    rotations += 1;
    renameSync(log, join(directory, `audit.${rotations}`));
    run.child.kill('SIGHUP');
  }, 300);
  await blockMany(port, 3000, sent);
  clearInterval(rotate);
  await until(() => /^Reloaded$/m.test(run.stdout()));
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
  const { ids, broken } = auditedIds(directory);
  assert.equal(broken, 0);
  assert.equal(ids.length, new Set(ids).size, 'none twice');
  assert.deepEqual(new Set(ids), sent);
  assert.match(run.stdout(), /^Reloaded$/m);
  console.log(
    `${sent.size} blocks by 3 workers over ${rotations} rotations: ${ids.length} records, 0 missing, 0 twice`,
  );
});

test('a worker that starts obeys a reload and a stop once it has started', async (t) => {
  const { run, directory } = await startProcess(t, {
    WORKERS: '2',
    // Longer than it takes to see that it has begun.
    STUB_LOAD_MS: '400',
    SHUTDOWN_TIMEOUT: '600',
  });
  const pids = (): number[] => workersOf(run.child.pid ?? 0);
  const log = join(directory, 'access.log');
  const rotated = `${log}.1`;
  const opened = (path: string): number => pids().filter((pid) => hasOpen(pid, path)).length;
  const replaceOne = async (): Promise<void> => {
    const [victim = 0] = pids();
    process.kill(victim, 'SIGKILL');
    await until(() => !pids().includes(victim) && opened(log) === 2);
    assert.equal(opened(log), 2, 'the new worker has begun to start');
  };
  await replaceOne();
  renameSync(log, rotated);
  run.child.kill('SIGHUP');
  await until(() => /^Reloaded$/m.test(run.stdout()));
  assert.match(run.stdout(), /^Reloaded$/m);
  assert.deepEqual([opened(log), opened(rotated)], [2, 0], 'nobody writes to the rotated log');
  await replaceOne();
  let code: number | string | undefined;
  void run.exit.then((exit) => {
    code = exit;
  });
  run.child.kill('SIGTERM');
  await until(() => code !== undefined);
  assert.equal(code, 0, 'nobody waits for SHUTDOWN_TIMEOUT');
});

function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  const names = orElse(() => readdirSync(folder), []);
  return names.some((name) => orElse(() => readlinkSync(join(folder, name)), '') === path);
}

/** `instead`: of a process that has just ended, or a descriptor that has just been closed. */
function orElse<T>(read: () => T, instead: T): T {
  try {
    return read();
  } catch {
    return instead;
  }
}

function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)
    .filter((child) => commandOf(child).includes('stub-main'));
}

function commandOf(pid: number): string {
  return orElse(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '');
}
