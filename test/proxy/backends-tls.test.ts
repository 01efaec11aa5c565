/** Backends behind TLS and behind sockets of the file system. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { rowTitle } from '../helpers/row-title.ts';
import { startBackend } from './helpers/backend.ts';
import { type Authority, createAuthority, type Signed, skip } from './helpers/certificates.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

type SecureBackend = {
  readonly port: number;
  /** Name that the client asked for, whether the session was resumed, and the subject of the client's certificate. */
  readonly sessions: { name: unknown; resumed: boolean; subject: unknown }[];
  /** Bytes of requests, decrypted. */
  readonly bytes: () => number;
  readonly requests: () => number;
};

async function startSecure(
  t: TestContext,
  { cert, key }: Signed,
  options: TlsOptions = {},
): Promise<SecureBackend> {
  const sessions: SecureBackend['sessions'] = [];
  let bytes = 0;
  let requests = 0;
  const server = createServer(
    { cert: readFileSync(cert), key: readFileSync(key), ...options },
    (request, response) => {
      requests += 1;
      if (request.url === '/early') {
        response.writeHead(413, { Connection: 'close' }).end('too large');
        return;
      }
      request.resume().once('end', () => response.end('secret'));
    },
  );
  server.on('upgrade', (_request, socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    socket.on('data', (chunk: Buffer) => socket.write(chunk));
  });
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    const { servername: name } = socket as unknown as { servername: unknown };
    const { CN: subject } = socket.getPeerCertificate().subject ?? {};
    sessions.push({ name, resumed: socket.isSessionReused(), subject });
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, sessions, bytes: () => bytes, requests: () => requests };
}

function environmentFor(
  authority: Authority,
  entry: string,
  others: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { BACKENDS: JSON.stringify({ default: [entry] }), BACKEND_CA: authority.path, ...others };
}

test('https: the certificate is verified, the name is sent, sessions are resumed', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const backend = await startSecure(t, authority.sign('b', { hosts: ['localhost'] }));
  const entry = `https://localhost:${backend.port}`;
  const environment = environmentFor(authority, entry, {
    BACKEND_KEEPALIVE_TIMEOUT: '0.05',
    ALLOW_UPGRADE: 'on',
    ADMIN_PORT: '0',
  });
  const proxy = await startTestProxy(t, { environment });
  const first = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.deepEqual([first.status, first.body.includes('secret')], [200, true]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const large = rawRequest('/', [], { method: 'POST', body: 'x'.repeat(300_000) });
  assert.equal((await exchangeRaw(proxy.port, large)).status, 200);
  assert.ok(backend.bytes() > 300_000);
  const asked = backend.sessions.filter(({ name }) => name === 'localhost');
  assert.equal(asked.length, backend.sessions.length);
  assert.ok(backend.sessions.at(-1)?.resumed, JSON.stringify(backend.sessions));
  const [record] = await proxy.records('access', 2);
  assert.equal(record?.['upstream'], entry);
  assert.ok((await proxy.metrics()).includes(`waf_proxy_upstream_up{upstream="${entry}"} 1\n`));

  const early = rawRequest('/early', [], { method: 'POST', body: 'x'.repeat(9_000_000) });
  // Whether a write or the read comes first is a matter of chance.
  for (let n = 0; n < 8; n += 1) {
    const refused = await exchangeRaw(proxy.port, early);
    assert.deepEqual([refused.status, refused.body.includes('too large')], [413, true]);
  }

  const handshake = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const switched = await exchangeRaw(proxy.port, rawRequest('/ws', handshake), {
    quietMs: 500,
    replies: 1,
  });
  assert.equal(switched.status, 101);
});

test('a connection is kept and used again over TLS', { skip }, async (t) => {
  const authority = createAuthority(t);
  const backend = await startSecure(t, authority.sign('b', { hosts: ['localhost'] }));
  const environment = environmentFor(authority, `https://localhost:${backend.port}`);
  const proxy = await startTestProxy(t, { environment });
  for (let n = 0; n < 5; n += 1) await exchangeRaw(proxy.port, rawRequest('/'));
  // The start has one of its own, which looks at the certificate.
  assert.deepEqual([backend.sessions.length <= 2, backend.requests()], [true, 5]);
});

