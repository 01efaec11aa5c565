/**
 * Messages Node's parser refuses: seen by the rules from their raw bytes
 * (docs/spec/ftw.md#stages-that-need-a-connection).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { awaitHead } from '#proxy/http/await-head.ts';
import { parseRawMessage } from '#proxy/http/raw-message.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { DENY, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

type AuditRecord = {
  readonly transaction: {
    readonly response: { readonly status: number };
    readonly messages: readonly { readonly rule_id: string; readonly message: string }[];
  };
};

async function auditRecords(proxy: TestProxy, count: number): Promise<readonly AuditRecord[]> {
  return (await proxy.records('audit', count)) as unknown as readonly AuditRecord[];
}

const PEER = {
  address: '',
  port: 0,
  localAddress: '',
  localPort: 0,
  scheme: 'http' as const,
  certificate: undefined,
};

test('raw bytes are read as far as they can be', async (t) => {
  const cases = [
    ['FOO /a HTTP/1.1\r\nHost: a\r\n\r\nbody', 'FOO', '/a', '1.1', [['Host', 'a']], 'body', true],
    ['GET /a b c HTTP/1.1\r\n\r\n', 'GET', '/a b c', '1.1', [], '', true],
    ['GET / \r\nHost: a\r\n\r\n', 'GET', '/', '', [['Host', 'a']], '', false],
    ['GET /\r\n\r\n', 'GET', '/', '', [], '', false],
    ['GET\r\n\r\n', 'GET', '', '', [], '', false],
    ['', '', '', '', [], '', false],
    ['\r\n\r\nGET / HTTP/4.0\n\nx', 'GET', '/', '4.0', [], 'x', true],
    ['GET / JUNK/1.0\r\n\r\n', 'GET', '/', 'JUNK/1.0', [], '', true],
    [
      'A / HTTP/1.1\r\nX: 1\r\n 2\r\nnocolon\r\n:v\r\n\r\n',
      'A',
      '/',
      '1.1',
      [
        ['X', '1 2'],
        ['nocolon', ''],
        ['', 'v'],
      ],
      '',
      true,
    ],
  ] as const;
  let ran = 0;
  for (const [bytes, method, target, httpVersion, headers, body, hasVersion] of cases) {
    await t.test(rowTitle(bytes), () => {
      const raw = parseRawMessage(bytes, PEER);
      assert.deepEqual(raw, {
        message: { method, target, httpVersion, headers, peer: PEER },
        body,
        hasVersion,
      });
      ran += 1;
    });
  }
  assert.equal(ran, cases.length);
});

test('refused messages go through phases 1 and 2, into the logs, and never on', async (t) => {
  const heads: RequestHead[] = [];
  const bodies: string[] = [];
  let closed = 0;
  const web = stubWaf({
    phase1: (head) => {
      heads.push(head);
      return head.target.includes('evil') ? DENY : undefined;
    },
    phase2: (body) => {
      bodies.push(body);
      return body.includes('evil') ? DENY : undefined;
    },
    phase5: () => {
      closed += 1;
    },
    settings: { auditEngine: 'On' },
  });
  const proxy = await startTestProxy(t, { web });
  const H = 'Host: web.test\r\n';
  const rows: readonly (readonly [bytes: string, status: number, text: RegExp])[] = [
    [`REALLYLONGUNREALMETHOD / HTTP/1.1\r\n${H}\r\n`, 400, /^Bad Request: invalid method\n/],
    [`FOO /?q=evil HTTP/1.1\r\n${H}\r\n`, 400, /^Bad Request: invalid method\n/],
    [`GET / HTTP/4.0\r\n${H}\r\n`, 400, /^Bad Request/],
    [`GET /?q=\xc3\xa9evil HTTP/1.1\r\n${H}\r\n`, 400, /^Bad Request: invalid request target\n/],
    [
      `POST / HTTP/1.1\r\n${H}Content-Length: 3;\r\n\r\nx=evil`,
      400,
      /^Bad Request: invalid Content-Length\n/,
    ],
    [`|GET /get HTTP/1.1\r\n${H}\r\n`, 400, /^Bad Request/],
    [`GET / HTTP/1.1\r\n${H}X: a\rb\r\n\r\n`, 400, /^Bad Request/],
  ];
  const sizes: number[] = [];
  for (const [bytes, status, text] of rows) {
    const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true });
    assert.equal(reply.status, status, bytes);
    assert.match(reply.body, text);
    sizes.push(reply.bytes.length);
  }
  assert.equal(heads.length, rows.length);
  assert.equal(heads[0]?.method, 'REALLYLONGUNREALMETHOD');
  assert.equal(heads[3]?.target, '/?q=\xc3\xa9evil');
  assert.deepEqual(heads[0]?.headers, [['Host', 'web.test']]);
  assert.ok(bodies.includes('x=evil'));
  assert.equal(closed, rows.length);
  const audit = await auditRecords(proxy, rows.length);
  assert.deepEqual(
    audit.map(({ transaction }) => transaction.response.status),
    rows.map(([, status]) => status),
  );
  const access = await proxy.records('access', rows.length);
  assert.deepEqual(
    access.map(({ status }) => status),
    rows.map(([, status]) => status),
  );
  assert.deepEqual(
    access.map(({ bytes_out }) => bytes_out),
    sizes,
  );
  assert.equal(proxy.backend.bytes(), '');
});

test('ambiguous framing is 400 for the client and in both logs, even when rules deny it [F1, F2, F3]', async (t) => {
  let denials = 0;
  const web = stubWaf({
    phase2: () => {
      denials += 1;
      return DENY;
    },
  });
  const proxy = await startTestProxy(t, { web });
  const TE = 'Transfer-Encoding: chunked\r\n';
  const framings = [
    `Content-Length: 5\r\n${TE}`,
    `${TE}Content-Length: 5\r\n`,
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: +5\r\n',
    TE + TE,
  ];
  for (const framing of framings) {
    const bytes = `POST / HTTP/1.1\r\nHost: web.test\r\n${framing}\r\n0\r\n\r\n`;
    const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true });
    assert.equal(reply.status, 400, framing);
    assert.match(reply.body, /^Bad Request: /);
  }
  assert.equal(denials, framings.length, 'rules see every message');
  const access = await proxy.records('access', framings.length);
  assert.ok(access.every(({ status, reason }) => status === 400 && reason === 'protocol'));
  const audit = await auditRecords(proxy, framings.length);
  assert.equal(audit.length, framings.length);
  for (const { transaction } of audit) {
    assert.equal(transaction.response.status, 400);
    assert.match(transaction.messages[0]?.message ?? '', /^Bad Request: /);
  }
  assert.equal(proxy.backend.bytes(), '');
});

test('a refusal is in the audit log although no rule matches', async (t) => {
  const proxy = await startTestProxy(t, {
    web: stubWaf({ settings: { auditEngine: 'RelevantOnly' } }),
  });
  const heads = ['FOO / HTTP/1.1\r\nHost: web.test', 'GET /a#b HTTP/1.1\r\nHost: web.test'];
  for (const head of heads) await exchangeRaw(proxy.port, `${head}\r\n\r\n`, { untilClose: true });
  const audit = await auditRecords(proxy, heads.length);
  assert.deepEqual(
    audit.map(({ transaction: { response, messages } }) => [response.status, messages]),
    [
      [400, [{ rule_id: '0', message: 'Bad Request: invalid method' }]],
      [400, [{ rule_id: '0', message: 'Bad Request: fragment in request target' }]],
    ],
  );
});

test('chunk extensions and trailers over the limits of the parser have statuses of their own [F7, F8]', async (t) => {
  const proxy = await startTestProxy(t);
  const long = 'x'.repeat(20_000);
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\nTransfer-Encoding: chunked\r\n\r\n';
  const rows = [
    [`3;a=${long}\r\na=b\r\n0\r\n\r\n`, 413, /^Payload Too Large: chunk extensions too large\n/],
    [
      `3\r\na=b\r\n0\r\nX-A: ${long}\r\n\r\n`,
      431,
      /^Request Header Fields Too Large: trailers too large\n/,
    ],
    ['ZZ\r\na=b\r\n0\r\n\r\n', 400, /^Bad Request: malformed body\n/],
  ] as const;
  let ran = 0;
  for (const [body, status, text] of rows) {
    for (const parts of [[head + body], [head, body]]) {
      const reply = await exchangeRaw(proxy.port, parts, { gapMs: 30 });
      assert.equal(reply.status, status);
      assert.match(reply.body, text);
      ran += 1;
    }
  }
  assert.equal(ran, 6);
  const records = await proxy.records('access', ran);
  assert.ok(records.every(({ reason }) => reason === 'protocol'));
  const audit = await auditRecords(proxy, ran);
  assert.deepEqual(
    audit.map(({ transaction }) => transaction.response.status),
    [413, 413, 431, 431, 400, 400],
  );
  assert.equal(proxy.backend.bytes(), '');
});

test('REQUEST_TIMEOUT applies to bodies when it is less than HEADERS_TIMEOUT', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { REQUEST_TIMEOUT: '1', HEADERS_TIMEOUT: '10', MIN_BODY_RATE: '0' },
  });
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\nContent-Length: 9\r\n\r\n';
  const begun = performance.now();
  const reply = await exchangeRaw(proxy.port, head, { quietMs: 14_000 });
  assert.equal(reply.status, 408);
  const ms = performance.now() - begun;
  assert.ok(ms < 8000, `408 after ${ms} ms`);
});

test('a refusal does not wait for a head that cannot arrive any more', async (t) => {
  // Node looks for expired requests once a second, beginning at the start of the proxy. A busy machine may be late once.
  const times: number[] = [];
  while (times.length < 3 && !times.some((ms) => ms < 2500)) {
    const proxy = await startTestProxy(t, { environment: { HEADERS_TIMEOUT: '1' } });
    const begun = performance.now();
    const late = await exchangeRaw(proxy.port, 'GET / HTTP/1.1\r\nHost:', { untilClose: true });
    assert.equal(late.status, 408);
    times.push(performance.now() - begun);
  }
  assert.ok(Math.min(...times) < 2500, `408 after ${times.join(', ')} ms`);
  const ended = new Socket();
  ended.push(null);
  ended.resume();
  await once(ended, 'end');
  const connection = { current: undefined, recorded: [], recordedBytes: 0, refused: true };
  const first = await Promise.race([
    awaitHead(ended, connection).then(() => 'head'),
    new Promise((resolve) => setImmediate(resolve, 'later')),
  ]);
  assert.equal(first, 'head');
});

test('a request line without a version gets no status line', async (t) => {
  const proxy = await startTestProxy(t);
  const reply = await exchangeRaw(proxy.port, 'GET / \r\nHost: web.test\r\n\r\n', {
    untilClose: true,
  });
  assert.equal(reply.bytes, '');
  assert.ok(reply.closed);
});

test('what the gate refuses is shown to the rules and keeps its status', async (t) => {
  const targets: string[] = [];
  const web = stubWaf({
    phase1: ({ target }) => {
      targets.push(target);
      return DENY;
    },
  });
  const proxy = await startTestProxy(t, { web });
  const reply = await exchangeRaw(proxy.port, 'GET /a#b HTTP/1.1\r\nHost: web.test\r\n\r\n', {
    untilClose: true,
  });
  assert.equal(reply.status, 400);
  assert.deepEqual(targets, ['/a#b']);
  const [record] = await proxy.records('audit');
  assert.ok(record !== undefined);
});

test('a body that turns out malformed is refused, and a slow one', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { REQUEST_TIMEOUT: '1', HEADERS_TIMEOUT: '1' },
  });
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\n';
  const chunked = [`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'zz\r\n'];
  const broken = await exchangeRaw(proxy.port, chunked, { gapMs: 50, untilClose: true });
  assert.equal(broken.status, 400);
  const slow = await exchangeRaw(proxy.port, `${head}Content-Length: 10\r\n\r\nabc`, {
    untilClose: true,
    quietMs: 5000,
  });
  assert.equal(slow.status, 408);
  const slowHead = await exchangeRaw(proxy.port, head, { untilClose: true, quietMs: 5000 });
  assert.equal(slowHead.status, 408);
  assert.equal(proxy.backend.bytes(), '');
});

test('a malformed message after an answered one is inspected like a first one', async (t) => {
  const proxy = await startTestProxy(t);
  const parts = [rawRequest('/'), 'FOO /?q=evil HTTP/1.1\r\nHo', 'st: web.test\r\n\r\n'];
  const reply = await exchangeRaw(proxy.port, parts, { gapMs: 500, untilClose: true });
  const statuses = [...reply.bytes.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['200', '400']);
});

test('late, silent and reset heads have both records, with the status that the client got', async (t) => {
  const proxy = await startTestProxy(t, { environment: { HEADERS_TIMEOUT: '1' } });
  const head = 'GET /cut?a=1 HTTP/1.1\r\nHost: web.test\r\nX:';
  const late = await exchangeRaw(proxy.port, head, { untilClose: true });
  assert.equal(late.status, 408);
  await proxy.records('access', 1);
  const hello = await exchangeRaw(proxy.port, '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', {
    untilClose: true,
  });
  assert.equal(hello.bytes, '');
  await proxy.records('access', 2);
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(head);
  await pause(200);
  socket.resetAndDestroy();
  const access = await proxy.records('access', 3);
  const audit = await auditRecords(proxy, 3);
  const expected = [408, 0, 0];
  assert.deepEqual(
    access.map(({ status }) => status),
    expected,
  );
  assert.deepEqual(
    audit.map(({ transaction: { response } }) => response.status),
    expected,
  );
  assert.deepEqual(
    audit.map(({ transaction: { messages } }) => messages[0]?.message),
    ['Request Timeout: request took too long', 'Bad Request: invalid method', 'message cut short'],
  );
  assert.deepEqual(
    access.map(({ uri, client_ip }) => [uri, client_ip]),
    [
      ['/cut?a=1', '127.0.0.1'],
      ['', '127.0.0.1'],
      ['/cut?a=1', '127.0.0.1'],
    ],
  );
  assert.equal(proxy.backend.bytes(), '');
});

test('what a client sends after the last response, or between requests, is no message when a reset follows', async (t) => {
  const proxy = await startTestProxy(t, { web: stubWaf({ settings: { requestBodyLimit: 10 } }) });
  const post = 'POST /early HTTP/1.1\r\nHost: web.test\r\nContent-Length: 9000000\r\n\r\n';
  const sendAndReset = async (first: string, reply: RegExp, then: string): Promise<void> => {
    const client = connect(proxy.port, '127.0.0.1');
    client.on('error', () => {});
    let received = '';
    client.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    client.write(first);
    await until(() => reply.test(received));
    await pause(100);
    client.write(then);
    await pause(200);
    client.resetAndDestroy();
  };
  await sendAndReset(post, /^HTTP\/1\.1 413 /, 'GET /body HTTP/1.1\r\n'.repeat(100));
  await sendAndReset(rawRequest('/kept'), /^HTTP\/1\.1 200 /, '\r\n');
  await sendAndReset(rawRequest('/kept'), /^HTTP\/1\.1 200 /, 'GET /cut');
  const records = await proxy.records('access', 4);
  assert.deepEqual(
    records.map(({ uri, status }) => [uri, status]),
    [
      ['/early', 413],
      ['/kept', 200],
      ['/kept', 200],
      ['/cut', 0],
    ],
  );
});
