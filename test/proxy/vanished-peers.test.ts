/** Peers of upgraded connections that vanish without an end: TCP keep-alive probes notice them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { createAuthority, skip as withoutCertificates } from './helpers/certificates.ts';
import { rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy, type TestProxyOptions } from './helpers/start-proxy.ts';
import { tcpConnections } from './helpers/tcp-connections.ts';
import { until } from './helpers/until.ts';

const HANDSHAKE = rawRequest('/', [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]);
const OPTIONS: TestProxyOptions = {
  environment: { ALLOW_UPGRADE: 'on' },
  respond: (_request, socket) =>
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ),
};
const elsewhere =
  process.platform === 'linux' ? false : 'only Linux lists the timers of connections';
/** The timer of a connection that is probed when it is silent. */
const KEEP_ALIVE = '02';

/** Returns the timer of the connection between two ports of this machine, as the end at `local` has it. */
function timerOf(local: number, remote: number): string | undefined {
  const found = tcpConnections().find(
    ({ localPort, remotePort }) => localPort === local && remotePort === remote,
  );
  return found?.timer;
}

/** Opens a WebSocket, and checks that both connections of the proxy are probed. */
async function checkProbes({ port, backend }: TestProxy, client: Socket): Promise<void> {
  client.write(HANDSHAKE);
  const [reply] = await once(client, 'data');
  assert.match(String(reply), /^HTTP\/1\.1 101 /);
  const ends = [
    [port, client.localPort ?? 0],
    [backend.requests[0]?.socket.remotePort ?? 0, backend.port],
  ] as const;
  for (const [local, remote] of ends) {
    await until(() => timerOf(local, remote) === KEEP_ALIVE);
    assert.equal(timerOf(local, remote), KEEP_ALIVE, `${local} to ${remote}`);
  }
  client.destroy();
}

test('both sides of a WebSocket are probed', { skip: elsewhere }, async (t) => {
  const proxy = await startTestProxy(t, OPTIONS);
  await checkProbes(proxy, connect(proxy.port, '127.0.0.1'));
});

test('both sides of a WebSocket over TLS are probed', {
  skip: elsewhere || withoutCertificates,
}, async (t) => {
  const authority = createAuthority(t);
  const { cert, key } = authority.sign('web', { hosts: ['web.test'] });
  const environment = { ...OPTIONS.environment, TLS_CERT: cert, TLS_KEY: key };
  const proxy = await startTestProxy(t, { ...OPTIONS, environment });
  const { port } = proxy;
  const options = { host: '127.0.0.1', port, servername: 'web.test', ca: authority.pem };
  const client = connectTls(options);
  await once(client, 'secureConnect');
  await checkProbes(proxy, client);
});