test('a certificate that does not hold: 502 that says why, and not a byte is sent', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const other = createAuthority(t);
  const rows: readonly (readonly [title: string, signed: Signed, host: string, why: string])[] = [
    [
      'wrong name',
      authority.sign('w', { hosts: ['other.test'] }),
      'localhost',
      'certificate is for another name',
    ],
    [
      'no address',
      authority.sign('a', { hosts: ['localhost'] }),
      '127.0.0.1',
      'certificate is for another name',
    ],
    [
      'expired',
      authority.sign('e', { hosts: ['localhost'], days: -1 }),
      'localhost',
      'certificate has expired',
    ],
    [
      'unknown',
      other.sign('u', { hosts: ['localhost'] }),
      'localhost',
      'certificate of an unknown authority',
    ],
  ];
  for (const [title, signed, host, why] of rows) {
    await t.test(rowTitle(title), async () => {
      const backend = await startSecure(t, signed);
      const entry = `https://${host}:${backend.port}`;
      const proxy = await startTestProxy(t, { environment: environmentFor(authority, entry) });
      const post = rawRequest('/', [], { method: 'POST', body: 'abc' });
      const reply = await exchangeRaw(proxy.port, post);
      assert.equal(reply.status, 502);
      assert.ok(reply.body.startsWith(`Bad Gateway: tls: ${why}\n`), reply.body);
      assert.ok(!reply.body.includes(host));
      assert.deepEqual([backend.bytes(), backend.requests()], [0, 0]);
      const line = `BACKENDS: ${entry}: tls: ${why}`;
      await until(() => proxy.warnings.includes(line));
      assert.equal(proxy.warnings.filter((each) => each === line).length, 1);
      const [record] = await proxy.records('access');
      assert.deepEqual([record?.['reason'], record?.['upstream']], ['upstream', entry]);
    });
  }
  assert.equal(rows.length, 4);
});

test('another backend takes over from one whose certificate does not hold', { skip }, async (t) => {
  const authority = createAuthority(t);
  const bad = await startSecure(t, authority.sign('e', { hosts: ['localhost'], days: -1 }));
  const good = await startBackend();
  t.after(() => good.close());
  const BACKENDS = JSON.stringify({ default: [`https://localhost:${bad.port}`, good.address] });
  const environment = { BACKENDS, BACKEND_CA: authority.path };
  const proxy = await startTestProxy(t, { environment });
  for (let n = 0; n < 4; n += 1) {
    const post = rawRequest('/', [], { method: 'POST', body: 'abc' });
    assert.equal((await exchangeRaw(proxy.port, post)).status, 200);
  }
  assert.deepEqual([good.requests.length, bad.bytes()], [4, 0]);
});

test('server_name: SNI and the certificate have this name', { skip }, async (t) => {
  const authority = createAuthority(t);
  const backend = await startSecure(t, authority.sign('n', { hosts: ['app.test'] }));
  const entry = `https://127.0.0.1:${backend.port} server_name=App.test weight=2`;
  const proxy = await startTestProxy(t, { environment: environmentFor(authority, entry) });
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
  assert.ok(backend.sessions.every(({ name }) => name === 'app.test'));
  const [record] = await proxy.records('access');
  assert.equal(record?.['upstream'], `https://127.0.0.1:${backend.port} server_name=app.test`);
});

test('backends get the client certificate, also after its reload', { skip }, async (t) => {
  const authority = createAuthority(t);
  const backend = await startSecure(t, authority.sign('b', { hosts: ['localhost'] }), {
    requestCert: true,
    rejectUnauthorized: true,
    ca: authority.pem,
  });
  const own = authority.sign('waf-one');
  const next = authority.sign('waf-two');
  const expired = authority.sign('waf-old', { days: -1 });
  const entry = `https://localhost:${backend.port}`;
  const without = await startTestProxy(t, { environment: environmentFor(authority, entry) });
  const refused = await exchangeRaw(without.port, rawRequest('/'));
  assert.equal(refused.status, 502);
  const environment = environmentFor(authority, entry, {
    BACKEND_CERT: own.cert,
    BACKEND_KEY: own.key,
    BACKEND_KEEPALIVE_TIMEOUT: '0.01',
  });
  const proxy = await startTestProxy(t, { environment });
  const subjectOfNext = async (): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
    return backend.sessions.at(-1)?.subject;
  };
  assert.equal(await subjectOfNext(), 'waf-one');
  const keyOfOne = readFileSync(own.key);
  copyFileSync(next.cert, own.cert);
  assert.equal(await proxy.reload(), 'part');
  assert.ok(
    proxy.warnings.includes(
      `reload: BACKEND_KEY: ${own.key} is not the private key of ${own.cert}.`,
    ),
    proxy.warnings.join('\n'),
  );
  assert.equal(await subjectOfNext(), 'waf-one');
  copyFileSync(next.key, own.key);
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await subjectOfNext(), 'waf-two');
  copyFileSync(expired.cert, own.cert);
  copyFileSync(expired.key, own.key);
  assert.equal(await proxy.reload(), 'part');
  assert.match(
    proxy.warnings.at(-1) ?? '',
    /^reload: BACKEND_CERT: .* expired on \d{4}-\d\d-\d\d\.$/,
  );
  assert.equal(await subjectOfNext(), 'waf-two');
  const ca = readFileSync(authority.path);
  writeFileSync(authority.path, 'no certificate');
  writeFileSync(own.key, keyOfOne);
  assert.equal(await proxy.reload(), 'part');
  assert.equal(await subjectOfNext(), 'waf-two');
  writeFileSync(authority.path, ca);
});

