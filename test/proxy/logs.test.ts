/** Audit, error, debug and access log: complete, whole lines, bounded, masked. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LogFile } from '#proxy/logs/log-file.ts';
import { cpuMilliseconds } from '../helpers/cpu-time.ts';
import { linesOf, writtenLines } from './helpers/lines-of.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { DENY, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

test('every block is logged once, over rotations under load [A1]', async (t) => {
  const proxy = await startTestProxy(t);
  const total = 3000;
  const sent = new Set<string>();
  let next = 0;
  let rotations = 0;
  const client = async (): Promise<void> => {
    while (next < total) {
      next += 1;
      const reply = await exchangeRaw(proxy.port, rawRequest(`/?q=evil${next}`));
      assert.equal(reply.status, 403);
      sent.add(/Request id: (\S+)\n$/.exec(reply.body)?.[1] ?? '');
    }
  };
  const rotate = setInterval(() => {
    rotations += 1;
    renameSync(join(proxy.directory, 'audit.log'), join(proxy.directory, `audit.${rotations}`));
    proxy.reload();
  }, 100);
  await Promise.all(Array.from({ length: 6 }, client));
  clearInterval(rotate);
  const written = (): string[] =>
    readdirSync(proxy.directory)
      .filter((name) => name.startsWith('audit.'))
      .flatMap((name) => linesOf(join(proxy.directory, name)));
  await until(() => written().length >= total);
  const ids = written().map((line): string => JSON.parse(line).transaction.id);
  assert.equal(ids.length, total);
  assert.deepEqual(new Set(ids), sent);
  console.log(
    `${total} blocks over ${rotations} rotations: ${ids.length} records, 0 missing, 0 twice, 0 broken lines`,
  );
});

test('hostile bytes stay within one line [A3]', async (t) => {
  const proxy = await startTestProxy(t);
  const attacks = [
    '/?evil=%0d%0a%00',
    '/?evil=\u0085'.replace('\u0085', '%85'),
    '/?evil="}{\\n',
    `/?evil=${'x'.repeat(15_000)}`,
  ];
  for (const target of attacks) {
    const headers = ['User-Agent: \xff\xfe\x85 "\\', 'Referer: \xe2\x80\xa8\xe2\x80\xa9'];
    assert.equal((await exchangeRaw(proxy.port, rawRequest(target, headers))).status, 403);
  }
  const body = `evil\r\n\0\u2028${'\xff'.repeat(100_000)}`;
  const bytes = Buffer.from(body, 'utf8').toString('latin1');
  await exchangeRaw(proxy.port, rawRequest('/', [], { method: 'POST', body: bytes }));
  for (const log of ['audit', 'access'] as const) {
    const records = await proxy.records(log, attacks.length + 1);
    assert.equal(records.length, attacks.length + 1, log);
  }
  const errors = await writtenLines(join(proxy.directory, 'error.log'), attacks.length + 1);
  assert.equal(errors.length, attacks.length + 1);
  const raw = readFileSync(join(proxy.directory, 'access.log'));
  assert.ok(!raw.includes('\u2028'));
});

/** Every byte that a terminal might take for an order, alone and as the UTF-8 of a control, and text that is none. */
const UNSAFE = `${Array.from({ length: 256 }, (_, byte) => byte)
  .filter((byte) => byte > 0x20 && byte !== 0x7f)
  .map((byte) => String.fromCharCode(byte))
  .join('')}\xc2\x9b31m\xc2\x85\xe2\x80\xa8\xe2\x80\xae\xef\xbb\xbf\t\xc3\xa9`;

