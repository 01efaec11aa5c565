/** Client address, GeoIP, bots, host class: service.md 4.2 and 7, decisions.md 2 to 6. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientAddress, trustedPeers } from '../../runtime/proxy/filters/client-address.ts';
import { loadGeoDatabase } from '../../runtime/proxy/filters/geo-database.ts';
import { addressKey, foldAddress } from '../../runtime/proxy/filters/ip-address.ts';
import { networks } from '../../runtime/proxy/settings/network-types.ts';
import { countryDatabase, ipv4Bits, ipv6Bits } from './helpers/mmdb.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

test('addresses are folded', () => {
  const rows = [
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['2001:DB8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['01.2.3.4', undefined],
    ['1.2.3', undefined],
    ['1.2.3.4:80', undefined],
    ['[::1]', undefined],
    ['unknown', undefined],
    ['', undefined],
    [' 1.2.3.4', undefined],
    ['1.2.3.4\n', undefined],
  ] as const;
  for (const [text, expected] of rows) assert.equal(foldAddress(text), expected, text);
});

test('IPv6 clients are one per /64, and no IPv4 client shares a key with them', () => {
  const key = (address: string): string => {
    const { high, low } = addressKey(address);
    return `${high}:${low}`;
  };
  assert.equal(key('2001:db8:1:2::1'), key('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  assert.notEqual(key('2001:db8:1:2::1'), key('2001:db8:1:3::1'));
  assert.notEqual(key('1.2.3.4'), key('1.2.3.5'));
  assert.equal(key('255.255.255.255'), '65535:4294967295');
  assert.equal(key('::1'), '0:0');
});

test('the client is named by the first source that holds an address', () => {
  const all = trustedPeers([]);
  const parsed = networks.parse('10.0.0.0/8, 2001:db8::/32, 192.0.2.7');
  assert.ok(parsed.kind === 'value');
  const some = trustedPeers(parsed.value);
  const rows = [
    [
      all,
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', '2.2.2.2'],
        ['X-Forwarded-For', '3.3.3.3'],
      ],
      '2.2.2.2',
    ],
    [all, '1.1.1.1', [['cdn-connecting-ip', ' 2.2.2.2 ']], '2.2.2.2'],
    [
      all,
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', ''],
        ['X-Forwarded-For', ' 3.3.3.3 , 4.4.4.4'],
      ],
      '3.3.3.3',
    ],
    [
      all,
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', '2.2.2.2, 5.5.5.5'],
        ['X-Forwarded-For', '3.3.3.3'],
      ],
      '3.3.3.3',
    ],
    [all, '1.1.1.1', [['X-Forwarded-For', 'unknown, 3.3.3.3']], '1.1.1.1'],
    [
      all,
      '1.1.1.1',
      [
        ['X-Forwarded-For', '3.3.3.3'],
        ['X-Forwarded-For', '4.4.4.4'],
      ],
      '3.3.3.3',
    ],
    [all, '1.1.1.1', [], '1.1.1.1'],
    [all, '1.1.1.1', [['X-Forwarded-For', '::ffff:9.9.9.9']], '9.9.9.9'],
    [some, '1.1.1.1', [['X-Forwarded-For', '3.3.3.3']], '1.1.1.1'],
    [some, '10.2.3.4', [['X-Forwarded-For', '3.3.3.3']], '3.3.3.3'],
    [some, '10.2.3.4', [['X-Forwarded-For', '3.3.3.3']], '3.3.3.3'],
    [some, '2001:db8::5', [['X-Forwarded-For', '3.3.3.3']], '3.3.3.3'],
    [some, '192.0.2.7', [['CDN-Connecting-IP', '3.3.3.3']], '3.3.3.3'],
    [some, '192.0.2.8', [['CDN-Connecting-IP', '3.3.3.3']], '192.0.2.8'],
  ] as const;
  let ran = 0;
  for (const [trusts, address, headers, expected] of rows) {
    const peer = { address, port: 1, localAddress: '', localPort: 1 };
    const message = { method: 'GET', target: '/', httpVersion: '1.1', headers, peer };
    assert.equal(clientAddress(message, trusts(address)), expected, JSON.stringify(headers));
    ran += 1;
  }
  assert.equal(ran, rows.length);
});

const DATABASE = countryDatabase([
  [ipv4Bits('81.2.69.0', 24), 'GB'],
  [ipv4Bits('10.0.0.0', 8), 'ZZ'],
  [ipv6Bits([0x2001, 0x0218]), 'JP'],
]);

test('GeoIP: block list first, then allow list, unknown countries only past an empty one', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-geo-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'country.mmdb');
  writeFileSync(path, DATABASE);
  const rows = [
    [{}, '81.2.69.1', 200],
    [{ GEO_BLOCK_COUNTRIES: 'gb' }, '81.2.69.1', 403],
    [{ GEO_BLOCK_COUNTRIES: 'GB' }, '::ffff:81.2.69.1', 403],
    [{ GEO_BLOCK_COUNTRIES: 'GB' }, '2001:218::1', 200],
    [{ GEO_BLOCK_COUNTRIES: 'JP' }, '2001:218::1', 403],
    [{ GEO_BLOCK_COUNTRIES: 'GB' }, '8.8.8.8', 200],
    [{ GEO_ALLOW_COUNTRIES: 'GB' }, '81.2.69.1', 200],
    [{ GEO_ALLOW_COUNTRIES: 'GB' }, '2001:218::1', 403],
    [{ GEO_ALLOW_COUNTRIES: 'GB' }, '8.8.8.8', 403],
    [{ GEO_ALLOW_COUNTRIES: 'GB', GEO_BLOCK_COUNTRIES: 'GB' }, '81.2.69.1', 403],
    [{ GEO_BLOCK_ENABLED: 'false', GEO_BLOCK_COUNTRIES: 'GB' }, '81.2.69.1', 200],
  ] as const;
  for (const [settings, address, status] of rows) {
    const environment = { GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: path, ...settings };
    const proxy = await startTestProxy(t, { environment });
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [`X-Forwarded-For: ${address}`]));
    assert.equal(reply.status, status, JSON.stringify([settings, address]));
    if (status === 403) assert.match(reply.body, /^Access denied by GeoIP policy\n/);
    const [record] = await proxy.records('access');
    assert.equal(record?.['reason'], status === 403 ? 'geo' : undefined);
  }
});

test('C11: a database cut at any offset never throws once loaded', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-geo-'));
  const path = join(directory, 'cut.mmdb');
  let refused = 0;
  let loaded = 0;
  for (let cut = 0; cut < DATABASE.length; cut += 1) {
    writeFileSync(path, Buffer.concat([DATABASE.subarray(0, cut), DATABASE.subarray(cut + 7)]));
    try {
      const database = loadGeoDatabase(path);
      loaded += 1;
      for (const address of ['81.2.69.1', '10.1.1.1', '2001:218::1', '8.8.8.8', 'no address', '']) {
        const country = database.countryOf(address);
        assert.ok(country === undefined || typeof country === 'string');
      }
    } catch (error) {
      assert.ok(error instanceof Error);
      refused += 1;
    }
  }
  rmSync(directory, { recursive: true });
  console.log(
    `${refused + loaded} damaged databases: ${refused} refused, ${loaded} loaded, 0 throws in look-ups`,
  );
});

test('bots: substring of the User-Agent in any case', async (t) => {
  const proxy = await startTestProxy(t, { environment: { PROXY_BLOCK_BOTS: 'on' } });
  const rows = [
    ['User-Agent: Mozilla/5.0 (compatible; GoogleBot/2.1)', 403],
    ['User-Agent: python-requests/2.0', 403],
    ['user-agent: YANDEX', 403],
    ['User-Agent: Mozilla/5.0 Firefox', 200],
    ['X-Agent: googlebot', 200],
  ] as const;
  for (const [line, status] of rows) {
    const reply = await exchangeRaw(
      proxy.port,
      rawRequest('/?q=evil'.slice(0, status === 200 ? 1 : 8), [line]),
    );
    assert.equal(reply.status, status, line);
    if (status === 403) assert.match(reply.body, /^Bot blocked\n/);
  }
  const two = await exchangeRaw(
    proxy.port,
    rawRequest('/', ['User-Agent: x', 'User-Agent: Slurp']),
  );
  assert.equal(two.status, 403);
  const custom = await startTestProxy(t, {
    environment: { PROXY_BLOCK_BOTS: '1', PROXY_BOTS: ' Curl , wget' },
  });
  assert.equal(
    (await exchangeRaw(custom.port, rawRequest('/', ['User-Agent: CURL/8']))).status,
    403,
  );
  assert.equal(
    (await exchangeRaw(custom.port, rawRequest('/', ['User-Agent: googlebot']))).status,
    200,
  );
});

test('host class: lists, "*", and neither', async (t) => {
  const proxy = await startTestProxy(t);
  const known = await exchangeRaw(proxy.port, rawRequest('/', [], { host: 'API.test:443' }));
  assert.equal(known.status, 200);
  const unknown = await exchangeRaw(proxy.port, rawRequest('/', [], { host: 'evil-api.test' }));
  assert.equal(unknown.status, 403);
  assert.match(unknown.body, /^WAF not configured for this host\n/);
  const any = await startTestProxy(t, { environment: { PROXY_WEB_HOSTS: '*' } });
  assert.equal(
    (await exchangeRaw(any.port, rawRequest('/', [], { host: '192.0.2.1' }))).status,
    200,
  );
  assert.equal(
    (await exchangeRaw(any.port, rawRequest('/', [], { host: 'api.test' }))).status,
    200,
  );
  const records = await any.records('access', 2);
  assert.deepEqual(
    records.map((record) => record['profile']),
    ['pl1', 'pl2'],
  );
});
