/** A body that is held for the rules: what the rest of the application and of the connection must not notice. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type Middleware, portcullis } from '#adapters/node/index.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let inspect: Middleware;
before(async () => {
  inspect = portcullis({ waf: await wafOf(RULES), onAudit: () => undefined });
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
after(() => agent.destroy());

/** More than a stream buffers before it asks the sender to wait. */
const LONG = `q=${'x'.repeat(300_000)}`;

/** Posts a form; all on one connection. */
async function post(port: number, body: string): Promise<string> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', agent, headers });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  assert.ok(response !== undefined);
  return `${response.statusCode} ${(await text(response)).split('\n')[0]}`;
}

async function listen(
  listener: RequestListener,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

for (const [when, wait] of [
  ['at once', (then: () => void) => then()],
  ['after some of the body has arrived', (then: () => void) => void setTimeout(then, 30)],
] as const) {
  test(`a body that the application does not read leaves the connection usable, inspected ${when}`, async () => {
    const { port, connections } = await listen((received, response) =>
      wait(() => inspect(received, response, () => response.end('ok'))),
    );
    for (const body of ['q=1', LONG, 'q=2', LONG]) assert.equal(await post(port, body), '200 ok');
    assert.equal(await post(port, 'q=attack'), '403 Request blocked by WAF (body)');
    assert.equal(await post(port, 'q=3'), '200 ok');
    assert.equal(connections(), 1);
  });

  test(`a body that the application reads late is the whole one, inspected ${when}`, async () => {
    const { port, connections } = await listen((received, response) =>
      wait(() =>
        inspect(received, response, () => {
          setTimeout(async () => response.end(`${(await text(received)).length}`), 20);
        }),
      ),
    );
    assert.equal(await post(port, 'q=1'), '200 3');
    assert.equal(await post(port, LONG), `200 ${LONG.length}`);
    assert.equal(await post(port, LONG), `200 ${LONG.length}`);
    assert.equal(connections(), 1);
  });
}

test('the application runs in the asynchronous context in which the adapter was called', async () => {
  const storage = new AsyncLocalStorage<string>();
  const { port } = await listen((received, response) =>
    storage.run('of the request', () =>
      inspect(received, response, () => response.end(storage.getStore())),
    ),
  );
  assert.equal(await post(port, 'q=1'), '200 of the request');
  assert.equal(await post(port, LONG), '200 of the request');
});