test('no log holds a byte that a terminal takes for an order', async (t) => {
  for (const auditLogFormat of ['JSON', 'Native'] as const) {
    const directory = mkdtempSync(join(tmpdir(), 'portcullis-debug-'));
    t.after(() => rmSync(directory, { recursive: true }));
    const web = stubWaf({
      phase2: () => DENY,
      settings: {
        auditLogFormat,
        auditLogParts: 'ABCEFHIJKZ',
        debugLogPath: join(directory, 'debug.log'),
      },
    });
    const proxy = await startTestProxy(t, { web, environment: { SECDEBUGLOGLEVEL: '9' } });
    const headers = [`User-Agent: ${UNSAFE}`, `Referer: ${UNSAFE}`, `X: ${UNSAFE}`];
    const body = `${UNSAFE}\x1b]0;x\x07\r\n\x00\rx\x7f`;
    const reply = await exchangeRaw(proxy.port, rawRequest('/', headers, { method: 'POST', body }));
    assert.equal(reply.status, 403);
    // Node's parser refuses these, and the rules and the logs see them all the same.
    for (const line of ['GET /\x9b2J\x1b[m HTTP/1.1', 'G\x9bT / HTTP/1.1', 'GET / HTTP/1.1\x9b']) {
      await exchangeRaw(proxy.port, `${line}\r\nHost: web.test\r\nX\x9b: \x1b\x9b\r\n\r\n`);
    }
    await proxy.records('access', 4);
    await writtenLines(join(directory, 'debug.log'), 4);
    const files = ['access', 'audit', 'error'].map((log) => join(proxy.directory, `${log}.log`));
    for (const path of [...files, join(directory, 'debug.log')]) {
      const bytes = readFileSync(path);
      assert.ok(bytes.length > 0, path);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      const found = text.match(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu) ?? [];
      const crlf = auditLogFormat === 'Native' && path.endsWith('audit.log') ? ['\r'] : [];
      assert.deepEqual(found, crlf, `${path} ${auditLogFormat}`);
    }
    if (auditLogFormat === 'Native') continue;
    const [record] = await proxy.records('access', 4);
    assert.match(String(record?.['ua']), /\\x9B/);
    assert.match(String(record?.['ua']), /\u009b31m.*\u202e.*é$/s);
  }
});

test('secrets are masked unless AUDIT_REDACT is off [A5]', async (t) => {
  const secrets = [
    ...['s3cr3t-auth', 's3cr3t-cookie', 's3cr3t-arg', 's3cr3t-body'],
    ...['s3cr3t-session', 's3cr3t-path', 's3cr3t-header', 's3cr3t-jwt', 's3cr3t-user'],
  ];
  const request = rawRequest(
    '/a;jsessionid=s3cr3t-path?evil=1&password=s3cr3t-arg&sessionid=s3cr3t-session',
    [
      'Authorization: Bearer s3cr3t-auth',
      'Cookie: sid=s3cr3t-cookie',
      'Content-Type: application/x-www-form-urlencoded',
      'Referer: http://joe:s3cr3t-user@web.test/;jsessionid=s3cr3t-path?password=s3cr3t-arg',
      'X-Session: s3cr3t-header',
    ],
    { method: 'POST', body: 'password=s3cr3t-body&userJwt=s3cr3t-jwt' },
  );
  const logsOf = (directory: string): string =>
    ['audit.log', 'access.log', 'error.log', 'debug.log']
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join('');
  for (const redact of ['on', 'off']) {
    const directory = mkdtempSync(join(tmpdir(), 'portcullis-debug-'));
    const web = stubWaf({
      phase2: () => DENY,
      settings: { debugLogPath: join(directory, 'debug.log'), auditLogParts: 'ABCIJEFHKZ' },
    });
    const proxy = await startTestProxy(t, {
      web,
      environment: { AUDIT_REDACT: redact, SECDEBUGLOGLEVEL: '9' },
    });
    await exchangeRaw(proxy.port, request);
    await writtenLines(join(directory, 'debug.log'), 1);
    for (const log of ['audit', 'access', 'error']) {
      await writtenLines(join(proxy.directory, `${log}.log`), 1);
    }
    renameSync(join(directory, 'debug.log'), join(proxy.directory, 'debug.log'));
    rmSync(directory, { recursive: true });
    const found = secrets.filter((secret) => logsOf(proxy.directory).includes(secret));
    assert.deepEqual(found, redact === 'on' ? [] : secrets);
  }
});

