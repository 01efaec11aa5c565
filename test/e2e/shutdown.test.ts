/** SIGTERM: the proxy accepts until its delay is over, then answers what it has accepted. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { addFigures } from '../../scripts/service-figures.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

/** What becomes of one request on a connection of its own. */
type Fate = 'answered' | 'refused' | 'broken';

/**
 * The system resets connections that it has completed and the proxy has not accepted when the socket closes: a busy
 * machine may stop the proxy at that very moment.
 */
const CLOSING_MS = 250;

const REQUEST = rawRequest('/', ['User-Agent: x', 'Accept: */*', 'Connection: close']);

function attempt(port: number): Promise<Fate> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST));
    let bytes = '';
    let fate: Fate = 'broken';
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      if (/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n[\s\S]*ok/.test(bytes)) fate = 'answered';
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') fate = 'refused';
    });
    socket.on('close', () => resolve(fate));
  });
}

test('no connection is refused before SHUTDOWN_DELAY is over, none that was accepted is reset', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend((_request, socket) => {
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 5);
  });
  t.after(() => backend.close());
  const rows = [
    ['0', 1000],
    ['2', 1000],
    ['0', 0],
    ...Array.from({ length: 6 }, () => ['4', 0] as const),
  ] as const;
  const sums = { answered: 0, refused: 0, broken: 0 };
  for (const [workers, delayMs] of rows) {
    const adminPort = await freePort();
    const run = await runBuilt(t, {
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      WORKERS: workers,
      SHUTDOWN_DELAY: String(delayMs / 1000),
      ADMIN_PORT: String(adminPort),
    });
    const fates = { answered: 0, refused: 0, broken: 0 };
    const brokenAt: number[] = [];
    let stoppedAt = 0;
    let refusedAt = 0;
    const client = async (): Promise<void> => {
      while (refusedAt === 0) {
        const beganAt = performance.now();
        const fate = await attempt(run.port);
        fates[fate] += 1;
        if (fate === 'broken') brokenAt.push(beganAt);
        if (fate === 'refused' && refusedAt === 0) refusedAt = performance.now();
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await until(() => fates.answered > 50);
    run.child.kill('SIGTERM');
    stoppedAt = performance.now();
    if (delayMs > 0) {
      const ready = async (): Promise<string> =>
        (await exchangeRaw(adminPort, rawRequest('/readyz'))).bytes;
      await until(async () => (await ready()).startsWith('HTTP/1.1 503'));
      assert.match(await ready(), /"accepting":false/);
      assert.equal(await attempt(run.port), 'answered', 'still accepted while not ready');
      assert.equal(refusedAt, 0);
    }
    await Promise.all(clients);
    assert.equal(await run.exit, 0, run.stderr());
    const shown = `WORKERS=${workers} SHUTDOWN_DELAY=${delayMs / 1000}: ${JSON.stringify(fates)}`;
    const early = brokenAt.filter((time) => time < refusedAt - CLOSING_MS);
    assert.equal(early.length, 0, shown);
    assert.ok(
      brokenAt.every((time) => time >= stoppedAt + delayMs - CLOSING_MS),
      shown,
    );
    assert.ok(refusedAt - stoppedAt >= delayMs - 1, `refused after ${refusedAt - stoppedAt} ms`);
    for (const fate of ['answered', 'refused', 'broken'] as const) sums[fate] += fates[fate];
  }
  addFigures({ cases: sums.answered });
  assert.equal(rows.length, 9);
  console.log(
    `${rows.length} stops under load: ${sums.answered} answered, ${sums.refused} refused after the delay, ${sums.broken} reset at its end`,
  );
});

test('a connection that waits for its first request is served during the delay', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend();
  t.after(() => backend.close());
  for (const workers of ['0', '2']) {
    const run = await runBuilt(t, {
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      WORKERS: workers,
      SHUTDOWN_DELAY: '1',
    });
    const kept = rawRequest('/', ['User-Agent: x', 'Accept: */*']);
    const parts = [kept, rawRequest('/', ['User-Agent: x', 'Accept: */*', 'Connection: close'])];
    const two = exchangeRaw(run.port, parts, { gapMs: 600, untilClose: true });
    await until(() => backend.requests.length > 0);
    run.child.kill('SIGTERM');
    const { bytes } = await two;
    assert.equal(bytes.split('HTTP/1.1 200').length - 1, 2, bytes);
    assert.equal(await run.exit, 0);
    backend.requests.length = 0;
  }
});
