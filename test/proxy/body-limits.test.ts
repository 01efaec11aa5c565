/** Limits of bodies that rules read, exactly, as sent and decoded: the last byte that is within one, and the first beyond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { EVIL, stubWaf } from './helpers/stub-waf.ts';

const LIMIT = 1000;
/** No request with which the proxy warms up has it. */
const PATH = '/limits';

/** Content-Encoding, undefined for none; and what it does to a body. */
type Coded = readonly [coding: string | undefined, encode: (body: Buffer) => Buffer];

const codings: readonly Coded[] = [
  [undefined, (body) => body],
  ['gzip', (body) => zlib.gzipSync(body)],
  ['gzip, br', (body) => zlib.brotliCompressSync(zlib.gzipSync(body))],
];

function codingLines(coding: string | undefined): string[] {
  return coding === undefined ? [] : [`Content-Encoding: ${coding}`];
}

const text = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');

function post(body: Buffer, coding: string | undefined): string {
  return rawRequest(PATH, codingLines(coding), { method: 'POST', body: body.toString('latin1') });
}

test('requests: a body of the limit passes, one more byte is 413', async (t) => {
  const settings = { requestBodyLimit: LIMIT } as const;
  const { port } = await startTestProxy(t, { web: stubWaf({ ...EVIL, settings }) });
  let ran = 0;
  for (const [coding, encode] of codings) {
    await t.test(rowTitle([coding]), async () => {
      const statuses: number[] = [];
      for (const bytes of [LIMIT, LIMIT + 1]) {
        statuses.push((await exchangeRaw(port, post(encode(text(bytes)), coding))).status);
      }
      assert.deepEqual(statuses, [200, 413]);
    });
    ran += 1;
  }
  assert.equal(ran, 3);
});

test('requests: a body over the limit is in the audit log, announced or counted', async (t) => {
  const rest = text(LIMIT + 1).toString('latin1');
  const chunked = `${(LIMIT + 1).toString(16)}\r\n${rest}\r\n0\r\n\r\n`;
  const head = `POST ${PATH} HTTP/1.1\r\nHost: web.test\r\n`;
  const requests = [
    post(text(LIMIT + 1), undefined),
    `${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`,
  ];
  const refusal = [413, true, [{ rule_id: '0', message: 'The request body is too large' }]];
  for (const [auditEngine, expected] of [
    ['RelevantOnly', [refusal, refusal]],
    ['Off', []],
  ] as const) {
    await t.test(rowTitle([auditEngine]), async () => {
      const settings = { requestBodyLimit: LIMIT, auditEngine };
      const proxy = await startTestProxy(t, {
        web: stubWaf({ settings }),
        environment: { AUDIT_SYNC: 'on' },
      });
      for (const request of requests) {
        const { status } = await exchangeRaw(proxy.port, request, { untilClose: true });
        assert.equal(status, 413);
      }
      const records = await proxy.records('audit', expected.length);
      assert.deepEqual(records.map(refusalOf), expected);
    });
  }
});

