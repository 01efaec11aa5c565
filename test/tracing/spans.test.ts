/** Spans as a receiver of OTLP/HTTP gets them: one of each exchange, however it ends, and one of the backend's part. */
import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import {
  startTestProxy,
  type TestProxy,
  type TestProxyOptions,
} from '../proxy/helpers/start-proxy.ts';
import { EVIL, stubWaf } from '../proxy/helpers/stub-waf.ts';
import { until } from '../proxy/helpers/until.ts';
import {
  CLIENT,
  ERROR,
  type ReceivedSpan,
  type Receiver,
  SERVER,
  startReceiver,
} from './helpers/otlp-receiver.ts';

type World = { readonly receiver: Receiver; readonly proxy: TestProxy };

async function start(t: TestContext, options: TestProxyOptions = {}): Promise<World> {
  const receiver = await startReceiver(t);
  const proxy = await startTestProxy(t, {
    ...options,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      ...options.environment,
    },
  });
  return { receiver, proxy };
}

function only(spans: readonly ReceivedSpan[], kind: number): ReceivedSpan {
  const found = spans.filter((span) => span.kind === kind);
  assert.equal(found.length, 1);
  const [span] = found;
  assert.ok(span !== undefined);
  return span;
}

test('a request that passes has a span of its own and one of its backend', async (t) => {
  const { receiver, proxy } = await start(t, {
    environment: { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=t%C3%A9st' },
  });
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const lines = ['User-Agent: caf\xe9 "x"', `traceparent: ${parent}`, 'tracestate: a=1'];
  await exchangeRaw(proxy.port, rawRequest('/a/b?password=hidden&page=2', lines));
  const spans = await receiver.received(2);
  assert.equal(spans.length, 2);
  const [server, client] = [only(spans, SERVER), only(spans, CLIENT)];
  const { attributes } = server;
  const expected: Readonly<Record<string, unknown>> = {
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'url.path': '/a/b',
    'url.query': 'password=[redacted]&page=2',
    'server.address': 'web.test',
    'server.port': 80,
    'client.address': '127.0.0.1',
    'client.port': attributes['client.port'],
    'network.protocol.version': '1.1',
    'user_agent.original': 'caf\\xE9 "x"',
    'http.response.status_code': 200,
    'waf.request_id': attributes['waf.request_id'],
    'waf.outcome': 'pass',
    'waf.profile': 'pl1',
    'waf.engine.mode': 'On',
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((phase) => {
        const key = `waf.phase${phase}.duration_us`;
        return [key, attributes[key]];
      }),
    ),
  };
  assert.deepEqual(attributes, expected);
  assert.ok(Number.isInteger(attributes['waf.phase1.duration_us']));
  assert.ok(Number(attributes['client.port']) > 0);
  assert.equal(server.name, 'GET');
  assert.equal(server.traceId, parent.slice(3, 35));
  assert.equal(server.parentSpanId, parent.slice(36, 52));
  assert.equal(server.traceState, 'a=1');
  assert.equal(server.flags, 0x301);
  assert.equal(server.status.code, 0);
  assert.deepEqual(client.attributes, {
    'http.request.method': 'GET',
    'url.full': `http://${proxy.backend.address}/a/b?password=[redacted]&page=2`,
    'server.address': '127.0.0.1',
    'server.port': proxy.backend.port,
    'http.response.status_code': 200,
  });
  assert.equal(client.parentSpanId, server.spanId);
  assert.equal(client.traceId, server.traceId);
  assert.equal(client.flags, 0x101);
  const head = proxy.backend.requests[0]?.head ?? '';
  assert.ok(head.includes(`traceparent: 00-${server.traceId}-${client.spanId}-01`));
  const times = [server, client].flatMap((span) => [
    BigInt(span.startTimeUnixNano),
    BigInt(span.endTimeUnixNano),
  ]);
  const [began = 0n, ended = 0n, sent = 0n, answered = 0n] = times;
  assert.ok(began <= sent && sent < answered && answered <= ended);
  assert.ok(Math.abs(Number(ended / 1_000_000n) - Date.now()) < 600_000);
  assert.equal(server.resource['service.name'], 'portcullis');
  assert.equal(server.resource['deployment.environment.name'], 'tést');
  const [access] = await proxy.records('access');
  assert.equal(access?.['trace_id'], server.traceId);
  assert.equal(access?.['request_id'], attributes['waf.request_id']);
});

