/** TLS between clients and the proxy: certificates, versions, resumption, reloads, client certificates, redirects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { type Authority, createAuthority, skip } from './helpers/certificates.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startProcess } from './helpers/start-process.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** A request to web.test on 127.0.0.1. */
function ask(port: number, options: RequestOptions, body = ''): Promise<Reply> {
  const own: RequestOptions = { host: '127.0.0.1', port, servername: 'web.test', agent: false };
  const headers = { Host: 'web.test', ...options.headers };
  return new Promise((resolve, reject) => {
    const sent = request({ ...own, ...options, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.once('error', reject).end(body);
  });
}

function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const own = { host: '127.0.0.1', port, servername: 'web.test' };
    const socket = connect({ ...own, ...options }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function settingsFor(authority: Authority): Record<string, string> {
  const { cert, key } = authority.sign('web', { hosts: ['web.test', 'api.test'] });
  return { TLS_CERT: cert, TLS_KEY: key };
}

test('requests over TLS are inspected, forwarded and logged like others', { skip }, async (t) => {
  const authority = createAuthority(t);
  const environment = { ...settingsFor(authority), HSTS_MAX_AGE: '31536000' };
  const proxy = await startTestProxy(t, { environment });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const own = { ca: authority.pem, agent };
  const plain = await ask(proxy.port, { ...own, path: '/a?b=1' });
  assert.equal(plain.status, 200);
  assert.equal(plain.headers['strict-transport-security'], 'max-age=31536000');
  assert.equal((await ask(proxy.port, { ...own, path: '/?q=evil' })).status, 403);
  const large = 'x'.repeat(300_000);
  assert.equal((await ask(proxy.port, { ...own, method: 'POST' }, large)).status, 200);
  const [first, second] = proxy.backend.requests;
  assert.match(first?.head ?? '', /^X-Forwarded-Proto: https\r$/m);
  assert.equal(second?.body.length, large.length);
  const socket = await handshake(proxy.port, { ca: authority.pem });
  const twoLengths = 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.write(`POST / HTTP/1.1\r\nHost: web.test\r\n${twoLengths}`);
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 400 /);
  socket.destroy();
  const records = await proxy.records('access', 4);
  assert.deepEqual(
    records.map(({ status }) => status),
    [200, 403, 200, 400],
  );
  const [size] = records.map(({ bytes_out }) => bytes_out);
  assert.ok(typeof size === 'number' && size >= 0);
});

test('what is no TLS, too old, or for another protocol gets no response, and is counted', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const environment = { ...settingsFor(authority), ADMIN_PORT: '0', HEADERS_TIMEOUT: '0.3' };
  const proxy = await startTestProxy(t, { environment });
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).bytes.includes('HTTP/'), false);
  const { pem: ca } = authority;
  const old = {
    ca,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  } as const;
  await assert.rejects(handshake(proxy.port, old));
  await assert.rejects(
    handshake(proxy.port, { ca, ALPNProtocols: ['h2'] }),
    /ALPN|no application protocol/i,
  );
  await assert.rejects(handshake(proxy.port, { ca, maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' }));
  const silent = await exchangeRaw(proxy.port, [], { untilClose: true, quietMs: 5000 });
  assert.ok(silent.closed, 'a client that says nothing is cut off');
  const modern = await handshake(proxy.port, { ca });
  assert.equal(modern.getProtocol(), 'TLSv1.3');
  modern.destroy();
  const older = await handshake(proxy.port, { ca, maxVersion: 'TLSv1.2' });
  assert.match(older.getCipher().name, /^ECDHE-ECDSA-.*(?:GCM|CHACHA20)/);
  older.destroy();
  const metrics = await proxy.metrics();
  assert.match(metrics, /^waf_tls_handshakes_failed_total [45]$/m);
  assert.match(
    metrics,
    /^waf_tls_certificate_expiry_seconds\{certificate="web\.crt"\} [0-9.e+]+$/m,
  );
});

test('the server name selects a certificate of a folder; a reload reads it again and closes no connection', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const folder = join(authority.folder, 'pairs');
  mkdirSync(folder);
  const put = (name: string, hosts: readonly string[], days = 30): void => {
    const { cert, key } = authority.sign(name, { hosts, days });
    copyFileSync(key, join(folder, `${name}.key`));
    copyFileSync(cert, join(folder, `${name}.crt`));
  };
  put('default', ['web.test']);
  put('api', ['api.test', '*.shop.test']);
  const proxy = await startTestProxy(t, { environment: { TLS_CERT: folder } });
  const nameOf = async (servername: string): Promise<unknown> => {
    const socket = await handshake(proxy.port, { servername, rejectUnauthorized: false });
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  assert.equal(await nameOf('web.test'), 'default');
  assert.equal(await nameOf('API.test'), 'api');
  assert.equal(await nameOf('de.shop.test'), 'api');
  assert.equal(await nameOf('a.de.shop.test'), 'default', 'a wildcard stands for one label');
  assert.equal(await nameOf(''), 'default');

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const own = { ca: authority.pem, agent };
  assert.equal((await ask(proxy.port, own)).status, 200);
  put('new', ['new.test']);
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await nameOf('new.test'), 'new');
  assert.equal((await ask(proxy.port, own)).status, 200, 'on the connection from before');

  renameSync(join(folder, 'api.key'), join(folder, 'api.secret'));
  assert.equal(await proxy.reload(), 'part');
  assert.match(
    proxy.warnings.join('\n'),
    /^reload: TLS_KEY: .*api\.key cannot be read\. There is no such file\.$/m,
  );
  assert.equal(await nameOf('api.test'), 'api', 'the old state is kept');
});

const SUBJECT_RULES = `
SecRuleEngine On
SecRule REQUEST_HEADERS:X-SSL-Client-S-DN "@contains CN=mallory" "id:1,phase:1,deny,status:403"
SecRule REQUEST_HEADERS:X-SSL-Client-Verify "!@streq SUCCESS" "id:2,phase:1,chain,deny,status:401"
  SecRule REQUEST_URI "@beginsWith /admin" ""
`;

test('client certificates: rules and backends find the outcome and the subject', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const stranger = createAuthority(t).sign('alice');
  const { program } = compileText(SUBJECT_RULES);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  const read = ({ cert, key }: { cert: string; key: string }) => ({
    cert: readFileSync(cert),
    key: readFileSync(key),
  });
  const alice = read(authority.sign('alice', { subject: '/C=DE/O=Müller, Söhne/CN=alice' }));
  const mallory = read(authority.sign('mallory'));
  const environment = { ...settingsFor(authority), TLS_CLIENT_CA: authority.path };
  const { pem: ca } = authority;
  const proxy = await startTestProxy(t, { environment, web });
  const forged = { 'X-SSL-Client-Verify': 'SUCCESS', 'x-ssl-client-s-dn': 'CN=root' };
  const status = async (options: RequestOptions): Promise<number> =>
    (await ask(proxy.port, { ca, headers: forged, ...options })).status;
  assert.equal(await status({}), 200);
  assert.equal(await status({ path: '/admin' }), 401);
  assert.equal(await status({ path: '/admin', ...alice }), 200);
  assert.equal(await status({ path: '/', ...mallory }), 403);
  const [none, named] = proxy.backend.requests.map(({ head }) => head);
  assert.deepEqual(none?.match(/^x-ssl-client.*$/gim), ['X-SSL-Client-Verify: NONE']);
  const organization = Buffer.from('Müller\\, Söhne').toString('latin1');
  assert.deepEqual(named?.match(/^x-ssl-client.*$/gim)?.toSorted(), [
    `X-SSL-Client-S-DN: CN=alice,O=${organization},C=DE`,
    'X-SSL-Client-Verify: SUCCESS',
  ]);
  await assert.rejects(status(read(stranger)), 'signed by somebody else');

  const strict = await startTestProxy(t, {
    environment: { ...environment, TLS_CLIENT_CERT: 'required' },
    web,
  });
  await assert.rejects(ask(strict.port, { ca }));
  assert.equal((await ask(strict.port, { ca, ...alice })).status, 200);
});

