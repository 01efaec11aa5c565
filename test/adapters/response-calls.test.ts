/** Calls by which applications respond on node:http: they have the same effect with the adapter as without. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { portcullis } from '../../runtime/adapters/node/index.ts';
import type { CompiledWaf } from '../../runtime/engine/host/compiled-waf.ts';
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

const TEXT = { 'Content-Type': 'text/plain' };
const cases: Readonly<Record<string, Application>> = {
  'status 204 without a body, where a body is an error': (response) =>
    response.writeHead(204, TEXT).end(),
  'status 304 without a body, where a body is an error': (response) =>
    response.writeHead(304, TEXT).end(),
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
      const { status } = own;
      assert.deepEqual(
        { status: guarded.status, body: await guarded.text() },
        { status, body: await own.text() },
      );
    });
    ran += 1;
  }
  assert.equal(ran, 3);
});
