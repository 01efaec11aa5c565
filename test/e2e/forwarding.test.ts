import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const BOUNDARY = 'part7f3a9c';
const EVERY_BYTE = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** Larger than what the proxy keeps in memory (SecRequestBodyInMemoryLimit). */
const PICTURE = EVERY_BYTE.repeat(1000);

const BODIES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['form', 'application/x-www-form-urlencoded', 'a=1&a=2&&b=%C3%BC&c=+%20+&d&=e&f='],
  ['JSON', 'application/json', '{ "a" : [1, 2.50, {}],\n  "b":"\xc3\xbc \\u00fc" }\n'],
  [
    'multipart',
    `multipart/form-data; boundary=${BOUNDARY}`,
    [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="picture"; filename="a.png"',
      'Content-Type: image/png',
      '',
      PICTURE,
      `--${BOUNDARY}--`,
      '',
    ].join('\r\n'),
  ],
];

test('bodies reach the backend byte for byte', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t);
  let sent = 0;
  for (const host of ['web.test', 'api.test']) {
    for (const [name, type, body] of BODIES) {
      const headers = ['User-Agent: Mozilla/5.0', 'Accept: */*', `Content-Type: ${type}`];
      const text = rawRequest('/a%2Fb;c?x=%41&y', headers, { method: 'POST', host, body });
      const reply = await exchangeRaw(proxy.port, text);
      assert.equal(reply.status, 200, `${name}: ${reply.bytes}`);
      const received = proxy.backend.requests.at(-1);
      assert.match(received?.head ?? '', /^POST \/a%2Fb;c\?x=%41&y HTTP\/1\.1\r\n/);
      assert.ok(received?.body === body, `${name} arrived changed`);
      sent += 1;
    }
  }
  assert.equal(sent, 6);
  assert.equal(proxy.backend.requests.length, 6);
});

test('the response of the backend reaches the client byte for byte', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t);
  proxy.backend.respond = (_request, socket) => {
    const head = `HTTP/1.1 201 Fine\r\nX-Own: \xe9\r\nContent-Length: ${PICTURE.length}\r\n\r\n`;
    socket.write(head + PICTURE, 'latin1');
  };
  const reply = await exchangeRaw(proxy.port, rawRequest('/', ['User-Agent: x', 'Accept: */*']));
  assert.equal(reply.status, 201);
  assert.match(reply.head, /\r\nX-Own: \xe9\r\n/);
  assert.ok(reply.body === PICTURE);
});
