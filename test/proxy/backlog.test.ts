/** Clients that connect while the process is busy. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createListeningSocket } from '#proxy/process/listening-socket.ts';

const COUNT = 700;
/** In proc_net_tcp(5), the state of a connection that the other side has not completed. */
const SYN_SENT = '02';

/** Returns the states of the connections to a port of this machine. */
function statesOf(port: number): string[] {
  const end = `:${port.toString(16).padStart(4, '0').toUpperCase()}`;
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote = '']) => remote.endsWith(end))
    .map(([, , , state = '']) => state);
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
