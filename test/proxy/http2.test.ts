/** HTTP/2 between clients and the proxy: the same inspection, limits and logs as HTTP/1.1 (docs/http2.md). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { type TestContext, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { createAuthority, skip } from './helpers/certificates.ts';
import {
  CONTINUATION,
  DATA,
  END_STREAM,
  frame,
  get,
  HEADERS,
  headerBlock,
  headers,
  openFrameClient,
  pseudo,
} from './helpers/http2-client.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const environment = { HTTP2_CLEARTEXT: 'on' };

type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly resetCode: number;
};

function open(t: TestContext, proxy: TestProxy): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${proxy.port}`);
  session.on('error', () => {});
  t.after(() => session.destroy());
  return session;
}

/** A request to web.test; `body` undefined: it has none. */
async function ask(
  session: ClientHttp2Session,
  fields: OutgoingHttpHeaders,
  body?: string,
): Promise<Reply> {
  const stream = session.request(
    { ':authority': 'web.test', ...fields },
    { endStream: body === undefined },
  );
  stream.on('error', () => {});
  if (body !== undefined) stream.end(body);
  let text = '';
  let head: IncomingHttpHeaders & { readonly ':status'?: number | undefined } = {};
  stream.on('response', (given) => {
    head = given;
  });
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await new Promise((resolve) => stream.once('close', resolve));
  return {
    status: head[':status'] ?? 0,
    headers: head,
    body: text,
    resetCode: stream.rstCode,
  };
}

test('requests are inspected, forwarded as HTTP/1.1 and logged', async (t) => {
  const proxy = await startTestProxy(t, { environment });
  const session = open(t, proxy);
  const large = 'x'.repeat(1_500_000);
  const statuses = [
    await ask(session, { ':path': '/a?b=1', cookie: ['a=1', 'b=2'], 'x-twice': ['1', '2'] }),
    await ask(session, { ':path': '/?q=evil' }),
    await ask(session, { ':path': '/', ':method': 'POST' }, 'evil'),
    await ask(session, { ':path': '/', ':method': 'POST', 'content-length': 3 }, 'a=b'),
    await ask(session, { ':path': '/large', ':method': 'PUT' }, large),
    await ask(session, { ':path': '/', ':method': 'HEAD' }),
    await ask(session, { ':path': '/', ':authority': 'unknown.test' }),
    await ask(session, { ':path': '/', ':method': 'POST', expect: '100-continue' }, 'late'),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 403, 403, 200, 200, 200, 403, 200]);
  const [first, form, put, head, late] = proxy.backend.requests;
  assert.match(first?.head ?? '', /^GET \/a\?b=1 HTTP\/1\.1\r\nHost: web\.test\r\n/);
  assert.match(first?.head ?? '', /\r\ncookie: a=1; b=2\r\n/);
  assert.match(first?.head ?? '', /\r\nx-twice: 1\r\nx-twice: 2\r\n/);
  assert.match(form?.head ?? '', /\r\ncontent-length: 3\r\n/);
  assert.doesNotMatch(form?.head ?? '', /transfer-encoding/i);
  assert.match(put?.head ?? '', /\r\ncontent-length: 1500000\r\n/);
  assert.equal(put?.body, large);
  assert.match(head?.head ?? '', /^HEAD \/ /);
  assert.equal(late?.body, 'late');
  const access = await proxy.records('access', 8);
  for (const record of access) assert.equal(record['proto'], 'HTTP/2.0');
  const audit = JSON.stringify(await proxy.records('audit', 2));
  assert.match(audit, /HTTP\/2\.0/);
});