test('sessions are resumed, also by another worker', { skip }, async (t) => {
  const authority = createAuthority(t);
  const { port } = await startProcess(t, { ...settingsFor(authority), WORKERS: '2' });
  const { pem: ca } = authority;
  const exchange = async (session?: Buffer): Promise<{ session: Buffer; reused: boolean }> => {
    const socket = await handshake(port, { ca, session, maxVersion: 'TLSv1.2' });
    const reused = socket.isSessionReused();
    const resumable = socket.getSession() ?? Buffer.alloc(0);
    socket.write(rawRequest('/', ['Connection: close']));
    const bytes: Buffer[] = [];
    for await (const chunk of socket) bytes.push(chunk);
    assert.match(Buffer.concat(bytes).toString('latin1'), /^HTTP\/1\.1 200 /);
    return { session: resumable, reused };
  };
  const { session } = await exchange();
  const reused = await Promise.all(Array.from({ length: 8 }, () => exchange(session)));
  assert.deepEqual([...new Set(reused.map((each) => each.reused))], [true]);
});

test('plain HTTP on REDIRECT_PORT is redirected', { skip }, async (t) => {
  const authority = createAuthority(t);
  const environment = { ...settingsFor(authority), REDIRECT_PORT: '0' };
  const proxy = await startTestProxy(t, { environment });
  const port = proxy.redirectPort ?? 0;
  assert.ok(proxy.lines.includes(`Redirects on :${port}`));
  const rows: readonly (readonly [request: string, status: number, location?: string])[] = [
    [rawRequest('/a?b=%20c'), 308, 'https://web.test/a?b=%20c'],
    [rawRequest('/', [], { host: 'Web.Test:8080' }), 308, 'https://web.test/'],
    [rawRequest('/', [], { host: 'web.test/evil' }), 400],
    [rawRequest('http://evil.test/'), 400],
    [rawRequest('/', [], { method: 'POST', body: 'a=1' }), 308, 'https://web.test/'],
  ];
  for (const [sent, status, location] of rows) {
    const { head } = await exchangeRaw(port, sent);
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), sent);
    assert.equal(/^Location: (.*)$/m.exec(head)?.[1]?.trim(), location, sent);
  }
  assert.equal(proxy.backend.requests.length, 0);
  assert.equal(rows.length, 5);
});

