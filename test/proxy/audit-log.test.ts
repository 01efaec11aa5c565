/** The audit log's formats and files over the real proxy: Native, Concurrent, parts, relevance, loss. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { RecordFolder } from '#proxy/logs/record-folder.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';

const RULES = `
SecRuleEngine On
SecRequestBodyAccess On
SecAuditEngine RelevantOnly
SecRule ARGS "@contains evil" "id:7,phase:2,deny,status:403,msg:'Evil'"
`;

async function startWith(
  t: TestContext,
  directives: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProxy> {
  const { program, diagnostics } = compileText(RULES + directives);
  assert.ok(program !== undefined, JSON.stringify(diagnostics));
  const web = await loadProgram(program);
  return startTestProxy(t, { web, environment: { AUDIT_SYNC: 'on', ...environment } });
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'portcullis-audit-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Sends a request that is blocked; its id. */
async function idOf(proxy: TestProxy, body: string): Promise<string> {
  const headers = ['Content-Type: application/x-www-form-urlencoded', 'User-Agent: a"b'];
  const message = rawRequest('/p?x=1', headers, { method: 'POST', body });
  const reply = await exchangeRaw(proxy.port, message);
  assert.equal(reply.status, 403);
  return /Request id: (\S+)\n$/.exec(reply.body)?.[1] ?? '';
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('Native: the parts of SecAuditLogParts in their order, secrets masked', async (t) => {
  const proxy = await startWith(t, 'SecAuditLogFormat Native\nSecAuditLogParts ABCFHZ');
  const id = await idOf(proxy, 'q=evil&password=hunter2');
  const text = readFileSync(join(proxy.directory, 'audit.log'), 'latin1');
  const [, boundary] = /^--([0-9a-f]{10})-A--\n/.exec(text) ?? [];
  const parts = [...text.matchAll(new RegExp(`^--${boundary}-([A-Z])--$`, 'gm'))];
  assert.equal(parts.map(([, part]) => part).join(''), 'ABCFHZ');
  assert.ok(text.includes(`] ${id} `));
  assert.match(text, /-B--\nPOST \/p\?x=1 HTTP\/1\.1\n/);
  assert.match(text, /-C--\nq=evil&password=\[redacted\]\n/);
  assert.match(text, /-F--\nHTTP\/1\.1 403\n/);
  assert.match(text, /-H--\n\[client "127\.0\.0\.1"\] .*\[id "7"\]/);
  assert.ok(!text.includes('hunter2'));
});

test('Concurrent: a file for each record, and a line of the index that names and proves it', async (t) => {
  const storage = join(folder(t), 'deep', 'store');
  const proxy = await startWith(
    t,
    `SecAuditLogType Concurrent\nSecAuditLogStorageDir ${storage}\nSecAuditLogDirMode 0770\nSecAuditLogFileMode 0660`,
  );
  const ids = [await idOf(proxy, 'q=evil1'), await idOf(proxy, 'q=evil2')];
  const lines = readFileSync(join(proxy.directory, 'audit.log'), 'latin1').trimEnd().split('\n');
  assert.equal(lines.length, 2);
  lines.forEach((line, index) => {
    const found =
      /^web\.test 127\.0\.0\.1 - - \[\S+ \+0000\] "POST \/p\?x=1 HTTP\/1\.1" 403 - "-" "a\\"b" (\S+) "-" (\/\d{8}\/\d{8}-\d{4}\/\d{8}-\d{6}-\S+) 0 (\d+) md5:([0-9a-f]{32})$/.exec(
        line,
      );
    assert.ok(found, line);
    const [, id, path = '', size, md5] = found;
    assert.equal(id, ids[index]);
    const text = readFileSync(join(storage, path));
    const record = text.subarray(0, -1);
    assert.equal(record.length, Number(size));
    assert.equal(createHash('md5').update(record).digest('hex'), md5);
    assert.equal(JSON.parse(record.toString()).transaction.id, id);
    assert.equal(statSync(join(storage, path)).mode & 0o777, 0o660);
    assert.equal(statSync(join(storage, path, '..')).mode & 0o777, 0o770);
  });
  assert.equal(filesBelow(storage).length, 2);
});

