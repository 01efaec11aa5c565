/** What adapters on node:http must do on a connection: raw sockets against the real frameworks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import express from 'express';
import Koa from 'koa';
import { createInspector } from '#adapters/core/inspector.ts';
import { guard } from '#adapters/node/guard.ts';
import { guardUpgrades, portcullis } from '#adapters/node/index.ts';
import { portcullis as koaAdapter } from '#adapters/node/koa.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { frameworks, type Started } from './helpers/frameworks.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

const onNode = frameworks.filter(({ isNode }) => isNode);

/** Sends parts with pauses and reads until the other side closes. */
async function exchange(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(2000, () => socket.destroy());
  let text = '';
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  for (const part of parts) {
    socket.write(part, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await closed;
  return text;
}

const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '');

const head = (first: string, ...lines: readonly string[]): string =>
  [`${first} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');

const LAST = head('GET /last', 'Connection: close');
const FORM = 'Content-Type: application/x-www-form-urlencoded';

for (const framework of onNode) {
  const { name } = framework;
  const begin = async (seen: string[] = []): Promise<Started> => {
    const app = await framework.start({ waf, onAudit: () => undefined }, (target, body) => {
      seen.push(`${target} ${body.toString('latin1')}`);
      return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'ok' };
    });
    after(app.close);
    return app;
  };

  test(`${name}: a connection continues after refusals, whatever came with them`, async () => {
    const seen: string[] = [];
    const { port = 0 } = await begin(seen);
    const attack = `${head('POST /', FORM, 'Content-Length: 8')}q=attack`;
    const unread = `${head('POST /', FORM, 'X-Test: deny', 'Content-Length: 3')}q=1`;
    const fine = `${head('POST /fine', FORM, 'Content-Length: 3')}q=1`;
    assert.deepEqual(statuses(await exchange(port, attack + unread + fine + LAST)), [
      '403',
      '418',
      '200',
      '200',
    ]);
    // Requests on one connection run side by side.
    assert.deepEqual(seen.toSorted(), ['/fine q=1', '/last ']);
  });

  test(`${name}: a body in pieces is inspected whole`, async () => {
    const seen: string[] = [];
    const { port = 0 } = await begin(seen);
    const chunked = head('POST /', FORM, 'Transfer-Encoding: chunked', 'Connection: close');
    const answer = await exchange(port, chunked, '3\r\nq=a\r\n', '5\r\nttack\r\n', '0\r\n\r\n');
    assert.deepEqual(statuses(answer), ['403']);
    const slow = await exchange(port, chunked, '3\r\nq=b\r\n', '2\r\ncd\r\n', '0\r\n\r\n');
    assert.deepEqual(statuses(slow), ['200']);
    assert.deepEqual(seen, ['/ q=bcd']);
  });

  test(`${name}: drop closes the connection without a response`, async () => {
    const { port = 0 } = await begin();
    assert.equal(await exchange(port, head('GET /', 'X-Test: drop')), '');
  });

  test(`${name}: ambiguous messages do not come through`, async () => {
    const seen: string[] = [];
    const { port = 0 } = await begin(seen);
    const close = 'Connection: close';
    const cases: readonly (readonly [request: string, status: string])[] = [
      [head('TRACE /', close), '405'],
      [head('GET /', 'Host: elsewhere', close), '400'],
      [`${head('POST /', FORM, 'Content-Type: text/plain', 'Content-Length: 3', close)}q=1`, '400'],
      [head('GET /', 'Content_Length: 3', close), '400'],
    ];
    for (const [request, status] of cases) {
      assert.deepEqual(statuses(await exchange(port, request)), [status], request);
    }
    assert.deepEqual(seen, []);
  });

  test(`${name}: a client that goes away in the middle of its body does no harm`, async () => {
    const seen: string[] = [];
    const { port = 0 } = await begin(seen);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head('POST /', FORM, 'Content-Length: 100')}q=1`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(statuses(await exchange(port, LAST)), ['200']);
    assert.deepEqual(seen, ['/last ']);
  });

  test(`${name}: Expect: 100-continue is answered before the body comes`, async () => {
    const { port = 0 } = await begin();
    const expecting = head(
      'POST /',
      FORM,
      'Expect: 100-continue',
      'Content-Length: 8',
      'Connection: close',
    );
    assert.deepEqual(statuses(await exchange(port, expecting, 'q=attack')), ['100', '403']);
  });
}

