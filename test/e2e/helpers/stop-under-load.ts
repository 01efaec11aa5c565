/** Stops the built proxy by SIGTERM while clients open connections, and counts what becomes of their requests. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { addFigures } from '#scripts/service-figures.ts';
import { startBackend } from '../../proxy/helpers/backend.ts';
import { freePort } from '../../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../../proxy/helpers/raw-client.ts';
import { until } from '../../proxy/helpers/until.ts';
import { runBuilt } from './run-built.ts';

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

/**
 * Stops one proxy for each row of WORKERS and milliseconds of SHUTDOWN_DELAY. Asserts that none refuses a connection
 * before the delay is over, or resets one that it has accepted; returns a line with the sums.
 */
export async function stopUnderLoad(
  t: TestContext,
  rows: readonly (readonly [workers: string, delayMs: number])[],
): Promise<string> {
  const backend = await startBackend((_request, socket) => {
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 5);
  });
  t.after(() => backend.close());
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
  return `${rows.length} stops under load: ${sums.answered} answered, ${sums.refused} refused after the delay, ${sums.broken} reset at its end`;
}
