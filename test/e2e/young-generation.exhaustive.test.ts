/**
 * What a request allocates is free again at the next minor garbage collection. When something old still refers to it
 * (a collection that is in use for long, or an object that V8 has put into the old generation), the collections take
 * several times as long, and the heap grows until a full one.
 */
import assert from 'node:assert/strict';
import { Agent, type RequestOptions, request } from 'node:http';
import { test } from 'node:test';
import { toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { builtInMixes } from '#scripts/bench/built-in-mixes.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const CLIENTS = 16;
const WARM_UP = 800;
const REQUESTS = 1200;
/** Of some 150 KB that a request allocates. */
const MOST_BYTES = 2500;
const LEAST_COLLECTIONS = 5;
/** Lines of V8 have NAME=VALUE up to Node 24, and JSON from Node 26 on. */
const MINOR = / gc=s |"gc":"s"/;
const PROMOTED = /[ ,]"?promoted"?[=:]([0-9]+)/;

const requests = builtInMixes
  .filter(({ name }) => name === 'browse' || name === 'form')
  .flatMap(({ lines }) => lines.map(toRequest));

for (const keepAlive of [true, false]) {
  const connections = keepAlive ? 'connections that are kept' : 'a connection for each request';
  test(`requests leave nothing in the old generation: ${connections}`, async (t) => {
    if (!isBuilt(t, PROXY)) return;
    const { port, stdout } = await startProxyProcess(t, { nodeArguments: ['--trace-gc-nvp'] });
    const agent = new Agent({ keepAlive, maxSockets: CLIENTS });
    t.after(() => agent.destroy());
    await sendAll({ port, agent }, WARM_UP);
    const before = stdout().length;
    await sendAll({ port, agent }, REQUESTS);
    const collections = stdout()
      .slice(before)
      .split('\n')
      .filter((line) => MINOR.test(line));
    const promoted = collections.reduce((sum, line) => sum + promotedBytes(line), 0) / REQUESTS;
    t.diagnostic(
      `${collections.length} minor collections; ${promoted.toFixed(0)} bytes a request became old`,
    );
    assert.ok(collections.length >= LEAST_COLLECTIONS, `${collections.length} collections`);
    assert.ok(promoted < MOST_BYTES, `${promoted} bytes a request became old`);
  });
}

function promotedBytes(line: string): number {
  const bytes = PROMOTED.exec(line)?.[1];
  assert.ok(bytes !== undefined, `no bytes in: ${line}`);
  return Number(bytes);
}

async function sendAll(to: RequestOptions, count: number): Promise<void> {
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const { method, target, headers, body } = requests[sent % requests.length] ?? assert.fail();
      const fields = Object.fromEntries(headers);
      const status = await send({ ...to, method, path: target, headers: fields }, body);
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function send(options: RequestOptions, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, Host: 'web.test', 'Content-Length': body.length };
    request({ ...options, host: '127.0.0.1', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end(body, 'latin1');
  });
}