test('all frameworks on node:http were tested', () => assert.equal(onNode.length, 4));

/** An Express application with something before the adapter. */
async function expressWith(
  before: express.RequestHandler,
  options: Partial<Parameters<typeof portcullis>[0]> = {},
): Promise<Started & { readonly faults: unknown[] }> {
  const faults: unknown[] = [];
  const app = express();
  app.set('trust proxy', true);
  app.use(before);
  app.use(
    portcullis({
      waf,
      onAudit: () => undefined,
      onFault: (fault) => faults.push(fault),
      ...options,
    }),
  );
  app.use(express.urlencoded());
  app.use((request, response) => void response.json(request.body ?? null));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  after(() => server.close());
  const send: Started['send'] = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { send, port, close: () => server.close(), faults };
}

const form = (body: string): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });

test('Express: body parsers read after a handler that waits', async () => {
  const app = await expressWith((_request, _response, next) => void setTimeout(next, 30));
  assert.deepEqual(await (await app.send('/', form('a=1&b=2'))).json(), { a: '1', b: '2' });
  assert.equal((await app.send('/', form('a=attack'))).status, 403);
  const long = await app.send('/', form(`a=${'x'.repeat(90_000)}`));
  assert.equal((await long.text()).length, 90_008);
});

test('Express: a body that was parsed before is a fault, not a request without a body', async () => {
  const app = await expressWith(express.urlencoded());
  assert.equal((await app.send('/', form('a=attack'))).status, 503);
  assert.match(
    String(
      app.faults[0] &&
        JSON.stringify(app.faults.map((fault) => String((fault as { error: unknown }).error))),
    ),
    /already been read/,
  );
  assert.equal((await app.send('/')).status, 200);
});

test('Express: rules see the address that the framework trusts, or the one they are given', async () => {
  const pass: express.RequestHandler = (_request, _response, next) => next();
  const trusting = await expressWith(pass);
  const forwarded = { headers: { 'X-Forwarded-For': '192.0.2.7' } };
  assert.equal((await trusting.send('/', forwarded)).status, 451);
  assert.equal((await trusting.send('/')).status, 200);
  const given = await expressWith(pass, { clientAddress: () => '192.0.2.7' });
  assert.equal((await given.send('/')).status, 451);
});

test('Express: onBlock answers in its own way', async () => {
  const app = await expressWith((_request, _response, next) => next(), {
    onBlock: ({ status, ruleId, matches }, _request, response) => {
      response.writeHead(status ?? 500).end(`${ruleId} ${matches.length}`);
    },
  });
  const response = await app.send('/?q=attack');
  assert.equal(response.status, 403);
  assert.equal(await response.text(), '1 1');
});

test('options that would switch the inspection off are refused', () => {
  const start = (options: object): unknown => Reflect.apply(portcullis, undefined, [options]);
  assert.throws(() => start({}), /`waf` must be/);
  assert.throws(() => start({ waf, mode: 'on' }), /`mode` must be/);
  assert.throws(() => start({ waf, onError: 'pass' }), /`onError` must be/);
  assert.throws(() => start({ waf, bodyLimit: -1 }), /`bodyLimit` must be/);
});

