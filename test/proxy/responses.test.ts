/** Answers of backends: whole, broken, malformed, streamed, inspected. */
import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { get, headers, openFrameClient } from './helpers/http2-client.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { DENY, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

test('headers of the response pass, hop-by-hop ones do not', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      socket.write(
        'HTTP/1.1 201 Made Up\r\nSet-Cookie: a=1\r\nX-Odd-CASE: v\r\nSet-Cookie: b=2\r\n' +
          'Connection: keep-alive, X-Private\r\nX-Private: 1\r\nKeep-Alive: timeout=99\r\n' +
          'Proxy-Authenticate: Basic\r\nUpgrade: h2c\r\nX-Request-Id: theirs\r\nContent-Length: 2\r\n\r\nok',
      );
    },
  });
  const { head, body } = await exchangeRaw(proxy.port, rawRequest('/', ['Connection: close']), {
    untilClose: true,
  });
  assert.match(head, /^HTTP\/1\.1 201 Made Up\r\n/);
  assert.match(head, /\r\nSet-Cookie: a=1\r\nX-Odd-CASE: v\r\nSet-Cookie: b=2\r\n/);
  assert.doesNotMatch(head, /x-private|timeout=99|proxy-authenticate|upgrade|theirs/i);
  assert.match(head, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  assert.equal(head.match(/connection:/gi)?.length, 1);
  assert.equal(body, 'ok');
});

