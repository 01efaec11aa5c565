/** The program as a process: start, refusal to start, signals, workers. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startBackend, type TestBackend } from './helpers/backend.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { listeningPort, type ProcessRun, runProcess } from './helpers/run-process.ts';

type World = {
  readonly backend: TestBackend;
  readonly directory: string;
  readonly run: ProcessRun;
  readonly port: number;
  readonly access: () => string[];
};

async function start(t: TestContext, environment: Record<string, string> = {}): Promise<World> {
  const backend = await startBackend();
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-process-'));
  const run = runProcess({
    PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BACKENDS: JSON.stringify({ default: [backend.address] }),
    PROXY_WEB_HOSTS: 'web.test',
    PROXY_RATE_LIMIT: '0',
    ACCESS_LOG: join(directory, 'access.log'),
    AUDIT_LOG: join(directory, 'audit.log'),
    ...environment,
  });
  t.after(async () => {
    run.child.kill('SIGKILL');
    await backend.close();
    rmSync(directory, { recursive: true });
  });
  const port = await listeningPort(run);
  const access = (): string[] =>
    readFileSync(join(directory, 'access.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  return { backend, directory, run, port, access };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('the start-up lines come in the order of the specification', async (t) => {
  const { run } = await start(t);
  const lines = run.stdout().split('\n');
  const geo = lines.findIndex((line) => line.startsWith('GeoIP database'));
  const started = lines.indexOf('Portcullis WAF started');
  const listening = lines.findIndex((line) => line.startsWith('Listening on :'));
  assert.ok(geo === 0 && geo < started && started < listening, run.stdout());
});

test('X2: all reasons not to start, one line each, exit 1', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const run = runProcess({
    PORT: port,
    PROXY_RATE_LIMIT: 'many',
    PROXY_WEB_HOSTS: 'a.test,b.test',
    PROXY_APIS_HOSTS: 'B.test.',
    BACKENDS: '{"x":[]}',
    GEO_BLOCK_ENABLED: 'yes',
    GEO_DB_PATH: '/nonexistent/db.mmdb',
    ENGINE_RULES_PATH_SITES: '/nonexistent/*.conf',
    ENGINE_RULES_PATH_APIS: '/nonexistent/waf.mjs',
    PROXY_BLOCK_BOT: 'true',
    AUDIT_LOG: '/proc/nonexistent/audit.log',
    ADMIN_PORT: port,
    ADMIN_HOST: '0.0.0.0',
  });
  assert.equal(await run.exit, 1);
  holder.close();
  const lines = run.stderr().trim().split('\n');
  const expected = [
    /^BACKENDS: /,
    /^PROXY_RATE_LIMIT: "many"/,
    /^PROXY_APIS_HOSTS: host "b.test" is in PROXY_WEB_HOSTS too/,
    /^PROXY_BLOCK_BOT: unknown variable\. Did you mean PROXY_BLOCK_BOTS\?/,
    /^GEO_DB_PATH: .*\/nonexistent\/db\.mmdb cannot be loaded/,
    /^ENGINE_RULES_PATH_SITES: .*no file matches/,
    /^ENGINE_RULES_PATH_APIS: \/nonexistent\/waf\.mjs cannot be loaded/,
    /^PORT: port \d+ is in use/,
    /^ADMIN_PORT: port \d+ is in use/,
  ];
  for (const pattern of expected) {
    assert.equal(
      lines.filter((line) => pattern.test(line)).length,
      1,
      `${pattern}\n${run.stderr()}`,
    );
  }
  assert.ok(!run.stdout().includes('Listening'));
  console.log(`${lines.length} start-up errors reported at once`);
});

test('X2: the lenient parser and an unwritable log are refused', async () => {
  const lenient = runProcess({ PORT: '0' }, ['--insecure-http-parser']);
  assert.equal(await lenient.exit, 1);
  assert.match(lenient.stderr(), /insecure-http-parser/);
  const log = runProcess({
    PORT: '0',
    ACCESS_LOG: '/proc/x/access.log',
    AUDIT_LOG: '/proc/x/audit.log',
  });
  assert.equal(await log.exit, 1);
  assert.match(log.stderr(), /^ACCESS_LOG: /m);
  assert.match(log.stderr(), /log of profile pl1 cannot be opened/);
});

test('C13: SIGTERM answers what has begun, writes the logs, exits 0', async (t) => {
  const { backend, run, port, access } = await start(t);
  backend.respond = (_request, socket) => {
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), 400);
  };
  const pending = Array.from({ length: 30 }, () => exchangeRaw(port, rawRequest('/')));
  await wait(150);
  run.child.kill('SIGTERM');
  const replies = await Promise.all(pending);
  assert.equal(await run.exit, 0);
  assert.deepEqual(
    new Set(replies.map(({ status, body }) => `${status} ${body}`)),
    new Set(['200 hello']),
  );
  assert.equal(access().length, 30);
  const refused = await exchangeRaw(port, rawRequest('/'));
  assert.equal(refused.status, 0);
});

test('SIGHUP reopens the log files', async (t) => {
  const { directory, run, port } = await start(t);
  const { renameSync, existsSync } = await import('node:fs');
  await exchangeRaw(port, rawRequest('/1'));
  await wait(100);
  renameSync(join(directory, 'access.log'), join(directory, 'access.1'));
  run.child.kill('SIGHUP');
  await wait(300);
  await exchangeRaw(port, rawRequest('/2'));
  await wait(100);
  assert.ok(existsSync(join(directory, 'access.log')));
  assert.match(readFileSync(join(directory, 'access.1'), 'utf8'), /"uri":"\/1"/);
  assert.match(readFileSync(join(directory, 'access.log'), 'utf8'), /"uri":"\/2"/);
});

test('workers share the port and one exact rate limit', async (t) => {
  const { run, port } = await start(t, {
    WORKERS: '3',
    PROXY_RATE_LIMIT: '1',
    PROXY_RATE_BURST: '40',
  });
  const began = performance.now();
  const replies = await Promise.all(
    Array.from({ length: 150 }, () => exchangeRaw(port, rawRequest('/', ['Connection: close']))),
  );
  const seconds = (performance.now() - began) / 1000;
  const allowed = replies.filter(({ status }) => status === 200).length;
  assert.equal(replies.filter(({ status }) => status === 429).length, 150 - allowed);
  assert.ok(allowed >= 40 && allowed <= 40 + Math.ceil(seconds), `${allowed} in ${seconds} s`);
  console.log(`3 workers, burst 40, rate 1: ${allowed} of 150 allowed in ${seconds.toFixed(2)} s`);
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
});

test('C7: a killed worker is replaced, the others serve on', async (t) => {
  const { run, port } = await start(t, { WORKERS: '2' });
  const pids = (): number[] => workersOf(run.child.pid ?? 0);
  const [victim = 0] = pids();
  process.kill(victim, 'SIGKILL');
  let ok = 0;
  for (let n = 0; n < 50; n += 1) {
    const reply = await exchangeRaw(port, rawRequest('/', ['Connection: close']));
    if (reply.status === 200) ok += 1;
    await wait(20);
  }
  await wait(1500);
  assert.ok(ok >= 49, `${ok} of 50`);
  assert.equal(pids().length, 2);
  assert.ok(!pids().includes(victim));
  assert.match(run.stderr(), /ended \(SIGKILL\), starting another/);
});

test('R5: a worker that hangs is killed and replaced', async (t) => {
  const { run, port } = await start(t, { WORKERS: '2', WORKER_STALL_TIMEOUT: '1' });
  const began = performance.now();
  const hung = exchangeRaw(port, rawRequest('/spin'), { quietMs: 10_000, untilClose: true });
  const reply = await hung;
  const took = performance.now() - began;
  assert.equal(reply.status, 0);
  assert.ok(took < 3000, `${took} ms`);
  assert.match(run.stderr(), /does not answer, killing it/);
  await wait(2000);
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await exchangeRaw(port, rawRequest('/', ['Connection: close']))).status, 200);
  }
  console.log(`hanging worker killed after ${took.toFixed(0)} ms`);
});

function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('stub-main'));
}
