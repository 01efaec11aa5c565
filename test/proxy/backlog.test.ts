/** Clients that connect while the process is busy. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createListeningSocket } from '#proxy/process/listening-socket.ts';
import { tcpConnections } from './helpers/tcp-connections.ts';

const COUNT = 700;
/** The state of a connection that the other side has not completed. */
const SYN_SENT = '02';

/** Returns the states of the connections to a port of this machine, as their clients have them. */
function statesOf(port: number): string[] {
  return tcpConnections()
    .filter(({ remotePort }) => remotePort === port)
    .map(({ state }) => state);
}

function systemLimit(): number {
  return Number(readFileSync('/proc/sys/net/core/somaxconn', 'latin1'));
}

const skip =
  process.platform === 'linux' && systemLimit() >= COUNT
    ? false
    : `needs Linux whose net.core.somaxconn is ${COUNT} or more`;

test(`${COUNT} clients connect before the first is accepted`, { skip }, async (t) => {
  const address = { port: 0, host: '127.0.0.1', names: { port: 'PORT', host: 'LISTEN_HOST' } };
  const listening = createListeningSocket(address, (socket) => socket.destroy(), false);
  assert.equal(await listening.open(), undefined);
  const port = listening.port();
  const clients = Array.from({ length: COUNT }, () => {
    const client = connect(port, '127.0.0.1');
    return client.on('error', () => {}).resume();
  });
  t.after(async () => {
    for (const client of clients) client.destroy();
    await listening.close();
  });
  // All have asked the system to connect then, and no event of the server has been handled.
  const states = await new Promise<string[]>((resolve) => {
    process.nextTick(() => resolve(statesOf(port)));
  });
  assert.equal(states.length, COUNT);
  assert.equal(states.filter((state) => state === SYN_SENT).length, 0);
});