test('Concurrent under load, off the event loop: every block once, and none is lost', async (t) => {
  const storage = folder(t);
  const directives = `SecAuditLogType Concurrent\nSecAuditLogFormat Native\nSecAuditLogStorageDir ${storage}`;
  const proxy = await startWith(t, directives, { AUDIT_SYNC: 'off' });
  const sent = new Set<string>();
  const client = async (): Promise<void> => {
    for (let n = 0; n < 50; n += 1) sent.add(await idOf(proxy, `q=evil${n}`));
  };
  await Promise.all([client(), client(), client(), client()]);
  const index = (): string[] =>
    readFileSync(join(proxy.directory, 'audit.log'), 'latin1').split('\n').slice(0, -1);
  for (let wait = 0; wait < 100 && index().length < 200; wait += 1) await pause(50);
  const files = filesBelow(storage);
  const stored = files.map((path) => path.slice(path.lastIndexOf('/') + 17));
  assert.deepEqual(new Set(stored), sent);
  assert.equal(files.length, 200);
  assert.equal(index().length, 200);
});

test('RelevantOnly: a match is enough, and so is a status that the expression matches', async (t) => {
  const cases: readonly (readonly [directives: string, target: string, records: number])[] = [
    ['', '/?q=evil', 1],
    ['', '/missing', 0],
    ['SecAuditLogRelevantStatus "^(?:5|4(?!04))"', '/?q=evil', 1],
    ['SecAuditLogRelevantStatus "^(?:5|4(?!04))"', '/missing', 0],
    ['SecAuditLogRelevantStatus "^404"', '/missing', 1],
    ['SecAuditLogRelevantStatus "^404"', '/there', 0],
    ['SecAuditEngine On', '/there', 1],
    ['SecAuditEngine Off', '/?q=evil', 0],
  ];
  let ran = 0;
  for (const [directives, target, expected] of cases) {
    const { program } = compileText(RULES + directives);
    assert.ok(program !== undefined);
    const proxy = await startTestProxy(t, {
      web: await loadProgram(program),
      respond: ({ head }, socket) => {
        const status = head.startsWith('GET /missing ') ? 404 : 200;
        socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`);
      },
    });
    await exchangeRaw(proxy.port, rawRequest(target));
    assert.equal(
      (await proxy.records('audit', expected)).length,
      expected,
      `${directives} ${target}`,
    );
    ran += 1;
  }
  assert.equal(ran, 8);
});

test('DetectionOnly: a response that would be refused at its limit passes, and the logs say so', async (t) => {
  const { program } = compileText(`SecRuleEngine DetectionOnly
SecAuditEngine RelevantOnly
SecResponseBodyAccess On
SecResponseBodyLimit 10
SecResponseBodyLimitAction Reject
SecResponseBodyMimeType text/html`);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  let ran = 0;
  for (const bytes of [10, 11]) {
    const proxy = await startTestProxy(t, {
      web,
      respond: (_request, socket) =>
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`,
        ),
    });
    const { status, body } = await exchangeRaw(proxy.port, rawRequest('/'));
    assert.deepEqual([status, body.length], [200, bytes]);
    const [access] = await proxy.records('access', 1);
    const isLonger = bytes === 11;
    assert.equal(
      JSON.stringify(access).includes('"waf":{"action":"detect","rule_id":0,'),
      isLonger,
    );
    const records = JSON.stringify(await proxy.records('audit', isLonger ? 1 : 0));
    assert.equal(
      records.includes('The response body is longer than SecResponseBodyLimit'),
      isLonger,
    );
    ran += 1;
  }
  assert.equal(ran, 2);
});

