/** Middleware after the adapter that replaces the functions of a response too, for example to compress. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import express from 'express';
import { portcullis } from '#adapters/node/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let reading: CompiledWaf;
let notReading: CompiledWaf;
before(async () => {
  reading = await wafOf(RULES);
  notReading = await wafOf(RULES.replace('SecResponseBodyAccess On', 'SecResponseBodyAccess Off'));
});

/** As compression does: it ends once, and passes on what it has made of the text. */
function exclaim(response: ServerResponse): void {
  const { write, end } = response;
  let ended = false;
  const passOn = (own: unknown, chunk: unknown): unknown =>
    typeof own === 'function'
      ? Reflect.apply(own, response, chunk === undefined ? [] : [`${chunk}!`])
      : undefined;
  Object.assign(response, {
    write: (chunk: unknown) => passOn(write, chunk),
    end: (chunk: unknown) => {
      if (ended) return response;
      ended = true;
      return passOn(end, chunk);
    },
  });
}

function answer(url: string | undefined, response: ServerResponse): void {
  exclaim(response);
  response.setHeader('Content-Type', 'text/plain');
  if (url === '/leak') response.setHeader('X-Leak', '1');
  response.write('one ');
  response.write('two ');
  response.end(url === '/secret' ? 'secret' : 'three');
}

type Options = Parameters<typeof portcullis>[0];
const applications: Readonly<Record<string, (options: Options) => RequestListener>> = {
  'node:http': (options) => {
    const guard = portcullis(options);
    return (request, response) => guard(request, response, () => answer(request.url, response));
  },
  Express: (options) => {
    const app = express();
    app.use(portcullis(options));
    app.use((request, response) => answer(request.url, response));
    return app;
  },
};

async function get(listener: RequestListener, path: string): Promise<Response> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) });
}

for (const [name, start] of Object.entries(applications)) {
  test(`${name}: other functions stay after the adapter has taken its own back`, async () => {
    for (const waf of [reading, notReading]) {
      const response = await get(start({ waf, onAudit: () => undefined }), '/');
      assert.equal(await response.text(), 'one !two !three!');
    }
  });

  test(`${name}: a refused answer is replaced whole, whatever is in the middle of it`, async () => {
    const listener = start({ waf: reading, onAudit: () => undefined });
    const leak = await get(listener, '/leak');
    assert.equal(leak.status, 502);
    assert.match(await leak.text(), /^Response blocked by WAF\nRequest id: [0-9a-f-]{36}\n$/);
    const secret = await get(listener, '/secret');
    assert.equal(secret.status, 500);
    assert.match(await secret.text(), /^Response blocked by WAF\nRequest id: [0-9a-f-]{36}\n$/);
  });
}

test('the application runs in the event of a request that has no body', async () => {
  const guard = portcullis({ waf: reading, onAudit: () => undefined });
  const steps: string[] = [];
  const response = await get((request, given) => {
    guard(request, given, () => {
      steps.push('application');
      given.end('ok');
    });
    steps.push('event handled');
  }, '/');
  assert.equal(await response.text(), 'ok');
  assert.deepEqual(steps, ['application', 'event handled']);
});