test('responses come without headers of connections, whole, and in spite of small windows', async (t) => {
  const body = 'y'.repeat(3_000_000);
  const heads: Readonly<Record<string, string>> = {
    '/close':
      'HTTP/1.1 200 OK\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: a\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Two: 1\r\nX-Two: 2\r\nContent-Length: 2\r\n\r\nok',
    '/chunked':
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n',
    '/early': 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    '/unchanged': 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5\r\n\r\n',
    '/large': `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    '/status': 'HTTP/1.1 700 What\r\nContent-Length: 2\r\n\r\nok',
    '/name': 'HTTP/1.1 200 OK\r\nBad(Name: 1\r\nContent-Length: 0\r\n\r\n',
  };
  const proxy = await startTestProxy(t, {
    environment,
    respond: ({ head }, socket) => socket.write(heads[head.split(' ')[1] ?? ''] ?? ''),
  });
  const session = open(t, proxy);
  const closed = await ask(session, { ':path': '/close' });
  assert.deepEqual([closed.status, closed.body], [200, 'ok']);
  assert.deepEqual(closed.headers['set-cookie'], ['a=1', 'b=2']);
  assert.equal(closed.headers['x-two'], '1, 2');
  for (const name of ['connection', 'keep-alive', 'x-hop'])
    assert.equal(closed.headers[name], undefined);
  const chunked = await ask(session, { ':path': '/chunked' });
  assert.deepEqual(
    [chunked.status, chunked.body, chunked.headers['trailer']],
    [200, 'abc', undefined],
  );
  const early = await ask(session, { ':path': '/early' });
  assert.deepEqual([early.status, early.body], [204, '']);
  const unchanged = await ask(session, { ':path': '/unchanged' });
  assert.deepEqual([unchanged.status, unchanged.headers.etag], [304, '"a"']);
  const [one, two] = await Promise.all(
    ['/large', '/large'].map((path) => ask(session, { ':path': path })),
  );
  assert.equal(one?.body, body);
  assert.equal(two?.body.length, body.length);
  for (const path of ['/status', '/name', '/status']) {
    assert.equal((await ask(session, { ':path': path })).status, 502);
  }
});

test('a verdict with a status without content is a whole response', async (t) => {
  const web = stubWaf({
    phase1: ({ target }) => ({ kind: 'deny', ruleId: 1, status: Number(target.slice(1)) }),
  });
  const session = open(t, await startTestProxy(t, { environment, web }));
  const replies = [];
  for (const status of [204, 205, 304]) replies.push(await ask(session, { ':path': `/${status}` }));
  assert.deepEqual(
    replies.map(({ status, body, resetCode }) => ({ status, body, resetCode })),
    [204, 205, 304].map((status) => ({ status, body: '', resetCode: 0 })),
  );
});

test('a backend that breaks off its response resets the stream, and no other', async (t) => {
  const start = 'HTTP/1.1 200 OK\r\n';
  const proxy = await startTestProxy(t, {
    environment,
    respond: ({ head }, socket) => {
      if (head.includes('/whole')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else if (head.includes('/half')) socket.end(`${start}Content-Length: 9\r\n\r\nhalf`);
      else socket.end(`${start}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`);
    },
  });
  const session = open(t, proxy);
  for (const path of ['/half', '/chunks']) {
    const half = await ask(session, { ':path': path });
    assert.deepEqual([half.status, half.resetCode], [200, 2]);
  }
  assert.equal((await ask(session, { ':path': '/whole' })).body, 'ok');
});

test('a client that resets a stream ends its request to the backend', async (t) => {
  const proxy = await startTestProxy(t, { environment, respond: () => {} });
  const session = open(t, proxy);
  const stream = session.request({ ':authority': 'web.test', ':path': '/slow' });
  stream.on('error', () => {});
  await until(() => proxy.backend.requests.length === 1);
  stream.close(8);
  await until(() => proxy.backend.open() === 0);
  const [record] = await proxy.records('access', 1);
  assert.equal(record?.['reason'], 'client-gone');
});

test('a response before the end of the request tells the client to stop', async (t) => {
  const proxy = await startTestProxy(t, { environment });
  const client = openFrameClient(proxy.port);
  client.send(headers(1, [...pseudo('POST', '/?q=evil')], 0), frame(DATA, 0, 1, 'x'.repeat(1000)));
  assert.equal(await client.statusOf(1), 403);
  await client.until(() => client.resetCode(1) !== undefined);
  assert.equal(client.resetCode(1), 0);
  const body = client.frames.filter(({ type, stream }) => type === DATA && stream === 1);
  assert.match(Buffer.concat(body.map(({ payload }) => payload)).toString(), /Request id: /);
  assert.ok(
    body.some(({ flags }) => (flags & END_STREAM) !== 0),
    'the answer is whole',
  );
  client.send(frame(DATA, 0, 1, 'y'.repeat(1000)), headers(3, get('/good')));
  assert.equal(await client.statusOf(3), 200);
  client.socket.destroy();
});

test('a response to HEAD before the end of the request tells the client to stop, too', async (t) => {
  const proxy = await startTestProxy(t, { environment });
  const client = openFrameClient(proxy.port);
  client.send(headers(1, [...pseudo('HEAD', '/?q=evil')], 0), frame(DATA, 0, 1, 'x'.repeat(1000)));
  assert.equal(await client.statusOf(1), 403);
  await client.until(() => client.resetCode(1) !== undefined);
  assert.equal(client.resetCode(1), 0);
  client.send(headers(3, get('/good')));
  assert.equal(await client.statusOf(3), 200);
  client.socket.destroy();
});

test('slow heads, slow bodies and idle connections end in their time', async (t) => {
  const times = { HEADERS_TIMEOUT: '0.5', REQUEST_TIMEOUT: '0.6', KEEPALIVE_TIMEOUT: '0.5' };
  const proxy = await startTestProxy(t, { environment: { ...environment, ...times } });
  const silent = openFrameClient(proxy.port);
  const idle = openFrameClient(proxy.port);
  idle.send(headers(1, get('/idle')));
  const head = openFrameClient(proxy.port);
  head.send(frame(HEADERS, END_STREAM, 1, headerBlock(get('/head'))));
  const dripped = setInterval(() => head.send(frame(CONTINUATION, 0, 1)), 100);
  t.after(() => clearInterval(dripped));
  const body = openFrameClient(proxy.port);
  body.send(headers(1, pseudo('POST', '/body'), 0), frame(DATA, 0, 1, 'x'.repeat(100)));
  assert.equal(await body.statusOf(1), 408);
  assert.equal(await idle.statusOf(1), 200);
  for (const client of [silent, idle, head, body]) await client.until(client.isClosed);
  assert.deepEqual([silent.goawayCode(), idle.goawayCode()], [0, 0]);
  const raw = await exchangeRaw(proxy.port, ['PRI * HTT'], { untilClose: true });
  assert.deepEqual([raw.closed, raw.bytes], [true, '']);
  assert.deepEqual(
    proxy.backend.requests.map(({ head: text }) => text.split(' ')[1]),
    ['/idle'],
  );
});

test('a shutdown finishes what has begun and takes no more', async (t) => {
  let answer = (): void => {};
  const proxy = await startTestProxy(t, {
    environment: { ...environment, SHUTDOWN_TIMEOUT: '20' },
    respond: (_request, socket) => {
      answer = () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    },
  });
  const session = open(t, proxy);
  const reply = ask(session, { ':path': '/busy' });
  await until(() => proxy.backend.requests.length === 1);
  const goaway = once(session, 'goaway');
  const stopped = proxy.stop();
  await goaway;
  answer();
  assert.equal((await reply).body, 'ok');
  await stopped;
});

test('rate limits count each stream, and connections end after a thousand', async (t) => {
  const limited = { ...environment, PROXY_RATE_LIMIT: '1', PROXY_RATE_BURST: '5' };
  const proxy = await startTestProxy(t, { environment: limited });
  const session = open(t, proxy);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ask(session, { ':path': '/' })),
  );
  const counts = replies.map(({ status }) => status).sort();
  assert.deepEqual(counts, [200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
  const many = open(t, proxy);
  const goaway = once(many, 'goaway');
  for (let index = 0; index < 20; index += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ask(many, { ':path': '/' })));
  }
  assert.equal((await goaway)[0], 0);
});

test('the port of prior knowledge still speaks HTTP/1.1; WebSocket stays there', async (t) => {
  const proxy = await startTestProxy(t, { environment: { ...environment, ALLOW_UPGRADE: 'on' } });
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/one'))).status, 200);
  const slowly = [...rawRequest('/two')];
  assert.equal((await exchangeRaw(proxy.port, slowly)).status, 200);
  const post = rawRequest('/three', [], { method: 'POST', body: 'a=b' });
  assert.equal((await exchangeRaw(proxy.port, ['P', post.slice(1)])).status, 200);
  const session = open(t, proxy);
  await once(session, 'remoteSettings');
  assert.notEqual(session.remoteSettings.enableConnectProtocol, true);
  const client = openFrameClient(proxy.port);
  const extended = [[':protocol', 'websocket'] as const, ...pseudo('CONNECT', '/chat')];
  client.send(headers(1, extended), headers(3, get('/good')));
  assert.equal(await client.statusOf(1), 0);
  assert.equal(await client.statusOf(3), 200);
  client.socket.destroy();
});

test('over TLS a client chooses by ALPN', { skip }, async (t) => {
  const authority = createAuthority(t);
  const { cert, key } = authority.sign('web', { hosts: ['web.test'] });
  const proxy = await startTestProxy(t, {
    environment: { TLS_CERT: cert, TLS_KEY: key, HTTP2: 'on', HSTS_MAX_AGE: '60' },
  });
  const own = { host: '127.0.0.1', port: proxy.port, ca: authority.pem, servername: 'web.test' };
  const session = connect('https://web.test', {
    createConnection: () => connectTls({ ...own, ALPNProtocols: ['h2'] }),
  });
  t.after(() => session.destroy());
  const reply = await ask(session, { ':path': '/h2' });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['strict-transport-security'], 'max-age=60');
  assert.equal((await ask(session, { ':path': '/?q=evil' })).status, 403);
  assert.match(proxy.backend.requests[0]?.head ?? '', /X-Forwarded-Proto: https/);
  for (const [offered, chosen] of [
    [['http/1.1'], 'http/1.1'],
    [['http/1.1', 'h2'], 'h2'],
    [undefined, false],
  ] as const) {
    const protocols = offered === undefined ? {} : { ALPNProtocols: [...offered] };
    const socket = connectTls({ ...own, ...protocols });
    await once(socket, 'secureConnect');
    assert.equal(socket.alpnProtocol, chosen);
    socket.destroy();
  }
});

test('curl speaks HTTP/2 with it', async (t) => {
  const run = promisify(execFile);
  const version = await run('curl', ['--version']).catch(() => ({ stdout: '' }));
  if (!version.stdout.includes('HTTP2')) return t.skip('no curl with HTTP/2');
  const proxy = await startTestProxy(t, { environment });
  const own = [
    '-s',
    '--http2-prior-knowledge',
    '-H',
    'Host: web.test',
    '-w',
    ' %{http_version} %{http_code}',
  ];
  const address = `http://127.0.0.1:${proxy.port}`;
  const get = await run('curl', [...own, `${address}/a`]);
  assert.equal(get.stdout, 'hello 2 200');
  const blocked = await run('curl', [...own, '-d', 'q=evil', `${address}/a`]);
  assert.match(blocked.stdout, / 2 403$/);
});
