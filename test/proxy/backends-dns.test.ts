/** Names of backends whose addresses change, by a DNS server of the test. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import {
  type Answer,
  createHostAddresses,
  type HostAddresses,
  lookUpBy,
} from '#proxy/backend/host-addresses.ts';
import { startBackend } from './helpers/backend.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { wait } from './helpers/start-process.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

type DnsServer = {
  readonly port: number;
  /** IPv4 addresses of every name; 'fail': SERVFAIL. */
  addresses: readonly string[] | 'fail';
  /** True: every name has ::1, too. */
  hasSix: boolean;
  /** Queries of this family are answered with SERVFAIL. */
  failing: 4 | 6 | undefined;
  queries: number;
};

const TYPE_A = 1;
const TYPE_AAAA = 28;
/** ::1 */
const ONE_OF_SIX = [...Array.from({ length: 15 }, () => 0), 1];
const ONE_SECOND = [0, 0, 0, 1];

/** RFC 1035 section 4, as much of it as a test needs. */
async function startDns(t: TestContext, first: readonly string[]): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server = {
    port: 0,
    addresses: first as DnsServer['addresses'],
    hasSix: false,
    failing: undefined as DnsServer['failing'],
    queries: 0,
  };
  socket.on('message', (query, { port, address }) => {
    server.queries += 1;
    let end = 12;
    while (query[end] !== 0) end += (query[end] ?? 0) + 1;
    const question = query.subarray(12, end + 5);
    const isA = query.readUInt16BE(end + 1) === TYPE_A;
    const { addresses, hasSix, failing } = server;
    const isFailing = addresses === 'fail' || failing === (isA ? 4 : 6);
    const four = isFailing || !isA ? [] : addresses;
    const six = isFailing || isA || !hasSix ? [] : [ONE_OF_SIX];
    const records = [...four.map((text) => text.split('.').map(Number)), ...six];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(isFailing ? 0x8182 : 0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = records.map((record) =>
      Buffer.from([
        0xc0,
        12,
        0,
        isA ? TYPE_A : TYPE_AAAA,
        0,
        1,
        ...ONE_SECOND,
        0,
        record.length,
        ...record,
      ]),
    );
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  server.port = socket.address().port;
  return server;
}

test('addresses change: new connections go to the new ones; a failed lookup keeps the old', async (t) => {
  const one = await startBackend();
  const { port } = one;
  const two = await startBackend(undefined, port, '127.0.0.2');
  t.after(() => Promise.all([one.close(), two.close()]));
  const dns = await startDns(t, ['127.0.0.1']);
  const proxy = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [`app.test:${port}`] }),
      BACKEND_RESOLVER: `127.0.0.1:${dns.port}`,
      BACKEND_DNS_TTL: '0.1',
    },
  });
  const get = async (): Promise<number> => (await exchangeRaw(proxy.port, rawRequest('/'))).status;
  assert.equal(await get(), 200);
  assert.equal(await get(), 200);
  assert.deepEqual([one.requests.length, two.requests.length], [2, 0]);
  dns.addresses = ['127.0.0.2'];
  const before = dns.queries;
  await until(() => dns.queries >= before + 4);
  // The idle connection to the old address is left alone.
  assert.equal(await get(), 200);
  assert.deepEqual([one.requests.length, two.requests.length], [2, 1]);
  dns.addresses = 'fail';
  const warned = (): boolean =>
    proxy.warnings.some((line) => /lookup of app\.test failed/.test(line));
  await until(warned);
  assert.match(
    proxy.warnings.filter((line) => line.includes('lookup')).join('\n'),
    /^BACKENDS: lookup of app\.test failed \(.*ESERVFAIL.*\); still using 127\.0\.0\.2$/,
  );
  assert.equal(await get(), 200);
  assert.deepEqual([one.requests.length, two.requests.length], [2, 2]);
  dns.addresses = ['127.0.0.1'];
  const failed = dns.queries;
  await until(() => dns.queries >= failed + 4);
  assert.equal(await get(), 200);
  assert.deepEqual([one.requests.length, two.requests.length], [3, 2]);
});

