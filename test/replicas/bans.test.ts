/** Bans: by command in the shared store, by files, and by CrowdSec. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBan, runBans, runUnban } from '#compiler/cli/commands/ban/command.ts';
import { parseBlock, showBlock } from '#proxy/bans/address-block.ts';
import { createBanTable } from '#proxy/bans/ban-table.ts';
import { decisionStream, goDuration } from '#proxy/bans/crowdsec.ts';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import { ban, listBans } from '#proxy/shared/shared-bans.ts';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { portcullis } from '../helpers/command-line.ts';
import { startTestProxy, type TestProxy } from '../proxy/helpers/start-proxy.ts';
import { until } from '../proxy/helpers/until.ts';
import { ask } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

const agent = new Agent({ keepAlive: false });

async function statuses(
  replicas: readonly TestProxy[],
  client: string,
): Promise<readonly number[]> {
  return Promise.all(replicas.map(async ({ port }) => (await ask(port, agent, client)).status));
}

/** How long it takes until all replicas answer so, in milliseconds. */
async function timeUntil(
  replicas: readonly TestProxy[],
  client: string,
  status: number,
): Promise<number> {
  const began = performance.now();
  await until(async () => (await statuses(replicas, client)).every((each) => each === status));
  assert.deepEqual(
    await statuses(replicas, client),
    replicas.map(() => status),
  );
  return performance.now() - began;
}

const BLOCKS: readonly (readonly [text: string, shown: string | undefined])[] = [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['2001:DB8:0:0:1:0:0:1/128', '2001:db8::1:0:0:1/128'],
  ['::1/128', '::1/128'],
  ['::/0', '::/0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1/33', undefined],
  ['192.0.2.1/', undefined],
  ['2001:db8::/129', undefined],
  ['example.org', undefined],
  ['', undefined],
];

test(`${BLOCKS.length} texts are read as blocks or refused`, () => {
  for (const [text, shown] of BLOCKS) {
    const block = parseBlock(text);
    assert.equal(block === undefined ? undefined : showBlock(block), shown, text);
    if (shown !== undefined) assert.deepEqual(parseBlock(shown), block);
  }
});

test('a table finds addresses in blocks until the ban is over', () => {
  const table = createBanTable();
  const bans = ['192.0.2.0/25', '10.0.0.1', '2001:db8::/32', '2001:db8:5::1'].map((text, index) => {
    const block = parseBlock(text);
    assert.ok(block !== undefined);
    return { block, until: index === 1 ? 1000 : Number.POSITIVE_INFINITY };
  });
  table.replace(bans);
  const found = [
    '192.0.2.127',
    '192.0.2.128',
    '10.0.0.1',
    '10.0.0.2',
    '2001:db8:9::1',
    '2001:db9::1',
  ].map((address) => [table.has(address, 999), table.has(address, 1000)]);
  assert.deepEqual(found, [
    [true, true],
    [false, false],
    [true, false],
    [false, false],
    [true, true],
    [false, false],
  ]);
  assert.equal(table.size(), 4);
});

test('of several bans of a block the longest counts, in any order', () => {
  const block = parseBlock('192.0.2.0/24');
  assert.ok(block !== undefined);
  const [short, long] = [
    { block, until: 1000 },
    { block, until: 2000 },
  ];
  for (const bans of [
    [short, long],
    [long, short],
  ]) {
    const table = createBanTable();
    table.replace(bans);
    assert.deepEqual([table.has('192.0.2.7', 1500), table.has('192.0.2.7', 2000)], [true, false]);
    assert.equal(table.size(), 1);
  }
});

test('a ban by command holds at all replicas within a second, and at those that come later', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const options = { SHARED_TIMEOUT: '0.5', PROXY_RATE_LIMIT: '0' };
  const replicas = await startReplicas(t, 4, redis.url, options);
  const round = await timeUntil(replicas, '192.0.2.9', 200);
  assert.equal(await runBan('192.0.2.0/28', { url: redis.url, for: '1h' }), 0);
  const took = await timeUntil(replicas, '192.0.2.9', 403);
  t.diagnostic(`refused everywhere after ${took.toFixed(0)} ms`);
  assert.ok(took < 1000 + Math.max(500, 10 * round), `${took} ms; ${round} ms to ask twice`);
  assert.deepEqual(await statuses(replicas, '192.0.2.99'), [200, 200, 200, 200]);
  const [late] = await startReplicas(t, 1, redis.url, options);
  assert.ok(late !== undefined);
  await timeUntil([late], '192.0.2.9', 403);
  assert.equal(await runUnban('192.0.2.5/28', { url: redis.url }), 0);
  await timeUntil([...replicas, late], '192.0.2.9', 200);
  assert.equal(await runBan('192.0.2.9', { url: redis.url, for: '2s' }), 0);
  await timeUntil(replicas, '192.0.2.9', 403);
  const { mock: print } = t.mock.method(process.stdout, 'write');
  assert.equal(await runBans({ url: redis.url, format: 'json' }), 0);
  print.restore();
  const printed = print.calls.map(({ arguments: [text] }) => String(text)).join('');
  assert.match(
    printed,
    /^\{"schemaVersion":1,"bans":\[\{"block":"192\.0\.2\.9","seconds":[12],"origin":"command line"\}\]\}$/m,
  );
  await timeUntil(replicas, '192.0.2.9', 200);
});

