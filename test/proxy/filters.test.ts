/** Client address, GeoIP, bots, host class (docs/spec/service.md#life-of-a-request). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientPolicy } from '#proxy/filters/client-address.ts';
import { loadGeoDatabase } from '#proxy/filters/geo-database.ts';
import { addressInEntry, addressKey, foldAddress, ipv4Text } from '#proxy/http/ip-address.ts';
import { networks } from '#proxy/settings/network-types.ts';
import { collectGarbage } from '../helpers/collect-garbage.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { countryDatabase, ipv4Bits, ipv6Bits, placeDatabase } from './helpers/mmdb.ts';
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

test('an entry may name a port, as those of Azure and CloudFront do', async (t) => {
  const rows = [
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:56789', '1.2.3.4'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['2001:db8:0:0:0:0:0:1:46532', '2001:db8:0:0:0:0:0:1'],
    ['2001:db8::1:46532', '2001:db8::1'],
    ['::1', '::1'],
    ['1.2.3.4:', undefined],
    ['1.2.3.4:x', undefined],
    ['1.2.3.4:123456', undefined],
    ['1.2.3.4:80:80', undefined],
    ['[1.2.3.4', undefined],
    ['[]:80', undefined],
    [':80', undefined],
    ['unknown', undefined],
    ['', undefined],
  ] as const;
  let ran = 0;
  for (const [entry, expected] of rows) {
    await t.test(rowTitle(entry), () => {
      assert.equal(addressInEntry(entry), expected, entry);
      ran += 1;
    });
  }
  assert.equal(ran, 17);
});

type ClientRow = readonly [
  peer: string,
  headers: readonly (readonly [name: string, value: string])[],
  client: string,
];

function clientsAre(proxies: string, header: string | undefined, rows: readonly ClientRow[]): void {
  const parsed = networks.parse(proxies);
  assert.ok(parsed.kind === 'Value');
  const clients = clientPolicy(parsed.value, header);
  for (const [address, headers, expected] of rows) {
    const peer = {
      address,
      port: 1,
      localAddress: '',
      localPort: 1,
      scheme: 'http' as const,
      certificate: undefined,
    };
    const message = { method: 'GET', target: '/', httpVersion: '1.1', headers, peer };
    const found = clients.addressOf(message, clients.trustIn(address));
    assert.equal(found, expected, `${address} ${JSON.stringify(headers)}`);
  }
}

const XFF = 'X-Forwarded-For';
const PROXIES = '10.0.0.0/8, 2001:db8::/32, 192.0.2.7';

test('without TRUSTED_PROXIES the first source that holds an address names the client', () => {
  const rows: readonly ClientRow[] = [
    [
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', '2.2.2.2'],
        [XFF, '3.3.3.3'],
      ],
      '2.2.2.2',
    ],
    ['1.1.1.1', [['cdn-connecting-ip', ' 2.2.2.2 ']], '2.2.2.2'],
    [
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', ''],
        [XFF, ' 3.3.3.3 , 4.4.4.4'],
      ],
      '3.3.3.3',
    ],
    [
      '1.1.1.1',
      [
        ['CDN-Connecting-IP', '2.2.2.2, 5.5.5.5'],
        [XFF, '3.3.3.3'],
      ],
      '3.3.3.3',
    ],
    ['1.1.1.1', [[XFF, 'unknown, 3.3.3.3']], '1.1.1.1'],
    [
      '1.1.1.1',
      [
        [XFF, '3.3.3.3'],
        [XFF, '4.4.4.4'],
      ],
      '3.3.3.3',
    ],
    ['1.1.1.1', [], '1.1.1.1'],
    ['1.1.1.1', [[XFF, '::ffff:9.9.9.9']], '9.9.9.9'],
    ['1.1.1.1', [[XFF, '9.9.9.9:4711']], '9.9.9.9'],
    ['1.1.1.1', [['CF-Connecting-IP', '6.6.6.6']], '1.1.1.1'],
  ];
  assert.equal(rows.length, 10);
  clientsAre('', undefined, rows);
  clientsAre('', 'cf-connecting-ip', [['1.1.1.1', [['CF-Connecting-IP', '6.6.6.6']], '6.6.6.6']]);
});

test('with TRUSTED_PROXIES the client is the last address that is no proxy', () => {
  const rows: readonly ClientRow[] = [
    ['1.1.1.1', [[XFF, '3.3.3.3']], '1.1.1.1'],
    ['10.2.3.4', [[XFF, '3.3.3.3']], '3.3.3.3'],
    ['10.2.3.4', [[XFF, '6.6.6.6, 3.3.3.3']], '3.3.3.3'],
    ['10.2.3.4', [[XFF, '6.6.6.6, 3.3.3.3, 10.9.9.9']], '3.3.3.3'],
    ['10.2.3.4', [[XFF, '6.6.6.6,3.3.3.3:1234 ,10.9.9.9:80,[2001:db8::7]:443']], '3.3.3.3'],
    [
      '10.2.3.4',
      [
        [XFF, '6.6.6.6'],
        [XFF, '3.3.3.3'],
      ],
      '3.3.3.3',
    ],
    ['2001:db8::5', [[XFF, '3.3.3.3']], '3.3.3.3'],
    ['10.2.3.4', [[XFF, '6.6.6.6, ::ffff:10.9.9.9']], '6.6.6.6'],
    ['10.2.3.4', [[XFF, '10.7.7.7, 10.9.9.9']], '10.7.7.7'],
    ['10.2.3.4', [[XFF, '6.6.6.6, unknown']], '10.2.3.4'],
    ['10.2.3.4', [[XFF, '6.6.6.6, unknown, 10.9.9.9']], '10.9.9.9'],
    ['10.2.3.4', [[XFF, '6.6.6.6,']], '10.2.3.4'],
    ['10.2.3.4', [[XFF, '']], '10.2.3.4'],
    ['10.2.3.4', [], '10.2.3.4'],
    ['192.0.2.7', [['CDN-Connecting-IP', '3.3.3.3']], '192.0.2.7'],
    ['192.0.2.8', [['CDN-Connecting-IP', '3.3.3.3']], '192.0.2.8'],
    ['192.0.2.7', [['X-Real-IP', '3.3.3.3']], '192.0.2.7'],
  ];
  assert.equal(rows.length, 17);
  clientsAre(PROXIES, undefined, rows);
  clientsAre('::ffff:10.0.0.0/104', undefined, [
    ['10.2.3.4', [[XFF, '6.6.6.6, 3.3.3.3']], '3.3.3.3'],
  ]);
});

test('the memory for addresses that have been compared with TRUSTED_PROXIES is bounded', () => {
  const parsed = networks.parse(PROXIES);
  assert.ok(parsed.kind === 'Value');
  const { trustIn } = clientPolicy(parsed.value, undefined);
  const countTrusted = (from: number, to: number): number => {
    let trusted = 0;
    for (let bits = from; bits < to; bits += 1)
      if (trustIn(ipv4Text(bits)) === 'trusted') trusted += 1;
    return trusted;
  };
  const first = 0x0a_ff_ff_00;
  // Half of the first addresses are in 10.0.0.0/8, before and after others have displaced them.
  assert.equal(countTrusted(first, first + 512), 256);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  assert.equal(countTrusted(first + 512, first + 80_000), 0);
  collectGarbage();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1_048_576;
  assert.ok(megabytes < 2, `${megabytes} MB`);
  assert.equal(countTrusted(first, first + 512), 256);
});

test('CloudFront-Viewer-Address ends with a port, also after IPv6 without brackets', () => {
  const rows = [
    ['1.2.3.4:443', '1.2.3.4'],
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db9::1:443', '2001:db9::1'],
    ['2001:db9::1:46532', '2001:db9::1'],
    ['2001:db9:1:2:3:4:5:6:443', '2001:db9:1:2:3:4:5:6'],
    ['[2001:db9::1]:443', '2001:db9::1'],
    ['unknown:443', '4.4.4.4'],
  ] as const;
  clientsAre(
    PROXIES,
    'cloudfront-viewer-address',
    rows.map(([value, client]) => [
      '10.2.3.4',
      [
        ['CloudFront-Viewer-Address', value],
        [XFF, '4.4.4.4'],
      ],
      client,
    ]),
  );
  assert.equal(rows.length, 7);
});

test('CLIENT_IP_HEADER counts first, from proxies only', () => {
  const rows: readonly ClientRow[] = [
    [
      '10.2.3.4',
      [
        ['CF-Connecting-IP', '3.3.3.3'],
        [XFF, '6.6.6.6'],
      ],
      '3.3.3.3',
    ],
    ['10.2.3.4', [['cf-connecting-ip', '[2001:db9::1]:80']], '2001:db9::1'],
    ['1.1.1.1', [['CF-Connecting-IP', '3.3.3.3']], '1.1.1.1'],
    ['10.2.3.4', [['CDN-Connecting-IP', '6.6.6.6']], '10.2.3.4'],
    [
      '10.2.3.4',
      [
        ['CF-Connecting-IP', '6.6.6.6'],
        ['CF-Connecting-IP', '3.3.3.3'],
        [XFF, '4.4.4.4'],
      ],
      '4.4.4.4',
    ],
    [
      '10.2.3.4',
      [
        ['CF-Connecting-IP', 'nobody'],
        [XFF, '6.6.6.6, 4.4.4.4'],
      ],
      '4.4.4.4',
    ],
  ];
  assert.equal(rows.length, 6);
  clientsAre(PROXIES, 'cf-connecting-ip', rows);
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

test('GeoIP: databases of several makers name countries, those of other schemas do not', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-geo-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'any.mmdb');
  const rows = [
    [{ country: { iso_code: 'NL' } }, 'NL'],
    [{ registered_country: { iso_code: 'NL' } }, 'NL'],
    [{ country: 'The Netherlands', country_code: 'NL' }, 'NL'],
    [{ country: 'nl', continent: 'EU' }, 'NL'],
    [{ country_code: 'NL', country_name: 'The Netherlands' }, 'NL'],
    [{ autonomous_system_number: 1136, autonomous_system_organization: 'KPN' }, undefined],
    [{ is_anonymous_proxy: 1 }, undefined],
    [{ isp: 'KPN', country: 'The Netherlands' }, undefined],
    [{ country: { geoname_id: 2750405 } }, undefined],
    [{ country: { iso_code: 'NLD' } }, undefined],
    [{ country: { iso_code: 528 } }, undefined],
    [{}, undefined],
  ] as const;
  let ran = 0;
  for (const [place, code] of rows) {
    await t.test(rowTitle(place), () => {
      for (const bits of [ipv4Bits('192.0.2.0', 24), ipv6Bits([0x2001, 0x0db8])]) {
        writeFileSync(path, placeDatabase([[bits, place]]));
        const geo = loadGeoDatabase(path);
        const address = bits.startsWith('001') ? '2001:db8::1' : '192.0.2.1';
        assert.equal(geo.countryOf(address), code, JSON.stringify(place));
        assert.equal(geo.namesCountries(), code !== undefined, JSON.stringify(place));
        ran += 1;
      }
    });
  }
  assert.equal(ran, 24);
  const last = ipv4Bits('255.255.255.255', 32);
  writeFileSync(
    path,
    placeDatabase([
      [ipv4Bits('1.0.0.0', 8), {}],
      [last, { country_code: 'NL' }],
    ]),
  );
  assert.ok(loadGeoDatabase(path).namesCountries(), 'the last network of all');
});

test('a database cut at any offset never throws once loaded [C11]', () => {
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

test('a bot is refused by a part of its User-Agent in any case', async (t) => {
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
    environment: { PROXY_BLOCK_BOTS: '1', PROXY_BOTS: ' Curl , wget, Spürhund' },
  });
  const utf8 = Buffer.from('User-Agent: spürhund/1').toString('latin1');
  assert.equal((await exchangeRaw(custom.port, rawRequest('/', [utf8]))).status, 403);
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