test('a short body is written in one piece with its head, whatever its bytes', async (t) => {
  const bytes = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
  let times = 1;
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      const body = bytes.repeat(times);
      socket.write(
        `HTTP/1.1 200 OK\r\nX-A: \xe9\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        'latin1',
      );
    },
  });
  const internals = Socket.prototype as unknown as { readonly _writev: () => void };
  const writeMany = t.mock.method(internals, '_writev');
  const counts: number[] = [];
  for (const [path, status] of [
    ['/', 200],
    ['/?evil', 403],
  ] as const) {
    const reply = await exchangeRaw(proxy.port, rawRequest(path));
    assert.equal(reply.status, status);
    if (status === 200) assert.equal(reply.body, bytes);
    counts.push(writeMany.mock.callCount());
  }
  times = 17;
  const long = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(long.body, bytes.repeat(times));
  counts.push(writeMany.mock.callCount());
  assert.deepEqual(counts, [0, 0, 1]);
  const sent = (await proxy.records('access', 3)).map((record) => record['bytes_out']);
  assert.equal(sent[0], long.head.length + 4 + bytes.length - 1);
  assert.equal(sent[2], long.head.length + 4 + bytes.length * times);
});

test('chunks that arrive in one packet all pass', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.end(`${head}3\r\nuvw\r\n2\r\nxy\r\n1\r\nz\r\n0\r\n\r\n`);
    },
  });
  const { body } = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(body.replaceAll(/[0-9a-f]+\r\n|\r\n/g, ''), 'uvwxyz');
});

test('bytes over 127 in status line and headers pass as they are, with a body and without', async (t) => {
  let status = 200;
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      const length = status === 200 ? 'Content-Length: 2\r\n' : '';
      socket.write(`HTTP/1.1 ${status} Gr\xfc\xdfe\r\nX-Name: caf\xe9\r\n${length}\r\n`, 'latin1');
      if (status === 200) socket.write('ok');
      socket.end();
    },
  });
  const cases: readonly (readonly [method: string, status: number])[] = [
    ['GET', 200],
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ];
  for (const [method, given] of cases) {
    status = given;
    const request = rawRequest('/', ['Connection: close'], { method });
    const { head } = await exchangeRaw(proxy.port, request, { untilClose: true });
    assert.ok(head.startsWith(`HTTP/1.1 ${given} Gr\xfc\xdfe\r\n`), `${method} ${given}: ${head}`);
    assert.match(head, /\r\nX-Name: caf\xe9\r\n/, `${method} ${given}`);
  }
  const records = await proxy.records('access', cases.length);
  assert.deepEqual(
    records.map((record) => record['status']),
    cases.map(([, given]) => given),
  );
});

test('a body the backend breaks off is broken for the client too [C3]', async (t) => {
  const full = 'x'.repeat(65_536);
  let cut = 0;
  let how: 'end' | 'reset' = 'end';
  let chunked = false;
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${full.length}`;
      const body = chunked ? `10000\r\n${full}\r\n` : full;
      socket.write(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n${body.slice(0, cut)}`, () => {
        if (how === 'end') socket.end();
        else setTimeout(() => socket.resetAndDestroy(), 2);
      });
    },
  });
  let ran = 0;
  for (const isChunked of [false, true]) {
    for (const ending of ['end', 'reset'] as const) {
      for (cut = 0; cut < full.length; cut += 4096) {
        chunked = isChunked;
        how = ending;
        // A reset that arrives with the head leads to 502, which alone would not close the connection.
        const request = rawRequest('/', ['Connection: close']);
        const reply = await exchangeRaw(proxy.port, request, { untilClose: true });
        const complete = isChunked
          ? reply.body.endsWith('0\r\n\r\n')
          : reply.body.length === full.length;
        assert.ok(!complete && reply.closed, `${ending} at ${cut}`);
        ran += 1;
      }
    }
  }
  console.log(`${ran} of ${ran} truncated answers were visibly truncated`);
});

test('a response held for inspection that the backend resets is 502', async (t) => {
  const heads = [
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    'HTTP/1.0 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n',
  ];
  const proxy = await startTestProxy(t, {
    web: stubWaf({ phase4: () => undefined, settings: { responseBodyAccess: true } }),
  });
  let ran = 0;
  for (const head of heads) {
    for (const delay of [0, 30]) {
      proxy.backend.respond = (_request, socket) => {
        socket.write(`${head}half`, () => {
          if (delay === 0) socket.resetAndDestroy();
          else setTimeout(() => socket.resetAndDestroy(), delay);
        });
      };
      const reply = await exchangeRaw(proxy.port, rawRequest('/'));
      assert.equal(reply.status, 502, `${head} ${delay}: ${reply.bytes}`);
      ran += 1;
    }
  }
  assert.equal(ran, 8);
});

test('a response that is broken before the client has a byte of it is 502 [C3]', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const closed = 'Bad Gateway: backend closed the connection without a response';
  const unreadable = 'Bad Gateway: malformed response: cannot be parsed';
  const rows = [
    ['malformed size', `${head}5\r\nhello\r\nzz\r\n`, unreadable, unreadable],
    ['no line end after a chunk', `${head}5\r\nhello!`, unreadable, unreadable],
    ['oversized extension', `${head}2;${'a'.repeat(20_000)}\r\nok\r\n`, unreadable, unreadable],
    // Streamed, the part that has arrived is relayed.
    ['early end', `${head}5\r\nhello\r\n`, undefined, closed],
    ['silence', `${head}5\r\nhello\r\n`, undefined, closed],
  ] as const;
  let ran = 0;
  for (const responseBodyAccess of [false, true]) {
    const proxy = await startTestProxy(t, {
      environment: { ADMIN_PORT: '0', HTTP2_CLEARTEXT: 'true', BACKEND_IDLE_TIMEOUT: '0.3' },
      web: stubWaf({ phase4: () => undefined, settings: { responseBodyAccess } }),
    });
    let failures = 0;
    for (const [title, bytes, streamed, held] of rows) {
      const text = responseBodyAccess ? held : streamed;
      proxy.backend.respond = (_request, socket) => {
        if (title === 'early end') socket.end(bytes);
        else socket.write(bytes);
      };
      for (const method of ['GET', 'POST']) {
        const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { method }));
        const [line] = reply.body.split('\n');
        if (text === undefined)
          assert.match(reply.bytes, /^HTTP\/1\.1 200 (.|\s)*hello\r\n$/, title);
        else assert.deepEqual([reply.status, line], [502, text], title);
        failures += 1;
        ran += 1;
      }
      if (text === undefined) continue;
      const client = openFrameClient(proxy.port);
      client.send(headers(1, get('/')));
      assert.equal(await client.statusOf(1), 502, title);
      client.socket.destroy();
      failures += 1;
      const records = await proxy.records('access', failures);
      const { status, reason } = records.at(-1) ?? {};
      assert.deepEqual([status, reason], [502, 'upstream'], title);
    }
    const counts = (await proxy.metrics()).matchAll(
      /^waf_proxy_upstream_errors_total\{.*\} (\d+)$/gm,
    );
    const counted = [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    assert.equal(counted, failures);
  }
  assert.equal(ran, 20);
});

test('a response with a head over 16 KiB is 502 with that reason', async (t) => {
  const proxy = await startTestProxy(t);
  const statuses: unknown[] = [];
  for (const bytes of [16_000, 16_400]) {
    proxy.backend.respond = (_request, socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(bytes)}\r\nContent-Length: 2\r\n\r\nok`);
    };
    const { status, body } = await exchangeRaw(proxy.port, rawRequest('/'));
    statuses.push([status, body.split('\n', 1)[0]]);
  }
  assert.deepEqual(statuses, [
    [200, 'ok'],
    [502, 'Bad Gateway: malformed response: header section too large'],
  ]);
});