test('the debug log grows with its level', async (t) => {
  const shown: string[] = [];
  for (const level of [0, 1, 3, 4, 9]) {
    const directory = mkdtempSync(join(tmpdir(), 'portcullis-debug-'));
    const path = join(directory, 'debug.log');
    const proxy = await startTestProxy(t, {
      web: stubWaf({ phase1: () => DENY, settings: { debugLogPath: path } }),
      environment: { SECDEBUGLOGLEVEL: String(level) },
    });
    await exchangeRaw(proxy.port, rawRequest('/'));
    await proxy.records('access');
    const lines = await writtenLines(path, level < 3 ? 0 : 1);
    shown.push(lines.join('\n'));
    rmSync(directory, { recursive: true });
  }
  const [off = '', errors = '', matches = '', phases = '', all = ''] = shown;
  assert.equal(off + errors, '');
  assert.match(matches, /\[3\] rule 666 .*matched in phase 2, interrupted/);
  assert.match(phases, /\[4\] phase 1 .*ms/);
  assert.match(phases, /interrupted: deny, status 403, rule 666/);
  assert.match(all, /\[9\] {3}"ARGS:q" = "evil"/);
});

test('AUDIT_SYNC: the records are in the files before the response', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { AUDIT_SYNC: 'on' },
    web: stubWaf({
      phase1: ({ target }) => (target === '/evil' ? DENY : undefined),
      settings: { auditEngine: 'On' },
    }),
  });
  for (let n = 1; n <= 50; n += 1) {
    const target = n % 2 === 0 ? '/evil' : '/fine';
    await exchangeRaw(proxy.port, rawRequest(target));
    assert.equal(linesOf(join(proxy.directory, 'audit.log')).length, n);
    if (target === '/evil') assert.equal(linesOf(join(proxy.directory, 'error.log')).length, n / 2);
  }
});

test('a full disk loses what does not fit in the queue, reports how much, and continues [C9]', async () => {
  const full = new LogFile('/dev/full');
  const line = 'x'.repeat(1_000_000);
  for (let n = 0; n < 30; n += 1) full.write(line);
  await until(() => full.lost === 14);
  assert.equal(full.lost, 14, '16 of 1 MB fit');
  const took = cpuMilliseconds(() => full.write(line));
  assert.ok(took < 50, `nobody waits for the disk: ${took} ms`);
  await full.close();
  assert.equal(full.lost, 31);
});

test('what was lost is said in the log, once there is room', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-log-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'a.log');
  const log = new LogFile(path);
  const line = 'x'.repeat(4_000_000);
  for (let n = 0; n < 6; n += 1) log.write(line);
  assert.equal(log.lost, 2);
  await log.close();
  const lines = linesOf(path);
  assert.equal(lines.filter((text) => text.startsWith('xxx')).length, 4);
  assert.deepEqual(JSON.parse(lines.find((text) => text.startsWith('{')) ?? ''), {
    portcullis: 'log records lost',
    lost: 2,
  });
});

test('lines that several writers append at once stay whole', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-log-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'a.log');
  const logs = Array.from({ length: 4 }, () => new LogFile(path));
  for (let n = 0; n < 5000; n += 1) {
    logs.forEach((log, index) => {
      log.write(`${index}:${n}:${'y'.repeat(n % 700)}:end`);
    });
    if (n % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (n % 1500 === 0) logs[0]?.flush();
    if (n === 2500) logs[1]?.reopen();
  }
  await Promise.all(logs.map((log) => log.close()));
  const lines = linesOf(path);
  assert.equal(lines.length, 20_000);
  assert.ok(lines.every((line) => /^[0-3]:[0-9]+:y*:end$/.test(line)));
  assert.equal(new Set(lines.map((line) => line.split(':', 2).join(':'))).size, 20_000);
});

test('a named pipe without a reader delays nothing, and its records wait', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-pipe-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const pipe = join(directory, 'access.log');
  execFileSync('mkfifo', [pipe]);
  const reader = spawn('sh', ['-c', 'timeout 20 head -n 1 >&2; exec cat "$0"', pipe]);
  t.after(() => reader.kill());
  let read = '';
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk.toString('latin1');
  });
  const troubles: string[] = [];
  const begun = performance.now();
  const log = new LogFile(pipe, (_target, error) => troubles.push(error.message));
  log.write('one');
  log.flush();
  log.reopen();
  assert.ok(performance.now() - begun < 15_000, 'opening does not wait for a reader');
  reader.stdin.write('\n');
  assert.match(troubles.join(), /EPIPE/);
  log.write('two');
  await until(() => read === 'one\ntwo\n');
  await log.close();
  assert.equal(log.lost, 0);
});
