/** Connections to the store that break after it has run a command and before its reply has arrived. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { portOf } from '../proxy/helpers/free-port.ts';
import { until } from '../proxy/helpers/until.ts';
import { ask } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';
import { startSentinel } from './helpers/sentinel.ts';

type Break = (client: Socket) => void;
type Relay = { readonly port: number; readonly breakNext: (how: Break) => void };

/** Relays to a server; `breakNext`: the next change of a record gets there, and its reply is lost with the connection. */
async function startRelay(t: TestContext, target: number): Promise<Relay> {
  let broken: Break | undefined;
  const relay = createServer((client) => {
    let isMute = false;
    const server = connect(target, '127.0.0.1');
    client.on('data', (bytes) => {
      server.write(bytes);
      const how = broken;
      if (how === undefined || !bytes.includes('Add')) return;
      broken = undefined;
      isMute = true;
      server.once('data', () => how(client));
    });
    server.on('data', (bytes) => isMute || client.write(bytes));
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  relay.listen(0, '127.0.0.1');
  t.after(() => relay.close());
  await until(() => relay.listening);
  return {
    port: portOf(relay),
    breakNext: (how) => {
      broken = how;
    },
  };
}

const COUNT = `
SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,initcol:global=all"
SecAction "id:2,phase:5,pass,nolog,setvar:global.n=+1"
`;

test('a change whose reply is lost is made once, at a server and behind a Sentinel', {
  skip,
}, async (t) => {
  const { program } = compileText(COUNT);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  const redis = await startRedis(t);
  const relay = await startRelay(t, redis.port);
  const sentinel = await startSentinel(t, { ...redis, port: relay.port });
  const urls = [
    `redis://127.0.0.1:${relay.port}`,
    `redis+sentinel://127.0.0.1:${sentinel}/main`,
  ] as const;
  const breaks: readonly Break[] = [(client) => client.end(), (client) => client.resetAndDestroy()];
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  for (const url of urls) {
    const environment = { PROXY_RATE_LIMIT: '0', SHARED_TIMEOUT: '0.5' };
    const [replica] = await startReplicas(t, 1, url, environment, { web });
    assert.ok(replica !== undefined);
    const says = (line: RegExp) => async (): Promise<boolean> => line.test(await replica.metrics());
    // The server caches the script.
    await until(says(/^waf_shared_up 1$/m));
    assert.equal((await ask(replica.port, agent, '192.0.2.1')).status, 200);
    requests += 1;
    await until(() => redis.cli('KEYS', 'pc:*:col:*') !== '');
    for (const [index, how] of breaks.entries()) {
      await until(says(/^waf_shared_up 1$/m));
      relay.breakNext(how);
      assert.equal((await ask(replica.port, agent, '192.0.2.1')).status, 200);
      requests += 1;
      await until(says(new RegExp(`^waf_shared_changes_lost_total ${index + 1}$`, 'm')));
    }
    await until(says(/^waf_shared_up 1$/m));
    assert.match(await replica.metrics(), /^waf_shared_changes_lost_total 2$/m);
    const key = redis.cli('KEYS', 'pc:*:col:*');
    assert.equal(redis.cli('HGET', key, 'v:n'), String(requests));
  }
  assert.equal(requests, 6);
  agent.destroy();
});

test('a peer that accepts connections and sends nothing is given up', async (t) => {
  const open = new Set<Socket>();
  let total = 0;
  const peer = createServer((socket) => {
    total += 1;
    open.add(socket.resume().on('error', () => {}));
    socket.once('close', () => open.delete(socket));
  });
  peer.listen(0, '127.0.0.1');
  t.after(() => peer.close());
  await until(() => peer.listening);
  for (const scheme of ['redis', 'redis+sentinel', 'redis+cluster']) {
    const path = scheme === 'redis+sentinel' ? '/main' : '';
    const address = parseStoreAddress(`${scheme}://127.0.0.1:${portOf(peer)}${path}`);
    assert.ok(address.kind === 'Value');
    const before = total;
    const store = await openRedisStore(address.value, { lost: () => {} });
    await until(() => total > before);
    store.close();
    await until(() => open.size === 0);
    assert.equal(open.size, 0, scheme);
  }
});

test('a connection that is made while the store closes is closed, too', async (t) => {
  const open = new Set<Socket>();
  const peer = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    socket.on('data', () => socket.write('+OK\r\n'));
    socket.once('close', () => open.delete(socket));
  });
  peer.listen(0, '127.0.0.1');
  t.after(() => {
    for (const socket of open) socket.destroy();
    peer.close();
  });
  await until(() => peer.listening);
  const address = parseStoreAddress(`redis://127.0.0.1:${portOf(peer)}`);
  assert.ok(address.kind === 'Value');
  const troubles: unknown[] = [];
  for (let stores = 0; stores < 10; stores += 1) {
    const store = await openRedisStore(address.value, { lost: (error) => troubles.push(error) });
    store.close();
  }
  // Longer than between two pings, with which a client that lives on would report that it is closed.
  await setTimeout(2500);
  assert.deepEqual([open.size, troubles], [0, []]);
});