/** Requests that do not pass, or not all the way: status, and attributes of the one span. */
const refusals: readonly (readonly [
  title: string,
  request: string,
  attributes: Readonly<Record<string, unknown>>,
])[] = [
  [
    'blocked by a rule',
    rawRequest('/?q=evil'),
    {
      'http.response.status_code': 403,
      'waf.outcome': 'block',
      'waf.reason': 'rule',
      'waf.interruption.action': 'deny',
      'waf.interruption.status': 403,
      'waf.interruption.rule_id': 666,
      'waf.rules.matched': [666],
    },
  ],
  [
    'a host without a class',
    'GET /x HTTP/1.1\r\nHost: other.test:8443\r\n\r\n',
    {
      'http.response.status_code': 403,
      'server.address': 'other.test',
      'server.port': 8443,
      'waf.reason': 'host',
      'waf.outcome': undefined,
    },
  ],
  [
    'two Host headers',
    'GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    { 'http.response.status_code': 400, 'waf.reason': 'protocol', 'server.address': undefined },
  ],
  [
    'bytes that Node does not parse',
    'BREW /pot HTTP/1.1\r\nHost: web.test\r\nBad Header: x\r\n\r\n',
    {
      'http.request.method': '_OTHER',
      'http.request.method_original': 'BREW',
      'http.response.status_code': 400,
      'url.path': '/pot',
    },
  ],
];

test('a request that is refused has one span that says why', async (t) => {
  const { receiver, proxy } = await start(t);
  let ran = 0;
  for (const [title, request, expected] of refusals) {
    await t.test(rowTitle(title), async () => {
      await exchangeRaw(proxy.port, request);
      const spans = await receiver.received(ran + 1);
      assert.equal(spans.length, ran + 1);
      const span = spans[ran];
      assert.equal(span?.kind, SERVER);
      for (const [key, value] of Object.entries(expected))
        assert.deepEqual(span?.attributes[key], value, key);
      ran += 1;
    });
  }
  assert.equal(ran, 4);
  const [blocked] = await proxy.records('audit');
  const transaction = blocked?.['transaction'];
  assert.ok(typeof transaction === 'object' && transaction !== null && 'trace_id' in transaction);
  assert.equal(transaction.trace_id, receiver.spans[0]?.traceId);
  const access = await proxy.records('access', 4);
  assert.deepEqual(
    access.map((record) => record['trace_id']),
    receiver.spans.map(({ traceId }) => traceId),
  );
});

test('what rules would have blocked is said in detection mode', async (t) => {
  const { receiver, proxy } = await start(t, { environment: { ENGINE_MODE: 'detect' } });
  await exchangeRaw(proxy.port, rawRequest('/?q=evil'));
  const { attributes } = only(await receiver.received(2), SERVER);
  assert.equal(attributes['waf.outcome'], 'detect');
  assert.equal(attributes['waf.engine.mode'], 'DetectionOnly');
  assert.equal(attributes['waf.interruption.rule_id'], 666);
  assert.equal(attributes['http.response.status_code'], 200);
});

test('a fault of the engine is an error', async (t) => {
  const web = stubWaf({
    ...EVIL,
    phase2: () => {
      throw new Error('broken');
    },
  });
  const { receiver, proxy } = await start(t, { web });
  await exchangeRaw(proxy.port, rawRequest('/'));
  const { attributes, status } = only(await receiver.received(1), SERVER);
  assert.equal(attributes['http.response.status_code'], 503);
  assert.equal(attributes['error.type'], '503');
  assert.equal(attributes['waf.outcome'], 'error');
  assert.equal(attributes['waf.engine.error'], 'Error: broken');
  assert.equal(status.code, ERROR);
});

test('a backend that breaks off, or answers with an error, has a span with it', async (t) => {
  const { receiver, proxy } = await start(t, {
    respond: (_request, socket) => socket.destroy(),
    environment: { BACKEND_RETRIES: '0' },
  });
  await exchangeRaw(proxy.port, rawRequest('/', ['Content-Length: 0'], { method: 'POST' }));
  const broken = await receiver.received(2);
  const [server, client] = [only(broken, SERVER), only(broken, CLIENT)];
  assert.equal(server.attributes['http.response.status_code'], 502);
  assert.equal(server.attributes['error.type'], '502');
  assert.equal(client.attributes['http.response.status_code'], undefined);
  assert.match(String(client.attributes['error.type']), /^(closed|reset)$/);
  assert.deepEqual([server.status.code, client.status.code], [ERROR, ERROR]);
  receiver.spans.length = 0;
  proxy.backend.respond = (_request, socket) =>
    socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
  await exchangeRaw(proxy.port, rawRequest('/'));
  const missed = await receiver.received(2);
  assert.equal(only(missed, SERVER).status.code, 0);
  assert.equal(only(missed, CLIENT).attributes['error.type'], '404');
});

/** Entries of BACKENDS to which no connection is possible, and what their span says. */
const endpoints: readonly (readonly [entry: string, attributes: readonly unknown[]])[] = [
  ['127.0.0.1:1', ['http://127.0.0.1:1/a', '127.0.0.1', 1]],
  ['https://127.0.0.1', ['https://127.0.0.1:443/a', '127.0.0.1', 443]],
  ['https://127.0.0.1:1 server_name=api.test weight=2', ['https://127.0.0.1:1/a', '127.0.0.1', 1]],
  ['unix:/nonexistent/a.sock', ['http://localhost/a', '/nonexistent/a.sock', undefined]],
];

