/** The thread of the built proxy that exports spans: what it sends, how it ends, and what its end means for spans. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createExporterThread } from '#proxy/tracing/exporter-thread.ts';
import type { Exporter, ExporterStart } from '#proxy/tracing/messages.ts';
import { isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { createAuthority, skip } from '../proxy/helpers/certificates.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { CLIENT, SERVER, startReceiver } from './helpers/otlp-receiver.ts';

async function ended(pid: number): Promise<void> {
  const isRunning = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until(() => !isRunning());
  assert.ok(!isRunning(), 'the process goes on');
}

/** Only the end of the process sends what waits. */
const PATIENT = { OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' };

test('spans go to an endpoint with a private authority as protobuf, at the end of the process at the latest', {
  skip,
}, async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const authority = createAuthority(t);
  const tls = authority.sign('collector', { hosts: ['localhost'] });
  const receiver = await startReceiver(t, undefined, { tls });
  const { port, pid, backend } = await startProxyProcess(t, {
    environment: {
      ...PATIENT,
      SHUTDOWN_TIMEOUT: '20',
      OTEL_EXPORTER_OTLP_ENDPOINT: `https://localhost:${receiver.port}`,
      OTEL_EXPORTER_OTLP_CERTIFICATE: authority.path,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=t%C3%A9st',
    },
  });
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const lines = ['User-Agent: caf\xc3\xa9 "x"', 'Accept: */*'];
  const context = [`traceparent: ${parent}`, 'tracestate: a=1'];
  const passed = await exchangeRaw(port, rawRequest('/a?page=2', [...lines, ...context]));
  assert.equal(passed.status, 200);
  const attack = "/?id=1'%20OR%20'1'='1";
  assert.equal((await exchangeRaw(port, rawRequest(attack, lines))).status, 403);
  assert.equal(receiver.spans.length, 0);
  process.kill(pid, 'SIGTERM');
  const spans = await receiver.received(3);
  assert.equal(spans.length, 3);
  assert.equal(receiver.posts.length, 1);
  assert.equal(receiver.posts[0]?.headers['content-type'], 'application/x-protobuf');
  const server = spans.find(({ kind, traceState }) => kind === SERVER && traceState === 'a=1');
  assert.equal(server?.traceId, parent.slice(3, 35));
  assert.equal(server?.parentSpanId, parent.slice(36, 52));
  assert.equal(server?.flags, 0x301);
  assert.equal(server?.attributes['user_agent.original'], 'café "x"');
  assert.equal(server?.attributes['http.response.status_code'], 200);
  assert.equal(server?.resource['deployment.environment.name'], 'tést');
  const client = spans.find(({ kind }) => kind === CLIENT);
  assert.equal(client?.parentSpanId, server?.spanId);
  assert.equal(client?.attributes['server.port'], backend.port);
  const blocked = spans.find(({ attributes }) => attributes['waf.outcome'] === 'block');
  assert.ok(Number(blocked?.attributes['waf.anomaly_score.inbound']) >= 5);
  assert.ok(Array.isArray(blocked?.attributes['waf.rules.matched']));
  await ended(pid);
});

test('an endpoint without a response does not keep the process', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const silent = await startReceiver(t, () => {});
  const { port, pid, stderr } = await startProxyProcess(t, {
    environment: {
      ...PATIENT,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
      SHUTDOWN_TIMEOUT: '1',
    },
  });
  const lines = ['User-Agent: x', 'Accept: */*'];
  assert.equal((await exchangeRaw(port, rawRequest('/', lines))).status, 200);
  await until(() => silent.posts.length === 1);
  process.kill(pid, 'SIGTERM');
  await ended(pid);
  assert.equal(silent.posts.length, 1);
  const warning = /traces: 2 spans were not sent to \S+ before shutdown/;
  await until(() => warning.test(stderr()));
  assert.match(stderr(), warning);
});

const START: ExporterStart = {
  kind: 'Exporter',
  url: 'http://127.0.0.1:1',
  headers: {},
  protocol: 'http/json',
  compression: 'none',
  timeout: 1000,
  certificates: {},
  resource: {},
  redact: 'secrets',
};

function programOf(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-thread-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'program.cjs');
  writeFileSync(path, text);
  return path;
}

/** Sends batches that the program takes; it says of each which thread has it. */
const PROGRAM = `
  const { parentPort, threadId } = require('node:worker_threads');
  let batches = 0;
  parentPort.on('message', ({ kind }) => {
    if (kind !== 'Send') return;
    batches += 1;
    if (batches === 2) { END }
    parentPort.postMessage({ kind: 'Lost', reason: 'thread ' + threadId });
  });`;

/** How a thread ends at its second batch, and the reason that is given. */
const endings: readonly (readonly [statement: string, reason: string])[] = [
  ["throw new Error('broken')", 'broken'],
  ['process.exit()', 'the thread has ended'],
  ['const held = []; for (;;) held.push(new Array(1e5).fill(0.5))', 'Worker terminated due to'],
];

async function reasonOf(exporter: Exporter, batch: number): Promise<string> {
  const sent = await exporter.send(batch);
  return sent.kind === 'Lost' ? sent.reason : '';
}

test('a thread that ends loses its batches, and the next one has another thread', async (t) => {
  let ran = 0;
  for (const [statement, reason] of endings) {
    await t.test(rowTitle(statement), async (row) => {
      const exporter = createExporterThread(
        programOf(row, PROGRAM.replace('END', statement)),
        START,
      );
      row.after(exporter.end);
      const first = await reasonOf(exporter, 0);
      assert.match(first, /^thread \d+$/);
      exporter.add(1, []);
      exporter.add(2, []);
      const second = await reasonOf(exporter, 1);
      assert.ok(second.startsWith(reason), second);
      // The thread had a part of it.
      exporter.add(2, []);
      assert.equal(await reasonOf(exporter, 2), second);
      exporter.add(3, []);
      const third = await reasonOf(exporter, 3);
      assert.match(third, /^thread \d+$/);
      assert.notEqual(first, third);
      ran += 1;
    });
  }
  assert.equal(ran, 3);
});

test('a program that is not there loses the batch', async () => {
  const exporter = createExporterThread('/nowhere/proxy.js', START);
  assert.match(await reasonOf(exporter, 0), /\/nowhere\/proxy\.js/);
});