test('malformed responses are 502, and do not touch the next client [C4]', async (t) => {
  const answers = [
    'garbage\r\n\r\n',
    'HTTP/1.1 99 Low\r\n\r\n',
    'HTTP/1.1 abc OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'HTTP/3.0 200 OK\r\n\r\n',
    '\0\0\0\0',
    'HTTP/1.1 200 OK\r\n X: folded\r\nContent-Length: 0\r\n\r\n',
    'SSH-2.0-OpenSSH_9.0\r\n',
    '',
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(1000)}Content-Length: 0\r\n\r\n`,
  ];
  const proxy = await startTestProxy(t, { environment: { BACKEND_RESPONSE_TIMEOUT: '1' } });
  const hello = proxy.backend.respond;
  let ran = 0;
  for (const bytes of answers) {
    proxy.backend.respond = (_request, socket) => {
      socket.write(bytes, 'latin1', () => {
        if (bytes.length < 50) setTimeout(() => socket.end(), 20);
      });
    };
    const reply = await exchangeRaw(proxy.port, rawRequest('/'), { untilClose: false });
    assert.ok(
      [502, 504].includes(reply.status),
      `${JSON.stringify(bytes.slice(0, 60))}: ${reply.bytes.slice(0, 200)}`,
    );
    assert.match(reply.body, /^Bad Gateway: /);
    proxy.backend.respond = hello;
    const next = await exchangeRaw(proxy.port, rawRequest('/'));
    assert.equal(next.body, 'hello');
    ran += 1;
  }
  assert.equal(ran, 19);
});

test('what an idle connection says is never the next answer [F10]', async (t) => {
  const proxy = await startTestProxy(t);
  const extra = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison';
  const hello = proxy.backend.respond;
  for (const delay of [0, 0, 1, 1, 1, 1, 1, 2, 2, 5, 20, 50]) {
    proxy.backend.respond = (request, socket) => {
      hello(request, socket);
      if (delay === 0) socket.write(extra);
      else setTimeout(() => socket.write(extra), delay);
    };
    const first = await exchangeRaw(proxy.port, rawRequest('/'));
    assert.equal(first.body.slice(0, 5), 'hello');
    await new Promise((resolve) => setTimeout(resolve, delay + 20));
    proxy.backend.respond = hello;
    const connections = proxy.backend.connections();
    const next = await exchangeRaw(proxy.port, rawRequest('/'));
    assert.equal(next.body, 'hello', `after ${delay} ms`);
    assert.equal(proxy.backend.connections(), connections + 1, `after ${delay} ms`);
  }
});

test('informational answers are passed over', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      socket.write(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      );
    },
  });
  const reply = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(reply.status, 200);
  assert.equal(reply.body, 'ok');
});

test('a response that comes before the whole request is passed on', async (t) => {
  const proxy = await startTestProxy(t);
  const { createServer } = await import('node:net');
  const early = createServer((socket) => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno');
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
  t.after(() => early.close());
  const address = early.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const other = await startTestProxy(t, {
    environment: { BACKENDS: JSON.stringify({ default: [`127.0.0.1:${port}`] }) },
  });
  const body = 'x'.repeat(3_000_000);
  const reply = await exchangeRaw(other.port, rawRequest('/', [], { method: 'POST', body }), {
    quietMs: 5000,
  });
  assert.equal(reply.status, 413, reply.head);
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
});

test('server-sent events flow without delay, headers first', async (t) => {
  let source: Socket | undefined;
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      source = socket;
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
    },
  });
  let received = '';
  const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/events')));
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // Nothing more is sent until what was sent has arrived: whatever held it back would hold it for good.
  await until(() => received.includes('\r\n\r\n'));
  assert.ok(received.startsWith('HTTP/1.1 200 OK\r\n') && received.endsWith('\r\n\r\n'));
  const delays: number[] = [];
  for (let event = 1; event <= 5; event += 1) {
    const sent = performance.now();
    source?.write(`8\r\ndata: ${event}\n\r\n`);
    await until(() => received.includes(`data: ${event}\n`));
    assert.ok(received.includes(`data: ${event}\n`), `event ${event}`);
    delays.push(performance.now() - sent);
  }
  socket.destroy();
  console.log(`5 events arrived after ${delays.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0, 'the backend connection ends with the client');
});