test('A response that is refused at its limit, or breaks off, has the status that the client gets', async (t) => {
  const rules = `${RULES}SecAuditLogRelevantStatus "^5"
SecResponseBodyAccess On
SecResponseBodyLimit 10
SecResponseBodyLimitAction Reject
SecResponseBodyMimeType text/html
SecRule RESPONSE_STATUS "@ge 500" "id:8,phase:5,pass,log,msg:'%{RESPONSE_STATUS}'"
`;
  const { program } = compileText(rules);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  const longer = deflateSync('a'.repeat(11)).toString('latin1');
  const cases: readonly (readonly [name: string, head: string, body: string, status: number])[] = [
    ['of the limit', 'Content-Length: 10', 'a'.repeat(10), 200],
    ['one byte over', 'Content-Length: 11', 'a'.repeat(11), 500],
    [
      'over when decoded',
      `Content-Encoding: deflate\r\nContent-Length: ${longer.length}`,
      longer,
      500,
    ],
    ['broken off', 'Content-Length: 10', 'a', 502],
  ];
  let ran = 0;
  for (const [name, head, body, status] of cases) {
    const proxy = await startTestProxy(t, {
      web,
      respond: (_request, socket) => {
        const message = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${head}\r\n\r\n${body}`;
        socket.end(message, 'latin1');
      },
    });
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, status, name);
    const records = await proxy.records('audit', status === 200 ? 0 : 1);
    const text = JSON.stringify(records);
    assert.equal(records.length, status === 200 ? 0 : 1, name);
    if (status !== 200) assert.ok(text.includes(`"status":${status}`), text);
    assert.equal(text.includes(`"message":"${status}"`), status !== 200, text);
    ran += 1;
  }
  assert.equal(ran, 4);
});

test('SecAuditLogParts decides what a record holds; ctl:auditLogParts changes it', async (t) => {
  const shown = async (directives: string): Promise<readonly boolean[]> => {
    const proxy = await startWith(t, directives);
    await idOf(proxy, 'q=evil');
    const [line] = await proxy.records('audit');
    const text = JSON.stringify(line);
    return ['"host":[', '"body":"q=evil"', '"producer"', '"error_message"'].map((part) =>
      text.includes(part),
    );
  };
  assert.deepEqual(await shown('SecAuditLogParts AZ'), [false, false, false, false]);
  assert.deepEqual(await shown('SecAuditLogParts ABZ'), [true, false, false, false]);
  assert.deepEqual(await shown('SecAuditLogParts ACZ'), [false, true, false, false]);
  assert.deepEqual(await shown('SecAuditLogParts AHKZ'), [false, false, true, true]);
  const added = 'SecAuditLogParts AZ\nSecAction "id:8,phase:1,pass,nolog,ctl:auditLogParts=+B"';
  assert.deepEqual(await shown(added), [true, false, false, false]);
});

test('a storage folder that cannot be made stops the start', async (t) => {
  const start = startWith(t, 'SecAuditLogType Concurrent\nSecAuditLogStorageDir /proc/nowhere');
  await assert.rejects(start, /AUDIT_LOG: the log cannot be opened/);
});

test('records that cannot be written wait in a bounded queue and are written once they can', async (t) => {
  const path = folder(t);
  const log = new RecordFolder(path, { directory: 0o700, file: 0o600 });
  rmSync(path, { recursive: true });
  const bytes = Buffer.alloc(1 << 20, 'x');
  let written = 0;
  const record = (n: number): void =>
    log.write({ path: `/day/minute/${n}`, bytes, written: () => (written += 1) });
  for (let n = 0; n < 20; n += 1) record(n);
  assert.equal(log.lost, 4, '16 MiB wait');
  log.flush();
  await pause(50);
  assert.equal(written, 0);
  mkdirSync(path);
  await log.close();
  assert.equal(written, 16);
  assert.equal(filesBelow(path).length, 16);
  assert.equal(log.lost, 4);
  // The first write may have left a part of the first record in its file.
  const surplus = [0, 1].map((n) => statSync(join(path, `day/minute/${n}`)).size - bytes.length);
  assert.deepEqual(surplus, ['\n\n'.length, '\n'.length]);
});