test('unusable certificates are named at the start', { skip }, async (t) => {
  const authority = createAuthority(t);
  const { cert, key } = authority.sign('one');
  const other = authority.sign('two');
  const text = join(authority.folder, 'text');
  writeFileSync(text, 'no PEM');
  const rows: readonly (readonly [environment: Record<string, string>, line: RegExp])[] = [
    [{ TLS_CERT: cert }, /^TLS_KEY: is unset/],
    [
      { TLS_CERT: '/none.crt', TLS_KEY: key },
      /^TLS_CERT: \/none\.crt cannot be read\. There is no such file\.$/,
    ],
    [{ TLS_CERT: cert, TLS_KEY: '/none.key' }, /^TLS_KEY: \/none\.key cannot be read\. There/],
    [{ TLS_CERT: text, TLS_KEY: key }, /^TLS_CERT: .*text is not a certificate/],
    [{ TLS_CERT: cert, TLS_KEY: text }, /^TLS_KEY: .*text is not a private key/],
    [
      { TLS_CERT: cert, TLS_KEY: other.key },
      /^TLS_KEY: .*two\.key is not the private key of .*one\.crt/,
    ],
    [{ TLS_CERT: join(authority.folder, '..') }, /^TLS_CERT: .* has no file NAME\.crt/],
    [
      { TLS_CERT: cert, TLS_KEY: key, TLS_CLIENT_CA: '/none.pem' },
      /^TLS_CLIENT_CA: \/none\.pem cannot be read\. There/,
    ],
    [
      { TLS_CERT: cert, TLS_KEY: key, TLS_CLIENT_CA: text },
      /^TLS_CLIENT_CA: .*text is not a certificate/,
    ],
    [{ TLS_KEY: key }, /^TLS_KEY: needs TLS_CERT/],
    [{ HSTS_MAX_AGE: '1' }, /^HSTS_MAX_AGE: needs TLS_CERT/],
    [{ HTTP2: 'on' }, /^HTTP2: needs TLS_CERT/],
    [{ TLS_CERT: cert, TLS_KEY: key, HTTP2_CLEARTEXT: 'on' }, /^HTTP2_CLEARTEXT: .* set HTTP2\./],
    [{ REDIRECT_PORT: '0' }, /^REDIRECT_PORT: needs TLS_CERT/],
    [
      { TLS_CERT: cert, TLS_KEY: key, TLS_CLIENT_CERT: 'required' },
      /^TLS_CLIENT_CERT: needs TLS_CLIENT_CA/,
    ],
  ];
  for (const [environment, line] of rows)
    await assert.rejects(startTestProxy(t, { environment }), (error: Error) => {
      assert.match(error.message, line);
      assert.equal(error.message.split('\n').length, 1);
      return true;
    });
  assert.equal(rows.length, 15);
});