test('HEAD, 204 and 304 have no body', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: ({ head }, socket) => {
      const status = /\/([0-9]+) /.exec(head)?.[1] ?? '200';
      const length = status === '200' ? 'Content-Length: 5\r\n' : '';
      socket.write(`HTTP/1.1 ${status} X\r\n${length}\r\n`);
    },
  });
  const head = await exchangeRaw(
    proxy.port,
    rawRequest('/200', ['Connection: close'], { method: 'HEAD' }),
    { untilClose: true },
  );
  assert.match(head.head, /content-length: 5/i);
  assert.equal(head.body, '');
  for (const status of [204, 304]) {
    const reply = await exchangeRaw(proxy.port, rawRequest(`/${status}`, ['Connection: close']), {
      untilClose: true,
    });
    assert.equal(reply.status, status);
    assert.equal(reply.body, '');
  }
});

test('phase 3 blocks a response', async (t) => {
  const web = stubWaf({
    phase3: ({ headers }) => (headers.some(([, value]) => value === 'secret') ? DENY : undefined),
  });
  const proxy = await startTestProxy(t, {
    web,
    environment: { ADMIN_PORT: '0' },
    respond: (_request, socket) =>
      socket.write('HTTP/1.1 200 OK\r\nX: secret\r\nContent-Length: 6\r\n\r\nsecret'),
  });
  const reply = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(reply.status, 403);
  assert.match(reply.body, /^Response blocked by WAF\n/);
  assert.ok(!reply.bytes.includes('secret'));
  assert.match(await proxy.metrics(), /^waf_proxy_upstream_in_flight\{[^}]*\} 0$/m);
});

