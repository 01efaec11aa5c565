/** The program as a process: start, refusal to start, signals, workers. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
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

async function start(
  t: TestContext,
  environment: Record<string, string> = {},
  openFiles?: number,
): Promise<World> {
  const backend = await startBackend();
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-process-'));
  const run = runProcess(
    {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      PROXY_WEB_HOSTS: 'web.test',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: join(directory, 'access.log'),
      AUDIT_LOG: join(directory, 'audit.log'),
      ...environment,
    },
    [],
    openFiles,
  );
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

test('workers that cannot start end the program with their reasons', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const run = runProcess({ PORT: port, WORKERS: '2', PROXY_WEB_HOSTS: 'web.test' });
  assert.equal(await run.exit, 1);
  holder.close();
  assert.equal(run.stderr().match(/^PORT: port \d+ is in use\.$/gm)?.length, 1, run.stderr());
});

/** Ids of the whole lines of all files of a log. */
function auditedIds(directory: string): { ids: string[]; broken: number } {
  const ids: string[] = [];
  let broken = 0;
  for (const name of readdirSync(directory).filter((file) => file.startsWith('audit'))) {
    for (const line of readFileSync(join(directory, name), 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        ids.push(JSON.parse(line).transaction.id);
      } catch {
        broken += 1;
      }
    }
  }
  return { ids, broken };
}

async function blockMany(port: number, total: number, sent: Set<string>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < total) {
      next += 1;
      const reply = await exchangeRaw(port, rawRequest(`/?q=evil${next}`, ['Connection: close']));
      const id = /Request id: (\S+)\n$/.exec(reply.body)?.[1];
      if (id !== undefined) sent.add(id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

test('A1: three workers, one audit log, rotated under load', async (t) => {
  const { run, port, directory } = await start(t, { WORKERS: '3' });
  const sent = new Set<string>();
  let rotations = 0;
  const rotate = setInterval(() => {
    rotations += 1;
    renameSync(join(directory, 'audit.log'), join(directory, `audit.${rotations}`));
    run.child.kill('SIGHUP');
  }, 300);
  await blockMany(port, 3000, sent);
  clearInterval(rotate);
  await wait(500);
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

test('A2: after kill -9 the log ends in whole lines or one partial one', async (t) => {
  const { run, port, directory } = await start(t);
  const sent = new Set<string>();
  setTimeout(() => run.child.kill('SIGKILL'), 700);
  await Promise.race([blockMany(port, 100_000, sent), run.exit]);
  const { ids, broken } = auditedIds(directory);
  assert.ok(broken <= 1);
  assert.equal(ids.length, new Set(ids).size);
  const lost = [...sent].filter((id) => !ids.includes(id)).length;
  assert.ok(ids.length > 0 && lost < 200, `${lost} of ${sent.size} lost`);
  console.log(
    `kill -9 under load: ${ids.length} records written, ${lost} lost, ${broken} partial line`,
  );
});

test('A4: copytruncate leaves no holes', async (t) => {
  const { run, port, directory } = await start(t);
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

test('C8: without file descriptors uploads are refused, never passed uninspected', async (t) => {
  const { backend, run, port } = await start(t, { MAX_CONNECTIONS: '200' }, 90);
  const body = `${'x'.repeat(300_000)}evil`;
  const bytes = rawRequest('/', [], { method: 'POST', body });
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => exchangeRaw(port, bytes, { quietMs: 8000 })),
  );
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  assert.equal(backend.bytes(), '');
  for (const status of counts.keys()) assert.ok([0, 403, 503].includes(status), String(status));
  await wait(300);
  const after = await exchangeRaw(
    port,
    rawRequest('/', [], { method: 'POST', body: 'x'.repeat(300_000) }),
  );
  assert.equal(after.status, 200, 'recovers by itself');
  assert.equal(run.child.exitCode, null);
  console.log('100 uploads with 90 descriptors:', Object.fromEntries(counts), '0 uninspected');
});

test('B12: large bodies in parallel stay out of memory', async (t) => {
  const { run, port } = await start(t);
  const rss = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${run.child.pid}/status`, 'utf8'))?.[1]) /
    1000;
  const body = 'x'.repeat(12_000_000);
  const bytes = rawRequest('/', ['Content-Type: application/octet-stream'], {
    method: 'POST',
    body,
  });
  await exchangeRaw(port, rawRequest('/'));
  const before = rss();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, rss());
  }, 20);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => exchangeRaw(port, bytes, { quietMs: 20_000 })),
  );
  clearInterval(watch);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  console.log(`12 bodies of 12 MB at once: ${(peak - before).toFixed(0)} MB more at the peak`);
});

function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('stub-main'));
}