test('DetectionOnly: a body that would be 413 passes whole, and the logs and metrics say so', async (t) => {
  const { program } = compileText(`SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRequestBodyLimit ${LIMIT}
SecAuditEngine RelevantOnly`);
  assert.ok(program !== undefined);
  const environment = { AUDIT_SYNC: 'on', ADMIN_PORT: '0' };
  const proxy = await startTestProxy(t, { web: await loadProgram(program), environment });
  let detected = 0;
  for (const [coding, encode] of codings) {
    for (const bytes of [LIMIT, LIMIT + 1]) {
      const { status } = await exchangeRaw(proxy.port, post(encode(text(bytes)), coding));
      assert.equal(status, 200);
    }
    detected += 1;
    const record = (await proxy.records('access', 2 * detected)).at(-1);
    assert.match(JSON.stringify(record), /"waf":\{"action":"detect","rule_id":0,/);
  }
  const records = await proxy.records('audit', detected);
  const [whole] = records.map(refusalOf);
  assert.deepEqual(whole, [
    200,
    false,
    [{ rule_id: '0', message: 'The request body is too large' }],
  ]);
  assert.deepEqual([records.length, detected], [3, 3]);
  assert.match(await proxy.metrics(), /requests_total\{.*outcome="detect"\} 3$/m);
});

function refusalOf(record: object): unknown {
  const { response, is_interrupted, messages } = JSON.parse(JSON.stringify(record)).transaction;
  return [response.status, is_interrupted, messages];
}

test('requests: bytes after the end of a coded body are 400', async (t) => {
  const { port, backend } = await startTestProxy(t);
  const rest = Buffer.from('a=evil');
  let ran = 0;
  for (const [coding, body] of [
    ['gzip', zlib.gzipSync('a=1')],
    ['deflate', zlib.deflateSync('a=1')],
    ['deflate', zlib.deflateRawSync('a=1')],
    ['br', zlib.brotliCompressSync('a=1')],
  ] as const) {
    await t.test(rowTitle([coding, body.toString('hex')]), async () => {
      const sent = post(Buffer.concat([body, rest]), coding);
      assert.equal((await exchangeRaw(port, sent)).status, 400);
    });
    ran += 1;
  }
  assert.equal(ran, 4);
  assert.equal(backend.requests.length, 0);
});

test('requests: five codings are decoded, six are 415', async (t) => {
  const { port } = await startTestProxy(t);
  const statusOf = async (count: number): Promise<number> => {
    const names = Array.from({ length: count }, () => 'gzip');
    const body = names.reduce((coded) => zlib.gzipSync(coded), Buffer.from('a=evil'));
    return (await exchangeRaw(port, post(body, names.join(', ')))).status;
  };
  assert.deepEqual([await statusOf(5), await statusOf(6)], [403, 415]);
});

/** `seen`: bytes of each request body that rules get, and whether they are told that it is longer. */
function watching(waf: CompiledWaf, seen: [bytes: number, truncated: boolean][]): CompiledWaf {
  const open: CompiledWaf['open'] = (...given) => {
    const transaction = waf.open(...given);
    if (given[0].target !== PATH) return transaction;
    const { inspectRequestBody: inspect } = transaction;
    const inspectRequestBody: typeof inspect = (body, truncated = false) => {
      seen.push([body.length, truncated]);
      return inspect(body, truncated);
    };
    return Object.defineProperty(transaction, 'inspectRequestBody', { value: inspectRequestBody });
  };
  return { ...waf, open };
}

test('ProcessPartial: rules learn that a body is longer than what they see', async (t) => {
  const settings = { requestBodyLimit: LIMIT, requestBodyLimitAction: 'ProcessPartial' } as const;
  const seen: [number, boolean][] = [];
  const { port } = await startTestProxy(t, { web: watching(stubWaf({ settings }), seen) });
  for (const bytes of [LIMIT, LIMIT + 1]) await exchangeRaw(port, post(text(bytes), undefined));
  assert.deepEqual(seen, [
    [LIMIT, false],
    [LIMIT, true],
  ]);
});

test('responses: a body of the limit passes, one more byte is 500', async (t) => {
  const settings = {
    responseBodyAccess: true,
    responseBodyLimit: LIMIT,
    responseBodyLimitAction: 'Reject',
  } as const;
  let [body, coding]: [Buffer, string | undefined] = [text(0), undefined];
  const { port } = await startTestProxy(t, {
    web: stubWaf({ phase4: () => undefined, settings }),
    respond: (_request, socket) => {
      const lines = [...codingLines(coding), `Content-Length: ${body.length}`];
      socket.write(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body);
    },
  });
  let ran = 0;
  for (const [name, encode] of codings) {
    await t.test(rowTitle([name]), async () => {
      const statuses: number[] = [];
      for (const bytes of [LIMIT, LIMIT + 1]) {
        [body, coding] = [encode(text(bytes)), name];
        statuses.push((await exchangeRaw(port, rawRequest('/'))).status);
      }
      assert.deepEqual(statuses, [200, 500]);
    });
    ran += 1;
  }
  assert.equal(ran, 3);
});