test('a span names the endpoint of every kind of backend', async (t) => {
  let cases = 0;
  for (const [entry, expected] of endpoints) {
    await t.test(rowTitle(entry), async (t) => {
      cases += 1;
      const BACKENDS = JSON.stringify({ default: [entry] });
      const { receiver, proxy } = await start(t, { environment: { BACKENDS } });
      await exchangeRaw(proxy.port, rawRequest('/a'));
      const { attributes } = only(await receiver.received(2), CLIENT);
      const names = ['url.full', 'server.address', 'server.port'];
      assert.deepEqual(
        names.map((name) => attributes[name]),
        expected,
      );
    });
  }
  assert.equal(cases, 4);
});

test('a client that goes has a span, and so has the backend it did not wait for', async (t) => {
  const { receiver, proxy } = await start(t, { respond: () => {} });
  const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/')));
  socket.on('error', () => {});
  await until(() => proxy.backend.requests.length === 1);
  socket.destroy();
  const spans = await receiver.received(2);
  const [server, client] = [only(spans, SERVER), only(spans, CLIENT)];
  assert.equal(server.attributes['http.response.status_code'], undefined);
  assert.equal(server.attributes['waf.reason'], 'client-gone');
  assert.equal(server.attributes['error.type'], 'client-gone');
  assert.equal(server.status.code, ERROR);
  assert.equal(client.attributes['error.type'], 'client-gone');
  await until(() => proxy.backend.open() === 0);
});

test('requests over HTTP/2 continue their traces, too', async (t) => {
  const { receiver, proxy } = await start(t, { environment: { HTTP2_CLEARTEXT: 'on' } });
  const session = connectHttp2(`http://127.0.0.1:${proxy.port}`);
  t.after(() => session.destroy());
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const stream = session.request({
    ':path': '/two?token=hidden',
    ':authority': 'web.test',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  });
  stream.resume();
  await new Promise((resolve) => stream.once('close', resolve));
  const spans = await receiver.received(2);
  const server = only(spans, SERVER);
  assert.equal(server.traceId, traceId);
  assert.equal(server.attributes['network.protocol.version'], '2');
  assert.equal(server.attributes['url.query'], 'token=[redacted]');
  assert.equal(server.attributes['server.address'], 'web.test');
  assert.equal(only(spans, CLIENT).attributes['http.response.status_code'], 200);
});

test('a tunnel has its span when it ends', async (t) => {
  const { receiver, proxy } = await start(t, {
    environment: { ALLOW_UPGRADE: 'on' },
    respond: (_request, socket) =>
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
      ),
  });
  const handshake = [
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  let bytes = '';
  const socket = connect(proxy.port, '127.0.0.1', () =>
    socket.write(rawRequest('/chat', handshake)),
  );
  socket.on('data', (chunk) => {
    bytes += chunk.toString('latin1');
  });
  await until(() => bytes.includes('101 Switching'));
  assert.equal(receiver.spans.length, 0);
  socket.destroy();
  const spans = await receiver.received(2);
  assert.equal(only(spans, SERVER).attributes['http.response.status_code'], 101);
  assert.equal(only(spans, CLIENT).attributes['http.response.status_code'], 101);
});

test('a decision for a front has a span of the request that it is about', async (t) => {
  const { receiver, proxy } = await start(t, { environment: { DECISION_PORT: '0' } });
  const query = [
    ...['GET /forward-auth HTTP/1.1', 'Host: 127.0.0.1', 'X-Forwarded-Method: GET'],
    ...['X-Forwarded-Host: web.test', 'X-Forwarded-Proto: https', 'X-Forwarded-Uri: /a?q=evil'],
    ...['X-Forwarded-For: 192.0.2.7', '', ''],
  ];
  await exchangeRaw(proxy.decisionPort ?? 0, query.join('\r\n'));
  const { attributes } = only(await receiver.received(1), SERVER);
  assert.equal(attributes['waf.decision_for'], 'forward-auth');
  assert.equal(attributes['client.address'], '192.0.2.7');
  assert.equal(attributes['client.port'], undefined);
  assert.equal(attributes['url.path'], '/a');
  assert.equal(attributes['waf.outcome'], 'block');
});

test('a request that is not sampled has no span, and its context is marked as not sampled', async (t) => {
  const { receiver, proxy } = await start(t, {
    environment: { OTEL_TRACES_SAMPLER: 'parentbased_always_off' },
  });
  await exchangeRaw(proxy.port, rawRequest('/'));
  const sampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await exchangeRaw(proxy.port, rawRequest('/', [`traceparent: ${sampled}`]));
  assert.equal((await receiver.received(2)).length, 2);
  assert.match(proxy.backend.requests[0]?.head ?? '', /\r\ntraceparent: 00-[0-9a-f-]+-00\r\n/);
  const [first] = await proxy.records('access', 2);
  assert.match(String(first?.['trace_id']), /^[0-9a-f]{32}$/);
});
