/** The program as a process: start, refusal to start, signals. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { startedProgram } from '../helpers/started-program.ts';
import { writtenLines } from './helpers/lines-of.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { runProcess } from './helpers/run-process.ts';
import { startProcess } from './helpers/start-process.ts';
import { until } from './helpers/until.ts';

test('a start prints its warnings, then its lines in the order of the specification', async (t) => {
  let ran = 0;
  for (const WORKERS of ['0', '1']) {
    const environment = { WORKERS, ADMIN_PORT: '0', DECISION_PORT: '0' };
    const { lines } = startOnOneStream(t, environment);
    await until(() => lines().some((line) => line.startsWith('Listening on')));
    const expected = [
      'TRUSTED_PROXIES is unset',
      'GeoIP database',
      'Portcullis WAF started',
      'Administration on 127.0.0.1:',
      'Decisions on 127.0.0.1:',
      'Listening on :',
    ];
    const found = expected.map((text) => lines().findIndex((line) => line.startsWith(text)));
    assert.ok(!found.includes(-1), lines().join('\n'));
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
    );
    assert.equal(found.at(-1), lines().length - 2);
    ran += 1;
  }
  assert.equal(ran, 2);
});

test('all reasons not to start, one line each, exit 1 [X2]', async (t) => {
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
    await t.test(rowTitle(pattern), () => {
      assert.equal(
        lines.filter((line) => pattern.test(line)).length,
        1,
        `${pattern}\n${run.stderr()}`,
      );
    });
  }
  assert.equal(expected.length, 9);
  assert.ok(!run.stdout().includes('Listening'));
  console.log(`${lines.length} start-up errors reported at once`);
});

test('the lenient parser and an unwritable log are refused [X2]', async () => {
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
  assert.match(log.stderr(), /AUDIT_LOG: the log cannot be opened/);
});

test('SIGTERM answers what has begun, writes the logs, exits 0 [C13]', async (t) => {
  const { backend, run, port, access } = await startProcess(t);
  backend.respond = (_request, socket) => {
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), 400);
  };
  const pending = Array.from({ length: 30 }, () => exchangeRaw(port, rawRequest('/')));
  await until(() => backend.requests.length === 30);
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

test('requests that the end of a shutdown cuts off are not taken for ones that clients abandoned', async (t) => {
  const { access, backend, run, port } = await startProcess(t, { SHUTDOWN_TIMEOUT: '0.5' });
  backend.respond = () => {};
  const waiting = exchangeRaw(port, rawRequest('/response'), { untilClose: true });
  const head = 'POST /body HTTP/1.1\r\nHost: web.test\r\nContent-Length: 9\r\n\r\nabc';
  const sending = exchangeRaw(port, head, { untilClose: true });
  await until(() => backend.requests.length === 1);
  // Before the end, a client that leaves is one.
  await exchangeRaw(port, rawRequest('/left'), { quietMs: 100 });
  await until(() => access().length === 1);
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
  assert.ok((await waiting).closed && (await sending).closed);
  const reasons = access().map((line) => {
    const { uri, status, reason } = JSON.parse(line);
    return `${uri} ${status} ${reason}`;
  });
  assert.deepEqual(reasons.toSorted(), [
    '/body 0 shutdown',
    '/left 0 client-gone',
    '/response 0 shutdown',
  ]);
});

test('SIGHUP and SIGUSR1 reopen the log files, and no debugger port opens', async (t) => {
  let ran = 0;
  for (const [signal, workers] of [
    ['SIGHUP', '0'],
    ['SIGUSR1', '0'],
    ['SIGUSR1', '1'],
  ] as const) {
    const { directory, run, port } = await startProcess(t, { WORKERS: workers });
    const log = join(directory, 'access.log');
    await exchangeRaw(port, rawRequest('/1'));
    await writtenLines(log, 1);
    renameSync(log, join(directory, 'access.1'));
    run.child.kill(signal);
    await until(() => existsSync(log));
    await exchangeRaw(port, rawRequest('/2'));
    const [line = ''] = await writtenLines(log, 1);
    assert.match(readFileSync(join(directory, 'access.1'), 'utf8'), /"uri":"\/1"/);
    assert.match(line, /"uri":"\/2"/);
    assert.doesNotMatch(run.stderr(), /inspector|debugger/i);
    run.child.kill('SIGTERM');
    assert.equal(await run.exit, 0);
    ran += 1;
  }
  assert.equal(ran, 3);
});

test('the reasons for which a reload fails precede the line that refers to them', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-reasons-'));
  const path = (name: string): string => join(directory, name);
  writeFileSync(path('bans.txt'), '192.0.2.1\n');
  const { child, lines } = startOnOneStream(t, { BAN_LISTS: path('bans.txt') });
  t.after(() => rmSync(directory, { recursive: true }));
  await until(() => lines().some((line) => line.startsWith('Listening on')));
  writeFileSync(path('bans.txt'), 'nobody\n');
  child.kill('SIGHUP');
  await until(() => lines().some((line) => /reloaded/i.test(line)));
  assert.deepEqual(lines().slice(-3), [
    `reload: BAN_LISTS: ${path('bans.txt')}:1: "nobody" is not an address or block.`,
    'Reloaded in part: see standard error',
    '',
  ]);
});

/** Starts the program with standard output and standard error in one file, whose lines show the order of both. */
function startOnOneStream(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly lines: () => string[] } {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-stream-'));
  const path = join(directory, 'console');
  const console = openSync(path, 'w');
  const { nodeArguments, file } = startedProgram('test/proxy/helpers/stub-main.ts');
  const child = spawn(process.execPath, [...nodeArguments, file], {
    env: { WARM_UP_TIME: '0', PORT: '0', LISTEN_HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', console, console],
  });
  closeSync(console);
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });
  return { child, lines: () => readFileSync(path, 'utf8').split('\n') };
}