test('bans hold while the store is away and after its return, together with new ones', {
  skip,
}, async (t) => {
  const redis = await startRedis(t, ['--appendonly', 'yes', '--appendfsync', 'always']);
  const replicas = await startReplicas(t, 2, redis.url, {
    SHARED_TIMEOUT: '0.5',
    PROXY_RATE_LIMIT: '0',
  });
  await runBan('192.0.2.9', { url: redis.url });
  await timeUntil(replicas, '192.0.2.9', 403);
  redis.signal('SIGKILL');
  await until(async () => (await replicas[0]?.metrics())?.includes('waf_shared_up 0') ?? false);
  assert.deepEqual(await statuses(replicas, '192.0.2.9'), [403, 403]);
  await redis.restart();
  await runBan('192.0.2.10', { url: redis.url });
  await timeUntil(replicas, '192.0.2.10', 403);
  assert.deepEqual(await statuses(replicas, '192.0.2.9'), [403, 403]);
});

test('a server that has lost its bans does not repeat their version', { skip }, async (t) => {
  const redis = await startRedis(t);
  const address = parseStoreAddress(redis.url);
  assert.ok(address.kind === 'Value');
  const store = await openRedisStore(address.value, { lost: () => {} });
  t.after(store.close);
  await until(store.isConnected);
  const versionAfter = async (text: string): Promise<string> => {
    const block = parseBlock(text);
    assert.ok(block !== undefined);
    await ban(store, { block, milliseconds: 60_000, origin: 'test' });
    return (await listBans(store)).version;
  };
  const first = await versionAfter('192.0.2.1');
  redis.cli('FLUSHALL');
  assert.equal((await listBans(store)).version, '0');
  assert.notEqual(await versionAfter('192.0.2.2'), first);
});

test('unban names the wider ban that still applies', { skip }, async (t) => {
  const redis = await startRedis(t);
  const unbanned = (address: string): string =>
    portcullis('.', ['unban', address, '--url', redis.url]).stdout.trim();
  await runBan('192.0.2.0/24', { url: redis.url });
  await runBan('192.0.2.5', { url: redis.url });
  assert.equal(unbanned('192.0.2.5'), '192.0.2.5 is no longer banned');
  const wider = ' has no ban of its own: the ban of 192.0.2.0/24 contains it';
  assert.equal(unbanned('192.0.2.5'), `192.0.2.5${wider}`);
  assert.equal(unbanned('192.0.2.128/25'), `192.0.2.128/25${wider}`);
  assert.equal(unbanned('192.0.0.0/16'), '192.0.0.0/16 was not banned');
  assert.equal(unbanned('::192.0.2.5/128'), '::c000:205/128 was not banned');
});

test('the exit code of the commands distinguishes usage errors from failures', async () => {
  assert.equal(await runBan('example.org', { url: 'redis://127.0.0.1:1' }), 2);
  assert.equal(await runBan('192.0.2.1', { url: 'redis://127.0.0.1:1', for: 'ever' }), 2);
  assert.equal(await runBan('192.0.2.1', { url: 'nonsense' }), 2);
  assert.equal(await runBan('192.0.2.1', { url: 'redis://127.0.0.1:1' }), 1);
});

