/** Clients whose framing is faulty, or whose connection must not go on: one response, closed, nothing smuggled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { playing } from './helpers/hostile-backend.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const HOST = 'Host: web.test\r\nUser-Agent: Mozilla/5.0\r\nAccept: */*\r\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: web.test\r\n\r\n';
const CHUNKS = '3\r\na=b\r\n0\r\n\r\n';

const old = (method: string, headers: string, rest: string): string =>
  `${method} /old HTTP/1.0\r\n${HOST}${headers}\r\n${rest}`;
const TE = 'Transfer-Encoding: chunked\r\n';

type Row = readonly [name: string, bytes: string, status: number];

/** RFC 9112 section 6.1: Transfer-Encoding in HTTP/1.0 is faulty framing, whatever it says. */
const OLD: readonly Row[] = [
  ['POST', old('POST', FORM + TE, CHUNKS), 400],
  ['POST, kept alive', old('POST', `${FORM}Connection: keep-alive\r\n${TE}`, CHUNKS), 400],
  ['PUT', old('PUT', TE, CHUNKS), 400],
  ['GET', old('GET', TE, CHUNKS), 400],
  ['HEAD', old('HEAD', TE, CHUNKS), 400],
  ['without a body', old('GET', TE, ''), 400],
  ['identity', old('POST', 'Transfer-Encoding: identity\r\n', 'a=b'), 400],
  ['gzip', old('POST', 'Transfer-Encoding: gzip\r\n', 'a=b'), 400],
  ['gzip, chunked', old('POST', 'Transfer-Encoding: gzip, chunked\r\n', CHUNKS), 400],
  ['with a length', old('POST', `${TE}Content-Length: 3\r\n`, 'a=b'), 400],
  ['behind a length', old('POST', `Content-Length: 3\r\n${TE}`, 'a=b'), 400],
  ['twice', old('POST', TE + TE, CHUNKS), 400],
];

/** Answered before the rest has arrived: the connection does not go on. */
const EARLY: readonly Row[] = [
  ['too large', `POST / HTTP/1.1\r\n${HOST}${FORM}Content-Length: 99999999\r\n\r\na=`, 413],
  ['unknown host', `POST / HTTP/1.1\r\nHost: other.test\r\nContent-Length: 999\r\n\r\na=`, 403],
  ['refused chunks', `POST / HTTP/1.1\r\n${HOST}${FORM}Expect: 200-ok\r\n${TE}\r\n3\r\n`, 417],
];

test('HTTP/1.0 with Transfer-Encoding, and answers before the end of a request', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t, { accounted: true });
  let ran = 0;
  for (const [name, bytes, status] of [...OLD, ...EARLY]) {
    const reply = await exchangeRaw(proxy.port, bytes + SMUGGLED, { untilClose: true });
    assert.equal(reply.status, status, `${name}: ${reply.bytes}`);
    assert.ok(reply.closed, name);
    assert.equal(reply.bytes.match(/HTTP\/1\.1 /g)?.length, 1, name);
    assert.equal(proxy.backend.bytes(), '', name);
    ran += 1;
  }
  assert.equal(ran, 15);
  assert.doesNotMatch(proxy.stderr(), /^ +at /m);
  console.log(
    `${ran} of 15 faulty or unfinished requests: one response, closed, nothing at the backend`,
  );
});

test('HTTP/1.0 clients get no chunks, whatever they say', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t, { accounted: true });
  const answers = [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello',
  ];
  let ran = 0;
  for (const answer of answers) {
    proxy.backend.respond = playing(() => [answer, 20, 'FIN']);
    for (const header of ['', 'TE: chunked', 'TE: trailers, chunked', 'Connection: keep-alive']) {
      const headers = header === '' ? '' : `${header}\r\n`;
      const reply = await exchangeRaw(proxy.port, old('GET', headers, ''), { untilClose: true });
      assert.equal(reply.body, 'hello', `${header}: ${reply.bytes}`);
      assert.doesNotMatch(reply.head, /transfer-encoding/i, header);
      assert.ok(reply.closed && !reply.reset, header);
      ran += 1;
    }
  }
  assert.equal(ran, 8);
});

test('trailers of a request are not forwarded', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t, { accounted: true });
  const trailers = ['X-T: 1', 'Content-Length: 99', 'Host: other.test', 'Transfer-Encoding: x'];
  let ran = 0;
  for (const trailer of trailers) {
    const request = rawRequest(
      '/',
      ['User-Agent: x', 'Accept: */*', FORM.trim(), 'Trailer: X-T', TE.trim()],
      {
        method: 'POST',
      },
    );
    const reply = await exchangeRaw(proxy.port, `${request}3\r\na=b\r\n0\r\n${trailer}\r\n\r\n`);
    const forwarded = proxy.backend.requests.at(-1);
    if (reply.status === 200) {
      assert.equal(forwarded?.body, 'a=b');
      assert.match(forwarded?.head ?? '', /\r\ncontent-length: 3(?:\r\n|$)/i);
      assert.doesNotMatch(forwarded?.head ?? '', /x-t|trailer|other\.test|transfer-encoding/i);
    } else {
      assert.equal(reply.status, 400, `${trailer}: ${reply.bytes}`);
    }
    ran += 1;
  }
  assert.equal(ran, 4);
  assert.ok(proxy.backend.requests.length >= 2, 'ordinary trailers do not harm');
});
