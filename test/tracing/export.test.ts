/** The endpoint of traces away, slow or refusing: requests never notice, and what is lost is counted. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { startProcess } from '../proxy/helpers/start-process.ts';
import { startTestProxy, type TestProxy } from '../proxy/helpers/start-proxy.ts';
import { until } from '../proxy/helpers/until.ts';
import { SERVER, startReceiver } from './helpers/otlp-receiver.ts';

/** Batches of one request, at once. */
const QUICK = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_EXPORTER_OTLP_TIMEOUT: '500', ADMIN_PORT: '0' };

function startTo(
  t: TestContext,
  url: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProxy> {
  return startTestProxy(t, {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...QUICK, ...environment },
  });
}

async function count(proxy: TestProxy, series: string): Promise<number> {
  const line = (await proxy.metrics()).split('\n').find((text) => text.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}

const EXPORTED = 'waf_trace_spans_exported_total';
const QUEUE = 'waf_trace_spans_dropped_total{reason="queue"}';
const EXPORT = 'waf_trace_spans_dropped_total{reason="export"}';

test('an endpoint that is away costs its spans and one line, and gets those after it is back', async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const proxy = await startTo(t, url);
  assert.equal(await count(proxy, EXPORT), 0);
  for (let round = 1; round <= 2; round += 1) {
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
    await until(async () => (await count(proxy, EXPORT)) === 2 * round);
    assert.equal(await count(proxy, EXPORT), 2 * round);
  }
  const lines = proxy.warnings.filter((line) => line.startsWith('traces: '));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /^traces: http:\/\/127\.0\.0\.1:\d+\/v1\/traces does not accept spans: /,
  );
  const receiver = await startReceiver(t, undefined, { port });
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
  await until(async () => (await count(proxy, EXPORTED)) === 2);
  assert.equal(await count(proxy, EXPORTED), 2);
  assert.equal(receiver.spans.length, 2);
});

test('an endpoint that is away for a moment gets the same spans a second later', async (t) => {
  let refused = 0;
  const receiver = await startReceiver(t, (response) => {
    refused += 1;
    response.statusCode = refused === 1 ? 503 : 200;
    response.end('{}');
  });
  const proxy = await startTo(t, receiver.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '20000' });
  await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal((await receiver.received(2)).length, 2);
  await until(async () => (await count(proxy, EXPORTED)) === 2);
  assert.equal(await count(proxy, EXPORT), 0);
  assert.equal(proxy.warnings.filter((line) => line.startsWith('traces: ')).length, 0);
});

test('an endpoint that refuses spans does not get the same spans again', async (t) => {
  const receiver = await startReceiver(t, (response) => {
    response.statusCode = 401;
    response.end('{}');
  });
  const proxy = await startTo(t, receiver.url);
  await exchangeRaw(proxy.port, rawRequest('/'));
  await until(async () => (await count(proxy, EXPORT)) === 2);
  assert.equal(await count(proxy, EXPORT), 2);
  assert.equal(receiver.posts.length, 1);
  assert.match(proxy.warnings.join('\n'), /does not accept spans: Unauthorized/);
});

/** Protocol, body of the response, exported and dropped spans of two, what the warning says. */
const partialResponses: readonly (readonly [string, string | Buffer, number, number, RegExp])[] = [
  [
    'http/json',
    '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}',
    1,
    1,
    /: too old;/,
  ],
  ['http/json', '{"partialSuccess":{"rejectedSpans":9}}', 0, 2, /: no reason given;/],
  ['http/json', '{"partialSuccess":{"rejectedSpans":"0","errorMessage":"slow down"}}', 2, 0, /^$/],
  ['http/json', 'null', 2, 0, /^$/],
  ['http/json', 'not JSON', 2, 0, /^$/],
  ['http/protobuf', Buffer.from('\x0a\x09\x08\x01\x12\x05quota', 'latin1'), 1, 1, /: quota;/],
  ['http/protobuf', Buffer.from('\x0a\x07\x08\x01\x12\x03a\nb', 'latin1'), 1, 1, /: a b;/],
  ['http/protobuf', Buffer.from('\x0a\x00', 'latin1'), 2, 0, /^$/],
  ['http/protobuf', '', 2, 0, /^$/],
];

test('spans that the endpoint rejects in a partial success are dropped spans', async (t) => {
  let ran = 0;
  for (const [protocol, body, exported, dropped, warning] of partialResponses) {
    await t.test(`${protocol} ${JSON.stringify(body.toString())}`, async (row) => {
      const receiver = await startReceiver(row, (response) => response.end(body));
      const proxy = await startTo(row, receiver.url, { OTEL_EXPORTER_OTLP_PROTOCOL: protocol });
      await exchangeRaw(proxy.port, rawRequest('/'));
      await until(async () => (await count(proxy, EXPORTED)) + (await count(proxy, EXPORT)) === 2);
      assert.equal(await count(proxy, EXPORTED), exported);
      assert.equal(await count(proxy, EXPORT), dropped);
      assert.match(
        proxy.warnings.filter((line) => line.startsWith('traces: ')).join('\n'),
        warning,
      );
      assert.equal(receiver.posts.length, 1);
    });
    ran += 1;
  }
  assert.equal(ran, partialResponses.length);
});