test('lists of files count, a reload reads them again, and a bad one changes nothing', async (t) => {
  const folder = emptyFolder(t);
  const list = join(folder, 'bans.txt');
  writeFileSync(list, '# ours\n192.0.2.0/24 ; SBL1\n\n2001:db8::/32,x\n');
  const proxy = await startTestProxy(t, {
    environment: { BAN_LISTS: list, TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  assert.equal((await ask(proxy.port, agent, '192.0.2.1')).status, 403);
  assert.equal((await ask(proxy.port, agent, '2001:db8::7')).status, 403);
  assert.equal((await ask(proxy.port, agent, '198.51.100.1')).status, 200);
  writeFileSync(list, '198.51.100.1\n');
  assert.equal(await proxy.reload(), 'all');
  assert.equal((await ask(proxy.port, agent, '198.51.100.1')).status, 403);
  writeFileSync(list, 'nobody\n');
  assert.equal(await proxy.reload(), 'part');
  assert.match(
    proxy.warnings.join('\n'),
    /reload: BAN_LISTS: .*bans\.txt:1: "nobody" is not an address or block\./,
  );
  assert.equal((await ask(proxy.port, agent, '198.51.100.1')).status, 403);
  await assert.rejects(
    startTestProxy(t, { environment: { BAN_LISTS: join(folder, 'none') } }),
    /BAN_LISTS: .*none cannot be read/,
  );
});

type Decisions = { new: readonly object[] | null; deleted: readonly object[] | null };

test('decisions of CrowdSec come and go', async (t) => {
  const decision = (id: number, value: string, more: object = {}): object => ({
    id,
    origin: 'crowdsec',
    type: 'ban',
    scope: value.includes('/') ? 'Range' : 'Ip',
    value,
    duration: '3h59m57.1s',
    scenario: 'x',
    ...more,
  });
  let startup: Decisions = {
    new: [
      decision(1, '192.0.2.1'),
      decision(2, '198.51.100.0/24'),
      decision(3, '203.0.113.1', { type: 'captcha' }),
      decision(4, '203.0.113.2', { duration: '-1s' }),
    ],
    deleted: null,
  };
  let delta: Decisions = { new: null, deleted: null };
  const asked: (readonly [string | undefined, string | string[] | undefined])[] = [];
  let status = 200;
  const lapi = createServer((request: IncomingMessage, answer) => {
    asked.push([request.url, request.headers['x-api-key']]);
    answer.statusCode = status;
    answer.end(JSON.stringify(request.url?.endsWith('startup=true') ? startup : delta));
    delta = { new: null, deleted: null };
  });
  lapi.listen(0, '127.0.0.1');
  t.after(() => lapi.close());
  await until(() => lapi.listening);
  const url = `http://127.0.0.1:${(lapi.address() as AddressInfo).port}/`;
  const proxy = await startTestProxy(t, {
    environment: {
      CROWDSEC_URL: url,
      CROWDSEC_KEY: 'k',
      CROWDSEC_INTERVAL: '0.1',
      TRUSTED_PROXIES: '127.0.0.0/8',
    },
  });
  await timeUntil([proxy], '192.0.2.1', 403);
  const of = async (client: string): Promise<number> =>
    (await ask(proxy.port, agent, client)).status;
  assert.deepEqual(
    [await of('198.51.100.9'), await of('203.0.113.1'), await of('203.0.113.2')],
    [403, 200, 200],
  );
  delta = { new: [decision(5, '203.0.113.5')], deleted: [decision(1, '192.0.2.1')] };
  await timeUntil([proxy], '192.0.2.1', 200);
  assert.deepEqual([await of('203.0.113.5'), await of('198.51.100.9')], [403, 403]);
  assert.deepEqual(asked[0], ['/v1/decisions/stream?startup=true', 'k']);
  assert.deepEqual(asked[1], ['/v1/decisions/stream?startup=false', 'k']);
  status = 403;
  await until(() => proxy.warnings.some((line) => line.includes('CROWDSEC_URL')));
  assert.match(proxy.warnings.join('\n'), /CROWDSEC_URL: http.*: it responds with 403\./);
  assert.equal(await of('198.51.100.9'), 403, 'what was known stays');
  status = 200;
  await timeUntil([proxy], '203.0.113.5', 200);
  status = 500;
  const polls = asked.length;
  await until(() => asked.length > polls);
  startup = { new: null, deleted: null };
  status = 200;
  await timeUntil([proxy], '198.51.100.9', 200);
});

test('a Local API that redirects does not get the key sent elsewhere, and one that never ends is given up', async (t) => {
  const strangers: IncomingMessage[] = [];
  const elsewhere = createServer((request, answer) => {
    strangers.push(request);
    answer.end('{"new":null,"deleted":null}');
  });
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const rows: readonly (readonly [answer: (response: ServerResponse) => void, says: RegExp])[] = [
    [
      (response) =>
        response.writeHead(307, { Location: `http://127.0.0.1:${portOf(elsewhere)}/` }).end(),
      /it responds with 307/,
    ],
    [
      (response) => {
        const blanks = Buffer.alloc(1_048_576, ' ');
        const pour = (): void => {
          while (!response.destroyed && response.write(blanks));
        };
        response.on('drain', pour);
        pour();
      },
      /its response is longer than 67108864 bytes/,
    ],
  ];
  let given = rows[0]?.[0];
  const lapi = createServer((_request, response) => given?.(response));
  for (const server of [elsewhere, lapi]) {
    server.listen(0, '127.0.0.1');
    t.after(() => server.close());
    await until(() => server.listening);
  }
  let ran = 0;
  for (const [answer, says] of rows) {
    given = answer;
    const stream = decisionStream(`http://127.0.0.1:${portOf(lapi)}`, 'secret');
    await assert.rejects(stream.poll(), says);
    ran += 1;
  }
  assert.equal(ran, 2);
  assert.equal(strangers.length, 0);
});

test('durations as Go writes them', () => {
  const rows = [
    ['1h0m0s', 3_600_000],
    ['3m1.5s', 181_500],
    ['250ms', 250],
    ['-2s', -2000],
    ['10us', 0],
    ['1d', undefined],
    ['', undefined],
  ] as const;
  for (const [text, expected] of rows) assert.equal(goDuration(text), expected, text);
  assert.equal(rows.length, 7);
});