/** A server behind the adapter for node:http. */
async function guardedServer(listener: RequestListener): Promise<number> {
  const guard = portcullis({ waf, onAudit: () => undefined });
  const server = createServer((request, response) =>
    guard(request, response, () => listener(request, response)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('a response that rules have read keeps its length', async () => {
  const port = await guardedServer((request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    if (request.url === '/parts') response.write('two ');
    response.end('parts');
  });
  const close = 'Connection: close';
  const one = await exchange(port, head('GET /one', close));
  assert.match(one, /\r\nContent-Length: 5\r\n(?:.*\r\n)*\r\nparts$/);
  const two = await exchange(port, head('GET /parts', close));
  assert.match(two, /\r\nContent-Length: 9\r\n(?:.*\r\n)*\r\ntwo parts$/);
});

test('trailers, which are not inspected, do not reach the application', async () => {
  const seen: unknown[] = [];
  const port = await guardedServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { trailers, rawTrailers, trailersDistinct } = request;
    seen.push([body, { ...trailers }, rawTrailers, { ...trailersDistinct }]);
    response.end();
  });
  const chunked = head('POST /', FORM, 'Transfer-Encoding: chunked', 'Connection: close');
  const body = '3\r\nq=1\r\n0\r\nX-Role: attack\r\n\r\n';
  assert.deepEqual(statuses(await exchange(port, chunked + body)), ['200']);
  assert.deepEqual(statuses(await exchange(port, chunked, body)), ['200']);
  assert.deepEqual(seen, [
    ['q=1', {}, [], {}],
    ['q=1', {}, [], {}],
  ]);
});

test('rules see the target that the client has sent, wherever the adapter is mounted', async () => {
  const options = { waf, onAudit: () => undefined };
  const inExpress = express();
  inExpress.use('/attack', portcullis(options), (_request, response) => void response.send('ok'));
  const inKoa = new Koa();
  // As koa-mount does.
  inKoa.use(async (context, next) => {
    context.path = context.path.replace(/^\/attack/, '') || '/';
    await next();
  });
  inKoa.use(koaAdapter(options));
  inKoa.use((context) => {
    context.body = 'ok';
  });
  const koaInExpress = express();
  koaInExpress.use('/attack', inKoa.callback());
  const handlers = [inExpress, inKoa.callback(), koaInExpress];
  for (const handler of handlers) {
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    assert.deepEqual(
      statuses(await exchange(port, head('GET /attack/x', 'X-Test: path', 'Connection: close'))),
      ['403'],
    );
    assert.deepEqual(statuses(await exchange(port, head('GET /attack/x', 'Connection: close'))), [
      '200',
    ]);
  }
});

test('the request of a client that has disconnected before it is inspected does not reach the application', async () => {
  const inspector = createInspector({ waf, onAudit: () => undefined });
  const form = head('POST /', FORM, 'Content-Length: 3');
  const requests = [head('GET /'), `${form}q=1`, `${form}q=`];
  for (const sent of requests) {
    const kind = await new Promise((resolve) => {
      const server = createServer(async (request, response) => {
        client.destroy();
        await once(response, 'close');
        const received = { request, clientAddress: undefined };
        resolve((await guard(inspector, received, response)).kind);
        server.close();
      }).listen(0, '127.0.0.1');
      const client = new Socket();
      server.once('listening', () => {
        client.connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
          client.write(sent),
        );
      });
    });
    assert.equal(kind, 'Gone', sent);
  }
});

test('Express: a refusal after a response has no effect', async () => {
  const app = await expressWith((request, response, next) => {
    next();
    if (request.method === 'POST') response.status(503).end('too late');
  });
  const slow = `${head('POST /', FORM, 'Content-Length: 8')}q=a`;
  assert.deepEqual(statuses(await exchange(app.port ?? 0, slow, `ttack${LAST}`)), ['503', '200']);
});

test('guardUpgrades: handshakes are inspected before anybody answers them', async () => {
  const records: unknown[] = [];
  const passes = guardUpgrades({
    waf,
    onAudit: (record) => records.push(record),
    clientAddress: ({ headers }) => String(headers['x-ip'] ?? '192.0.2.1'),
  });
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket) => {
    if (passes(request, socket)) socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const handshake = (target: string, ...lines: readonly string[]): string =>
    head(`GET ${target}`, 'Connection: Upgrade', 'Upgrade: websocket', ...lines);
  const cases: readonly (readonly [sent: string, answer: readonly string[]])[] = [
    [handshake('/chat'), ['101']],
    [handshake('/chat?q=attack'), ['403']],
    [handshake('/chat', 'X-Test: deny'), ['418']],
    [handshake('/chat', 'X-Test: drop'), []],
    [handshake('/chat', 'X-IP: 192.0.2.7'), ['451']],
    [handshake('/chat', 'Host: elsewhere'), ['400']],
    [`${handshake('/chat', 'Content-Length: 3')}q=1`, ['400']],
  ];
  for (const [sent, answer] of cases) {
    assert.deepEqual(statuses(await exchange(port, sent)), answer, sent);
  }
  assert.match(
    await exchange(port, handshake('/chat?q=attack')),
    /^HTTP\/1\.1 403 Forbidden\r\n(?:.*\r\n)*\r\nRequest blocked by WAF \(body\)\nRequest id: \S+\n$/,
  );
  assert.equal(records.length, cases.length);
});
