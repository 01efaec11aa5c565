import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openRedirectPort } from '#proxy/process/redirect-port.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';

test('closing REDIRECT_PORT ends connections with half a head, too', async (t) => {
  const { settings } = readSettings({
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    HEADERS_TIMEOUT: '600',
  });
  const opened = await openRedirectPort(settings);
  assert.ok(opened.kind === 'Open' && opened.port !== undefined);
  const socket = connect(opened.port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: ');
  // The answer to a later request says that the half of this one has arrived.
  assert.equal((await exchangeRaw(opened.port, rawRequest('/'))).status, 308);
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(15_000) });
  opened.close();
  await closed;
  assert.equal(socket.destroyed, true);
});
