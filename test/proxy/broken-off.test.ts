/** What is left when something fails in the middle of an exchange: nothing on disk, and a record. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { memoryBody } from '#proxy/body/memory-body.ts';
import { createOneAtATime } from '#proxy/body/one-at-a-time.ts';
import { newExchange } from '#proxy/exchange/exchange.ts';
import type { Flow } from '#proxy/exchange/flow.ts';
import type { Gateway } from '#proxy/exchange/gateway.ts';
import { inspectBody } from '#proxy/exchange/inspect-body.ts';
import { serveMalformed } from '#proxy/exchange/serve-malformed.ts';
import type { ClientMessage } from '#proxy/http/client-message.ts';
import { watchConnection } from '#proxy/http/connections.ts';
import { openInspection } from '#proxy/waf/inspection.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const PEER = {
  address: '192.0.2.1',
  port: 1,
  localAddress: '192.0.2.2',
  localPort: 80,
  scheme: 'http',
} as const;

test('a decoded body leaves nothing on disk when it cannot be read back', async () => {
  const waf = stubWaf({ settings: { requestBodyInMemoryLimit: 1000, dataDir: tmpdir() } });
  const profile = { name: 'pl1', waf, services: {}, records: undefined };
  const message = {
    method: 'POST',
    target: '/',
    httpVersion: '1.1',
    headers: [['Content-Encoding', 'gzip']],
    peer: PEER,
  } as unknown as ClientMessage;
  const head = {
    method: 'POST',
    target: '/',
    protocol: 'HTTP/1.1',
    headers: message.headers,
    remoteAddress: PEER.address,
    remotePort: 1,
    serverAddress: PEER.localAddress,
    serverPort: 80,
    serverName: 'web.test',
  };
  const policy = { mode: undefined, onError: 'closed' } as const;
  const opened = openInspection(profile as never, head, 'id', policy);
  assert.ok(opened.kind === 'Open');
  const spool = { limit: 1_000_000, used: 0 };
  let mostUsed = 0;
  const warnings: string[] = [];
  const reclaimer = {
    moving: () => {},
    reading: () => {
      mostUsed = spool.used;
      throw new Error('the disk fails');
    },
    inspecting: () => {},
  };
  const flow = {
    gateway: {
      settings: { auditSync: false },
      spool,
      bodyMemory: { limit: 0, used: 0 },
      reclaimer,
      largeBodies: createOneAtATime(),
      warnOnce: (_trouble: string, line: string) => warnings.push(line),
    },
    exchange: { ...newExchange('id', message, 'untrusted', undefined), ...opened },
    response: { destroyed: true },
    partialBody: false,
  } as unknown as Flow;
  const body = memoryBody([gzipSync('x'.repeat(200_000))]);
  assert.equal(await inspectBody(flow, opened.inspection as never, body), false);
  assert.equal(mostUsed, 200_000, 'it was on disk');
  assert.equal(spool.used, 0);
  assert.deepEqual(warnings, [
    'request bodies cannot be stored and read back: the disk fails; their requests get 503',
  ]);
});

test('a refused message has a record when the limit of its client cannot be found out', async (t) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const accepted = once(server, 'connection');
  const client = connect(address.port, '127.0.0.1');
  client.on('error', () => {});
  const [socket]: Socket[] = await accepted;
  assert.ok(socket);
  watchConnection(socket, true);
  client.write('GET / HTTP/9.9\r\nHost: web.test\r\n\r\n');
  await once(socket, 'data');
  const records: string[] = [];
  const warnings: string[] = [];
  const inProgress = { count: 0 };
  let wasInProgress = 0;
  const gateway = {
    settings: { engineMode: 'on', auditRedact: true, sharedTimeout: 0 },
    clients: { trustIn: () => 'untrusted', addressOf: () => PEER.address },
    rules: () => ({ policies: { choose: () => ({ kind: 'None' }), fallback: {} } }),
    takeToken: async () => {
      wasInProgress = inProgress.count;
      throw new Error('no response');
    },
    inProgress,
    observe: () => {},
    accessLog: { write: (line: string) => records.push(line) },
    commitLogs: () => {},
    warn: (line: string) => warnings.push(line),
  } as unknown as Gateway;
  serveMalformed(gateway, socket, { code: 'HPE_INVALID_VERSION' });
  await until(() => socket.destroyed);
  assert.deepEqual([wasInProgress, inProgress.count], [1, 0], 'an end of the process waits for it');
  assert.equal(records.length, 1);
  assert.match(records[0] ?? '', /"uri":"\/","proto":"HTTP\/9\.9","status":0/);
  assert.deepEqual(warnings, ['malformed message: Error: no response']);
  client.destroy();
});
