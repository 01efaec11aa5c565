/** Calls by which applications respond on node:http: they have the same effect with the adapter as without. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { portcullis } from '#adapters/node/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

type Application = (response: ServerResponse, request: IncomingMessage) => void;

/** Returns the response of an application, with the adapter or without. */
async function responseOf(application: Application, guarded: boolean): Promise<Response> {
  const guard = portcullis({ waf, onAudit: () => undefined });
  const server = createServer({ rejectNonStandardBodyWrites: true }, (request, response) => {
    const run = (): void => application(response, request);
    if (guarded) guard(request, response, run);
    else run();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) });
}

/** Headers that say how the body is framed, or when and how the connection ends. */
const HOP_BY_HOP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

async function described(response: Response): Promise<object> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  return { status: response.status, headers, body: await response.text() };
}

const TEXT = { 'Content-Type': 'text/plain' };
const cases: Readonly<Record<string, Application>> = {
  'status 204 without a body, where a body is an error': (response) =>
    response.writeHead(204, TEXT).end(),
  'status 304 without a body, where a body is an error': (response) =>
    response.writeHead(304, TEXT).end(),
  'a list of names and values, one of them a list': (response) => {
    response.setHeader('X-Before', '1').setHeader('X-Replaced', '1');
    response.writeHead(200, [
      'Content-Type',
      'text/plain',
      'Set-Cookie',
      ['a=1', 'b=2'],
      'x-replaced',
      '2',
    ]);
    response.end('text');
  },
  'a list of names and values, one name twice': (response) =>
    response.writeHead(200, ['Content-Type', 'text/plain', 'X-A', '1', 'x-a', '2']).end('text'),
  // Node's types do not have pairs.
  'a list of pairs, one value a list': (response) => {
    const pairs = [Object.entries(TEXT).flat(), ['Set-Cookie', ['a=1', 'b=2']]];
    Reflect.apply(response.writeHead, response, [200, pairs]);
    response.end('text');
  },
  'end without a chunk': (response) => response.writeHead(200, TEXT).end(),
};

test('a response that rules read is the one that the application has written', async (t) => {
  let ran = 0;
  for (const [title, application] of Object.entries(cases)) {
    await t.test(title, async () => {
      const [own, guarded] = [
        await responseOf(application, false),
        await responseOf(application, true),
      ];
      assert.deepEqual(await described(guarded), await described(own));
    });
    ran += 1;
  }
  assert.equal(ran, 6);
});

test('an application that waits for its writes continues after the response is refused', async (t) => {
  const written = (call: (done: () => void) => unknown): Promise<void> =>
    new Promise((resolve) => {
      call(resolve);
    });
  const refused: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    'by its head': async (response) => {
      response.writeHead(200, { ...TEXT, 'X-Leak': '1' });
      await written((done) => response.write('one', done));
      await written((done) => response.write('two', 'latin1', done));
      await written((done) => response.end('three', done));
    },
    'by its body': async (response) => {
      response.writeHead(200, TEXT);
      await written((done) => response.write('secret', done));
      await written((done) => response.end(done));
      await written((done) => response.end('three', 'latin1', done));
    },
  };
  let ran = 0;
  for (const [title, respond] of Object.entries(refused)) {
    await t.test(title, { timeout: 10_000 }, async () => {
      let application: Promise<void> | undefined;
      const { status } = await responseOf((response) => {
        application = respond(response);
      }, true);
      await application;
      assert.ok(status >= 500, `${status}`);
    });
    ran += 1;
  }
  assert.equal(ran, 2);
});