test('bad input: a line for each fault, and no start', { skip }, async (t) => {
  const authority = createAuthority(t);
  const good = authority.sign('good');
  const old = authority.sign('old', { days: -1 });
  const entry = 'https://localhost:1';
  const environment = environmentFor(authority, entry);
  const rows: readonly (readonly [Readonly<Record<string, string>>, readonly RegExp[]])[] = [
    [
      { BACKEND_CA: '/none.pem' },
      [/^BACKEND_CA: \/none\.pem cannot be read\. There is no such file\.$/],
    ],
    [{ BACKEND_CA: good.key }, [/^BACKEND_CA: \S+ is not a certificate in PEM format\.$/]],
    [
      { BACKEND_CA: '/none.pem', BACKEND_CERT: '/none.crt', BACKEND_KEY: good.key },
      [/^BACKEND_CA: .* cannot be read\./, /^BACKEND_CERT: .* cannot be read\./],
    ],
    [{ BACKEND_CERT: good.cert }, [/^BACKEND_KEY: is unset\./]],
    [{ BACKEND_KEY: good.key }, [/^BACKEND_KEY: needs BACKEND_CERT/]],
    [
      { BACKEND_CERT: good.cert, BACKEND_KEY: old.key },
      [/^BACKEND_KEY: \S+ is not the private key of \S+\.$/],
    ],
    [{ BACKEND_CERT: old.cert, BACKEND_KEY: old.key }, [/^BACKEND_CERT: \S+ expired on /]],
    [{ BACKENDS: '{"default":["h:1"]}' }, [/^BACKEND_CA: needs a backend with https:/]],
    [{ BACKENDS: '{"default":["ftp://h:1"]}' }, [/^BACKENDS: "default": "ftp:.*scheme "ftp"/]],
  ];
  for (const [change, lines] of rows) {
    await assert.rejects(
      startTestProxy(t, { environment: { ...environment, ...change } }),
      ({ message }: Error) => {
        const found = message.split('\n');
        assert.equal(found.length, lines.length, message);
        for (const [index, line] of lines.entries()) assert.match(found[index] ?? '', line);
        return true;
      },
    );
  }
  assert.equal(rows.length, 9);
});

test('a socket of the file system; without it 502, and another backend takes over', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-unix-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'app.sock');
  const bodies: string[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1');
    });
    request.once('end', () => {
      bodies.push(body);
      response.end('by file');
    });
  });
  server.listen(path);
  await once(server, 'listening');
  const BACKENDS = JSON.stringify({ default: [`unix:${path}`] });
  const proxy = await startTestProxy(t, { environment: { BACKENDS, ADMIN_PORT: '0' } });
  for (const body of ['abc', 'x'.repeat(200_000), '']) {
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { method: 'POST', body }));
    assert.deepEqual([reply.status, reply.body.includes('by file')], [200, true]);
    assert.equal(bodies.at(-1), body);
  }
  const [record] = await proxy.records('access', 3);
  assert.equal(record?.['upstream'], `unix:${path}`);
  assert.ok((await proxy.metrics()).includes(`_up{upstream="unix:${path}"} 1\n`));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const away = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(away.status, 502);
  assert.match(away.body, /^Bad Gateway: dial unix: no such socket\n/);
  const other = await startBackend();
  t.after(() => other.close());
  const both = JSON.stringify({ default: [`unix:${path}`, other.address] });
  const second = await startTestProxy(t, { environment: { BACKENDS: both } });
  for (let n = 0; n < 3; n += 1)
    assert.equal((await exchangeRaw(second.port, rawRequest('/'))).status, 200);
  assert.equal(other.requests.length, 3);
});
