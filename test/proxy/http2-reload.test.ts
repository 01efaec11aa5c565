/** A reload while HTTP/2 sessions are open: streams in flight end as they began, and the session goes on under the new state. */
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { type Authority, createAuthority, skip } from './helpers/certificates.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

type Reply = { status: number; body: string; isClosed: boolean; resetCode: number };

type Asked = { readonly stream: ClientHttp2Stream; readonly reply: Reply };

function ask(
  session: ClientHttp2Session,
  path: string,
  { host = 'one.test', method = 'GET' } = {},
): Asked {
  const stream = session.request(
    { ':authority': host, ':path': path, ':method': method },
    { endStream: method === 'GET' },
  );
  const reply: Reply = { status: 0, body: '', isClosed: false, resetCode: 0 };
  stream.on('response', (head) => {
    reply.status = head[':status'] ?? 0;
  });
  stream.on('data', (chunk: Buffer) => {
    reply.body += chunk.toString('latin1');
  });
  stream.on('error', () => {});
  stream.on('close', () => {
    reply.isClosed = true;
    reply.resetCode = stream.rstCode ?? 0;
  });
  return { stream, reply };
}

async function answered({ reply }: Asked): Promise<number> {
  await until(() => reply.isClosed);
  return reply.status;
}

function openSession(port: number, authority: Authority): ClientHttp2Session {
  const session = connect(`https://one.test:${port}`, {
    host: '127.0.0.1',
    servername: 'one.test',
    ca: authority.pem,
  });
  session.on('error', () => {});
  return session;
}

function subjectOf(session: ClientHttp2Session): string {
  const { CN } = (session.socket as TLSSocket).getPeerCertificate().subject;
  return String(CN);
}

test('a new certificate and new rules, with streams in flight: none is dropped', {
  skip,
}, async (t) => {
  const authority = createAuthority(t);
  const folder = emptyFolder(t);
  const [cert, key, path] = ['own.crt', 'own.key', 'policies.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const install = (name: string): void => {
    const signed = authority.sign(name, { hosts: ['one.test'] });
    copyFileSync(signed.cert, cert);
    copyFileSync(signed.key, key);
  };
  const write = (one: object): void => {
    const policies = { one: { match: ['one.test'], profile: 'pl1', ...one } };
    writeFileSync(path, JSON.stringify({ policies }));
  };
  install('before');
  write({ bodyLimit: 1000 });
  const proxy = await startTestProxy(t, {
    environment: { TLS_CERT: cert, TLS_KEY: key, HTTP2: 'on', POLICIES: path, ADMIN_PORT: '0' },
    respond: ({ head }, socket) => {
      // The rest of these answers follows after the reload.
      const rest = head.startsWith('GET /slow') ? '01234' : '0123456789';
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n${rest}`);
    },
  });
  const sessions = [openSession(proxy.port, authority), openSession(proxy.port, authority)];
  t.after(() => {
    for (const session of sessions) session.destroy();
  });
  let goneAway = 0;
  for (const session of sessions) session.on('goaway', () => (goneAway += 1));
  const slow = sessions.flatMap((session) =>
    Array.from({ length: 5 }, (_, index) => ask(session, `/slow${index}`)),
  );
  const uploads = sessions.map((session) => ask(session, '/upload', { method: 'POST' }));
  for (const { stream } of uploads) stream.write('first half ');
  await until(() => slow.every(({ reply }) => reply.body === '01234'));
  assert.deepEqual([...new Set(slow.map(({ reply }) => reply.body))], ['01234']);
  // The heads of all streams have been read, those of uploads too.
  const hasBegun = async (): Promise<boolean> =>
    (await proxy.metrics()).includes('\nwaf_proxy_requests_in_flight 12\n');
  await until(hasBegun);
  assert.equal(await hasBegun(), true);
  assert.deepEqual(sessions.map(subjectOf), ['before', 'before']);

  install('after');
  write({ bodyLimit: 5, methods: ['GET', 'POST'] });
  assert.equal(await proxy.reload(), 'all');

  // On the sessions that were open before: the new policy for new streams.
  for (const session of sessions) {
    assert.equal(await answered(ask(session, '/', { method: 'DELETE' })), 405);
    assert.equal(await answered(ask(session, '/')), 200);
  }
  // Streams that had begun end under what they began with: 22 bytes are more than the new limit.
  for (const { stream } of uploads) stream.end('second half');
  for (const upload of uploads) assert.equal(await answered(upload), 200);
  for (const { head, socket } of proxy.backend.requests)
    if (head.startsWith('GET /slow')) socket.write('56789');
  for (const each of slow) assert.equal(await answered(each), 200);
  assert.deepEqual(
    [...new Set(slow.map(({ reply }) => `${reply.resetCode} ${reply.body}`))],
    ['0 0123456789'],
  );
  assert.equal(slow.length + uploads.length, 12);
  assert.equal(goneAway, 0);
  assert.deepEqual(
    sessions.map(({ closed, destroyed }) => closed || destroyed),
    [false, false],
  );

  const next = openSession(proxy.port, authority);
  sessions.push(next);
  assert.equal(await answered(ask(next, '/')), 200);
  assert.equal(subjectOf(next), 'after');

  // What is broken changes nothing, on open sessions either.
  writeFileSync(key, 'no key');
  writeFileSync(path, '{');
  assert.equal(await proxy.reload(), 'part');
  assert.equal(proxy.warnings.filter((line) => line.startsWith('reload: ')).length, 2);
  assert.equal(await answered(ask(next, '/', { method: 'DELETE' })), 405);
  const last = openSession(proxy.port, authority);
  sessions.push(last);
  assert.equal(await answered(ask(last, '/')), 200);
  assert.equal(subjectOf(last), 'after');
});