test('a name without an address is 502, and resolved again', async (t) => {
  const backend = await startBackend();
  t.after(() => backend.close());
  const dns = await startDns(t, []);
  const proxy = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [`app.test:${backend.port}`] }),
      BACKEND_RESOLVER: `127.0.0.1:${dns.port}`,
      BACKEND_DNS_TTL: '60',
    },
  });
  const none = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(none.status, 502);
  assert.match(none.body, /^Bad Gateway: dial tcp: no such host\n/);
  dns.addresses = 'fail';
  const failed = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.match(failed.body, /^Bad Gateway: dial tcp: temporary failure in name resolution\n/);
  dns.addresses = ['127.0.0.1'];
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
});

function firstOf(addresses: HostAddresses, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    addresses.lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else if (typeof found === 'string') reject(new Error('one address'));
      else resolve(found.map(({ address }) => address).join(' '));
    });
  });
}

test('one lookup for all connections within the TTL, which takes addresses in turn', async () => {
  let lookups = 0;
  const lookUp = async (): Promise<Answer> => {
    lookups += 1;
    const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
    return {
      addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ttl: Number.POSITIVE_INFINITY,
    };
  };
  const addresses = createHostAddresses(lookUp, 3_600_000, () => {});
  const orders = await Promise.all([1, 2, 3, 4].map(() => firstOf(addresses, 'a.test')));
  assert.deepEqual(orders, [
    '192.0.2.1 192.0.2.2 2001:db8::1',
    '192.0.2.2 2001:db8::1 192.0.2.1',
    '2001:db8::1 192.0.2.1 192.0.2.2',
    '192.0.2.1 192.0.2.2 2001:db8::1',
  ]);
  assert.equal(lookups, 1);
  assert.deepEqual(
    ['192.0.2.2', '192.0.2.3'].map((address) => addresses.isCurrent('a.test', address)),
    [true, false],
  );
  addresses.stop();
});

test('a name that is forgotten is not looked up again, even if its first lookup ends later', async () => {
  let lookups = 0;
  let isHeld = true;
  let found: () => void = () => {};
  const lookUp = async (): Promise<Answer> => {
    lookups += 1;
    if (isHeld)
      await new Promise<void>((resolve) => {
        found = resolve;
      });
    return { addresses: [{ address: '192.0.2.1', family: 4 }], ttl: 0 };
  };
  const addresses = createHostAddresses(lookUp, 5, () => {});
  const connecting = firstOf(addresses, 'a.test');
  addresses.forget('a.test');
  found();
  assert.equal(await connecting, '192.0.2.1');
  await wait(50);
  assert.equal(lookups, 1);

  isHeld = false;
  await firstOf(addresses, 'a.test');
  await until(() => lookups > 5);
  addresses.forget('a.test');
  const before = lookups;
  await wait(50);
  assert.ok(lookups <= before + 1, 'a lookup may have begun');
  addresses.stop();
});

test('when the query for one family fails, its last addresses stay', async (t) => {
  const dns = await startDns(t, ['127.0.0.1', '127.0.0.2']);
  const lookUp = lookUpBy([`127.0.0.1:${dns.port}`]);
  const found = async (): Promise<string> =>
    (await lookUp('app.test')).addresses.map(({ address }) => address).join(' ');
  dns.failing = 6;
  assert.equal(await found(), '127.0.0.1 127.0.0.2', 'some servers answer no query for IPv6');
  dns.failing = undefined;
  dns.hasSix = true;
  assert.equal(await found(), '127.0.0.1 127.0.0.2 ::1');
  dns.failing = 4;
  assert.equal(await found(), '127.0.0.1 127.0.0.2 ::1');
  dns.failing = undefined;
  dns.addresses = ['127.0.0.3'];
  assert.equal(await found(), '127.0.0.3 ::1');
  dns.failing = 6;
  dns.hasSix = false;
  assert.equal(await found(), '127.0.0.3 ::1');
  dns.failing = undefined;
  assert.equal(await found(), '127.0.0.3');
});