test('phase 4 sees bodies that rules want, whole and plain, and holds nothing else back [B15]', async (t) => {
  const seen: string[] = [];
  const settings = { responseBodyAccess: true, responseBodyLimit: 1000 } as const;
  const web = stubWaf({
    phase4: (body) => {
      seen.push(body);
      return body.includes('leak') ? DENY : undefined;
    },
    settings,
  });
  let body = '';
  const proxy = await startTestProxy(t, {
    web,
    respond: (_request, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  });
  body = 'a leak';
  const blocked = await exchangeRaw(
    proxy.port,
    rawRequest('/', ['Accept-Encoding: gzip', 'Range: bytes=0-1', 'If-Range: "x"']),
  );
  assert.equal(blocked.status, 403);
  assert.match(blocked.body, /^Response blocked by WAF\n/);
  assert.doesNotMatch(proxy.backend.requests[0]?.head ?? '', /accept-encoding|range/i);
  body = 'fine';
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).body, 'fine');
  body = 'x'.repeat(100_000);
  const long = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(long.body, body);
  assert.equal(seen.at(-1)?.length, 1000);
  const strict = await startTestProxy(t, {
    web: stubWaf({
      phase4: () => undefined,
      settings: { ...settings, responseBodyLimitAction: 'Reject' },
    }),
    respond: proxy.backend.respond,
  });
  const rejected = await exchangeRaw(strict.port, rawRequest('/'));
  assert.equal(rejected.status, 500);
  assert.match(rejected.body, /^Response body too large\n/);
});

test('a verdict with a status without content announces no length and has no body', async (t) => {
  const rows = [
    [204, undefined],
    [205, '0'],
    [304, undefined],
  ] as const;
  const web = stubWaf({
    phase1: ({ target }) => ({ kind: 'deny', ruleId: 1, status: Number(target.slice(1)) }),
  });
  const proxy = await startTestProxy(t, { web });
  let ran = 0;
  for (const [status, length] of rows) {
    const reply = await exchangeRaw(proxy.port, rawRequest(`/${status}`, ['Connection: close']), {
      untilClose: true,
    });
    assert.equal(reply.status, status);
    assert.equal(reply.body, '');
    assert.equal(/^Content-Length: (.*)\r$/m.exec(reply.head)?.[1], length);
    assert.doesNotMatch(reply.head, /^(Content-Type|Transfer-Encoding):/m);
    assert.match(reply.head, /^X-Request-Id: /m);
    ran += 1;
  }
  assert.equal(ran, 3);
});

test('redirect, drop and odd statuses are enforced', async (t) => {
  const web = stubWaf({
    phase1: ({ target }) => {
      if (target === '/redirect')
        return { kind: 'redirect', ruleId: 1, status: 302, location: 'https://a.test/' };
      if (target === '/drop') return { kind: 'drop', ruleId: 1, status: 0 };
      if (target === '/teapot') return { kind: 'deny', ruleId: 1, status: 418 };
      return { kind: 'deny', ruleId: 1, status: 0 };
    },
  });
  const proxy = await startTestProxy(t, { web });
  const redirect = await exchangeRaw(proxy.port, rawRequest('/redirect'));
  assert.equal(redirect.status, 302);
  assert.match(redirect.head, /\r\nLocation: https:\/\/a\.test\/\r\n/);
  const drop = await exchangeRaw(proxy.port, rawRequest('/drop'), { untilClose: true });
  assert.equal(drop.bytes, '');
  assert.ok(drop.closed);
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/teapot'))).status, 418);
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/zero'))).status, 403);
});

test('a client that leaves during a response is no failure of the backend, and got no status while it is held', async (t) => {
  let ran = 0;
  for (const [responseBodyAccess, expected] of [
    [false, 200],
    [true, 0],
  ] as const) {
    const proxy = await startTestProxy(t, {
      environment: { ADMIN_PORT: '0' },
      web: stubWaf({ phase4: () => undefined, settings: { responseBodyAccess } }),
      respond: (_request, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nhalf');
      },
    });
    const client = connect(proxy.port, '127.0.0.1');
    client.write(rawRequest('/'), 'latin1');
    await until(() => proxy.backend.requests.length === 1);
    await pause(200);
    client.destroy();
    const [record] = await proxy.records('access');
    assert.deepEqual([record?.['status'], record?.['reason']], [expected, 'client-gone']);
    const metrics = await proxy.metrics();
    assert.doesNotMatch(metrics, /^waf_proxy_upstream_errors_total\{.*\} [1-9]/m);
    ran += 1;
  }
  assert.equal(ran, 2);
});