test('while the endpoint is slow the queue has a bound, and what is over it is dropped and counted', async (t) => {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver(t, (response) => held.push(response));
  const proxy = await startTo(t, receiver.url, {
    OTEL_BSP_MAX_QUEUE_SIZE: '4',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2',
    OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
  });
  for (let n = 0; n < 10; n += 1)
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
  // Two are on their way, four wait.
  await until(async () => held.length === 1 && (await count(proxy, QUEUE)) === 14);
  assert.equal(await count(proxy, QUEUE), 14);
  for (let batch = 0; batch < 3; batch += 1) {
    await until(() => held.length > batch);
    held[batch]?.end('{}');
  }
  await until(async () => (await count(proxy, EXPORTED)) === 6);
  assert.equal(await count(proxy, EXPORTED), 6);
  assert.equal(receiver.spans.length, 6);
});

test('an endpoint that drips bytes without an end loses the batch in time, not those after it', async (t) => {
  const rows: readonly (readonly [title: string, drip: (response: ServerResponse) => void])[] = [
    ['interim responses', (response) => response.writeProcessing()],
    ['a body', (response) => response.write('x')],
  ];
  let ran = 0;
  for (const [title, drip] of rows) {
    let isDripping = true;
    const receiver = await startReceiver(t, (response) => {
      if (!isDripping) {
        response.end();
        return;
      }
      if (title === 'a body') response.writeHead(503);
      const timer = setInterval(() => drip(response), 50);
      t.after(() => clearInterval(timer));
    });
    const proxy = await startTo(t, receiver.url);
    await exchangeRaw(proxy.port, rawRequest('/'));
    await until(() => receiver.posts.length === 1);
    const began = performance.now();
    await until(async () => (await count(proxy, EXPORT)) === 2);
    assert.equal(await count(proxy, EXPORT), 2, title);
    const ms = performance.now() - began;
    assert.ok(ms < 6000, `${title}: ${ms} ms`);
    assert.match(proxy.warnings.join('\n'), /does not accept spans: Request timed out/);
    isDripping = false;
    await exchangeRaw(proxy.port, rawRequest('/'));
    await until(async () => (await count(proxy, EXPORTED)) === 2);
    assert.equal(await count(proxy, EXPORTED), 2, title);
    ran += 1;
  }
  assert.equal(ran, 2);
});

test('headers, path, compression and names are those of the variables', async (t) => {
  const receiver = await startReceiver(t);
  const proxy = await startTestProxy(t, {
    environment: {
      ...QUICK,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path?tenant=1`,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=one,x-tenant=a%2Cb',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-api-key=two',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_SERVICE_NAME: 'edge',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,service.namespace="shop"',
    },
  });
  await exchangeRaw(proxy.port, rawRequest('/'));
  const [span] = await receiver.received(2);
  assert.equal(span?.resource['service.name'], 'edge');
  assert.equal(span?.resource['service.namespace'], '"shop"');
  assert.equal(span?.resource['telemetry.sdk.language'], 'nodejs');
  const [post] = receiver.posts;
  assert.equal(post?.path, '/own/path?tenant=1');
  assert.equal(post?.headers['x-api-key'], 'two');
  assert.equal(post?.headers['x-tenant'], 'a,b');
  assert.equal(post?.headers['content-encoding'], 'gzip');
  assert.equal(post?.headers['content-type'], 'application/x-protobuf');
  assert.ok(proxy.lines.includes(`Traces go to ${receiver.url}/own/path`));
});

test('spans are JSON on request', async (t) => {
  const receiver = await startReceiver(t);
  const proxy = await startTo(t, receiver.url, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  const lines = ['User-Agent: caf\xc3\xa9 "x"\\'];
  const answer = await exchangeRaw(proxy.port, rawRequest('/a?page=2&token=x', lines));
  assert.equal(answer.status, 200);
  const spans = await receiver.received(2);
  assert.equal(receiver.posts[0]?.headers['content-type'], 'application/json');
  const server = spans.find(({ kind }) => kind === SERVER);
  assert.equal(server?.attributes['url.query'], 'page=2&token=[redacted]');
  assert.equal(server?.attributes['user_agent.original'], 'café "x"\\');
  assert.equal(server?.attributes['http.response.status_code'], 200);
  assert.equal(server?.flags, 0x101);
});

test('what waits is sent at the end, and an endpoint without a response does not hold it up', async (t) => {
  const receiver = await startReceiver(t);
  const patient = { OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' };
  const proxy = await startTo(t, receiver.url, patient);
  await exchangeRaw(proxy.port, rawRequest('/'));
  await proxy.records('access');
  assert.equal(receiver.spans.length, 0);
  await proxy.stop();
  assert.equal(receiver.spans.length, 2);
  const silent = await startReceiver(t, () => {});
  const other = await startTo(t, silent.url, patient);
  await exchangeRaw(other.port, rawRequest('/'));
  await other.records('access');
  await other.stop();
  assert.equal(silent.posts.length, 1);
  assert.match(other.warnings.join('\n'), /traces: 2 spans were not sent to \S+ before shutdown/);
});

test('each worker sends its spans, also those of its last requests', async (t) => {
  const receiver = await startReceiver(t);
  const { run, port } = await startProcess(t, {
    WORKERS: '2',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_BSP_SCHEDULE_DELAY: '3600000',
  });
  for (let n = 0; n < 8; n += 1)
    assert.equal((await exchangeRaw(port, rawRequest(`/${n}`, ['Connection: close']))).status, 200);
  run.child.kill('SIGTERM');
  const spans = await receiver.received(16);
  assert.equal(spans.length, 16);
  const paths = spans
    .filter(({ kind }) => kind === SERVER)
    .map(({ attributes }) => attributes['url.path']);
  assert.deepEqual(
    paths.toSorted(),
    Array.from({ length: 8 }, (_, n) => `/${n}`),
  );
  await until(() => run.child.exitCode !== null);
  assert.equal(run.child.exitCode, 0);
});
