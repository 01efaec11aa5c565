/** The ports for administration and redirects: their connections are limited and end in time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openAdminPort } from '#proxy/process/admin-port.ts';
import type { OpenedPort } from '#proxy/process/opened-port.ts';
import { openRedirectPort } from '#proxy/process/redirect-port.ts';
import { type ProxySettings, readSettings } from '#proxy/settings/read-settings.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { until } from './helpers/until.ts';

type Row = readonly [
  setting: string,
  open: (settings: ProxySettings) => Promise<OpenedPort>,
  target: string,
  status: number,
];

const SOURCES = { readiness: () => ({}), metrics: async () => '' };
const ROWS: readonly Row[] = [
  ['REDIRECT_PORT', openRedirectPort, '/', 308],
  ['ADMIN_PORT', (settings) => openAdminPort(settings, SOURCES), '/healthz', 200],
];

async function openPort(
  t: TestContext,
  [setting, open]: Row,
  environment: Record<string, string>,
): Promise<{ readonly port: number; readonly close: () => void | Promise<void> }> {
  const { settings } = readSettings({ [setting]: '0', LISTEN_HOST: '127.0.0.1', ...environment });
  const opened = await open(settings);
  assert.ok(opened.kind === 'Open' && opened.port !== undefined);
  t.after(opened.close);
  return { port: opened.port, close: opened.close };
}

test('closing REDIRECT_PORT or ADMIN_PORT ends connections with half a head, too', async (t) => {
  for (const row of ROWS) {
    const [, , target, status] = row;
    const { port, close } = await openPort(t, row, { HEADERS_TIMEOUT: '600' });
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: ');
    // The answer to a later request says that the half of this one has arrived.
    assert.equal((await exchangeRaw(port, rawRequest(target))).status, status);
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(15_000) });
    await close();
    await closed;
    assert.equal(socket.destroyed, true);
  }
  assert.equal(ROWS.length, 2);
});

test('connections to REDIRECT_PORT and ADMIN_PORT are limited, and silent ones are closed in time', async (t) => {
  for (const row of ROWS) {
    const [setting, , target, status] = row;
    const { port } = await openPort(t, row, { MAX_CONNECTIONS: '20', HEADERS_TIMEOUT: '1' });
    const begun = performance.now();
    const closedAt: number[] = [];
    const clients = Array.from({ length: 50 }, () => {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => {});
      client.on('close', () => closedAt.push(performance.now() - begun));
      return client.resume();
    });
    t.after(() => {
      for (const client of clients) client.destroy();
    });
    await until(() => closedAt.length === 50);
    const atOnce = closedAt.filter((ms) => ms < 900);
    assert.equal(atOnce.length, 30, setting);
    const last = closedAt.at(-1) ?? 0;
    assert.ok(last < 8000, `${setting}: ${last} ms`);
    assert.equal((await exchangeRaw(port, rawRequest(target))).status, status, setting);
  }
  assert.equal(ROWS.length, 2);
});
