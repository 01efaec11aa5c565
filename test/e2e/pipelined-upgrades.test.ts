/** Requests for another protocol right behind ordinary ones: every request is answered, in turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { playing, type Step } from './helpers/hostile-backend.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const HEADERS = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const WEBSOCKET = rawRequest('/ws', [
  ...HEADERS,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]);
const OTHER = rawRequest('/other', [...HEADERS, 'Connection: Upgrade', 'Upgrade: foo/2']);
const CONNECT = 'CONNECT web.test:443 HTTP/1.1\r\nHost: web.test\r\n\r\n';
const GET = rawRequest('/a', HEADERS);
const SLOW = rawRequest('/slow', HEADERS);
const LARGE = rawRequest('/large', HEADERS);
const LAST = rawRequest('/a', [...HEADERS, 'Connection: close']);
const POST = rawRequest('/a', [...HEADERS, 'Content-Type: application/x-www-form-urlencoded'], {
  method: 'POST',
  body: 'a=b',
});
const BLOCKED = rawRequest('/?id=1%27%20OR%20%271%27=%271', HEADERS);
const LARGE_BODY = 'z'.repeat(3_000_000);

const answer = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const SWITCH =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const BACKEND: Readonly<Record<string, readonly Step[]>> = {
  '/a': [answer('a')],
  '/other': [answer('other')],
  '/slow': [300, answer('slow')],
  '/large': [answer(LARGE_BODY)],
  '/ws': [SWITCH, 'tunnel', 100, 'FIN'],
};

type Row = readonly [name: string, bytes: string | readonly string[], statuses: readonly number[]];

const ROWS: readonly Row[] = [
  ['GET, CONNECT', GET + CONNECT, [200, 405]],
  ['GET, other upgrade', GET + OTHER, [200, 200]],
  ['GET, WebSocket', GET + WEBSOCKET, [200, 101]],
  ['slow GET, CONNECT', SLOW + CONNECT, [200, 405]],
  ['slow GET, other upgrade', SLOW + OTHER, [200, 200]],
  ['slow GET, WebSocket', SLOW + WEBSOCKET, [200, 101]],
  ['slow GET, WebSocket in another packet', [SLOW, WEBSOCKET], [200, 101]],
  ['slow GET, CONNECT in another packet', [SLOW, CONNECT], [200, 405]],
  ['large GET, CONNECT', LARGE + CONNECT, [200, 405]],
  ['large GET, WebSocket', LARGE + WEBSOCKET, [200, 101]],
  ['POST, CONNECT', POST + CONNECT, [200, 405]],
  ['POST, WebSocket', POST + WEBSOCKET, [200, 101]],
  ['blocked GET, CONNECT', BLOCKED + CONNECT, [403, 405]],
  ['blocked GET, WebSocket', BLOCKED + WEBSOCKET, [403, 101]],
  ['three GETs, CONNECT', GET + SLOW + GET + CONNECT, [200, 200, 200, 405]],
  ['three GETs, WebSocket', GET + SLOW + LARGE + WEBSOCKET, [200, 200, 200, 101]],
  ['GET, CONNECT, GET', GET + CONNECT + GET, [200, 405]],
  ['slow GET, CONNECT, then a GET', [SLOW, CONNECT, GET], [200, 405]],
  ['GET, WebSocket, GET', GET + WEBSOCKET + GET, [200, 400]],
  ['GET that closes, CONNECT', LAST + CONNECT, [200]],
  ['GET that closes, WebSocket', LAST + WEBSOCKET, [200]],
  ['CONNECT', CONNECT, [405]],
  ['CONNECT, GET', CONNECT + GET, [405]],
  ['WebSocket', WEBSOCKET, [101]],
];

test('a request for another protocol takes no response away from those before it', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const environment = { ALLOW_UPGRADE: 'on' };
  const proxy = await startProxyProcess(t, { environment, accounted: true });
  proxy.backend.respond = playing(({ head }) => BACKEND[head.split(' ')[1] ?? ''] ?? []);
  const wrong: string[] = [];
  let ran = 0;
  for (const [name, bytes, statuses] of ROWS) {
    const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true, gapMs: 30 });
    const got = statusesOf(reply.bytes);
    const hasTunnel = reply.bytes.endsWith('\r\n\r\ntunnel');
    const isRight = got.join() === statuses.join() && reply.closed;
    if (!isRight || hasTunnel !== statuses.includes(101)) {
      wrong.push(`${name}: ${got.join()}, ${reply.bytes.length} bytes, closed ${reply.closed}`);
    }
    ran += 1;
  }
  assert.deepEqual(wrong, []);
  assert.equal(ran, 24);
  assert.doesNotMatch(proxy.stderr(), /^ +at /m);
  console.log(
    `${ran} of 24 connections that ask for another protocol got all their answers, in turn`,
  );
});

/** Of all answers that came; bodies are passed over by their lengths. */
function statusesOf(bytes: string): readonly number[] {
  const statuses: number[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) return statuses;
    const head = bytes.slice(at, end);
    statuses.push(Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(head)?.[1] ?? 0));
    at = end + 4 + Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
  }
}
