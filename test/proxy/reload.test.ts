/** SIGHUP's work: modules, GeoIP database and logs replaced under load, or kept as they were. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import { checkManifest } from '#proxy/waf/check-manifest.ts';
import { expandPath } from '#proxy/waf/expand-paths.ts';
import { loadModule } from '#proxy/waf/load-module.ts';
import { loadProfile } from '#proxy/waf/load-profile.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { countryDatabase, ipv4Bits, placeDatabase } from './helpers/mmdb.ts';
import { moduleText } from './helpers/module-text.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { REQUEST_HEAD } from './helpers/request-head.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'portcullis-reload-'));
}

test('a module that changes while it is loaded is not taken for what it was', async (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'waf.mjs');
  const [first, second] = [moduleText('word0'), moduleText('word1')];
  writeFileSync(path, first);
  const loading = loadModule(path);
  writeFileSync(path, second);
  await assert.rejects(loading, /it changed while it was being loaded/);
  writeFileSync(path, first);
  const { waf } = await loadModule(path);
  const blocks = (target: string): boolean =>
    waf.open({ ...REQUEST_HEAD, target }, 'id').inspectRequestHeaders() !== undefined;
  assert.deepEqual([blocks('/word0'), blocks('/word1')], [true, false]);
});

test('of two reloads at once the later one decides', async (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'waf.mjs');
  const first = moduleText('word0');
  writeFileSync(path, first);
  const environment = { ENGINE_RULES_PATH_SITES: path, WARM_UP_TIME: '1' };
  const proxy = await startTestProxy(t, { environment });
  const warming = `warming${process.pid}`;
  t.after(() => Reflect.deleteProperty(globalThis, warming));
  const note = `if (id !== 'self-test') globalThis.${warming} = true;`;
  writeFileSync(
    path,
    moduleText('word1').replace('let interruption;', `let interruption; ${note}`),
  );
  const earlier = proxy.reload();
  await until(() => warming in globalThis);
  // It is in force, and needs no warming up.
  writeFileSync(path, first);
  assert.deepEqual(await Promise.all([earlier, proxy.reload()]), ['all', 'all']);
  const status = async (target: string): Promise<number> =>
    (await exchangeRaw(proxy.port, rawRequest(target))).status;
  assert.deepEqual([await status('/word0'), await status('/word1')], [403, 200]);
});

test('modules are replaced under load, broken ones are refused [C12]', async (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'waf.mjs');
  writeFileSync(path, moduleText('word0'));
  const proxy = await startTestProxy(t, { environment: { ENGINE_RULES_PATH_SITES: path } });
  let running = true;
  const statuses = new Map<number, number>();
  const client = async (): Promise<void> => {
    while (running) {
      const { status } = await exchangeRaw(proxy.port, rawRequest('/x'));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  let inForce = 0;
  let refused = 0;
  for (let n = 1; n <= 12; n += 1) {
    const broken = n % 3 === 0;
    const texts = [
      'export const waf = ',
      'export const waf = { open: 1 };',
      moduleText('x').replace('close: ', 'klose: '),
    ];
    writeFileSync(path, broken ? (texts[(n / 3) % 3] ?? '') : moduleText(`word${n}`));
    assert.equal(await proxy.reload(), broken ? 'part' : 'all');
    if (broken) refused += 1;
    else inForce = n;
    const blocked = await exchangeRaw(proxy.port, rawRequest(`/word${inForce}`));
    assert.equal(blocked.status, 403, `module ${inForce} is in force after step ${n}`);
  }
  running = false;
  await Promise.all(clients);
  assert.deepEqual([...statuses.keys()], [200]);
  assert.ok(proxy.warnings.some((line) => line.startsWith('reload: ENGINE_RULES_PATH_SITES: ')));
  console.log(
    `12 reloads under load (${refused} broken, refused): ${statuses.get(200)} requests, 0 failed`,
  );
});

test('the GeoIP database is replaced under load, a damaged one is refused [C11]', async (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'country.mmdb');
  const database = (country: string): Buffer =>
    countryDatabase([[ipv4Bits('9.9.9.0', 24), country]]);
  writeFileSync(path, database('GB'));
  const proxy = await startTestProxy(t, {
    environment: { GEO_BLOCK_ENABLED: 'on', GEO_DB_PATH: path, GEO_BLOCK_COUNTRIES: 'FR' },
  });
  const ask = async (): Promise<number> =>
    (await exchangeRaw(proxy.port, rawRequest('/', ['X-Forwarded-For: 9.9.9.9']))).status;
  assert.equal(await ask(), 200);
  writeFileSync(path, database('FR'));
  assert.equal(await ask(), 200, 'a file that changes does not disturb what is loaded');
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await ask(), 403);
  for (const damaged of [
    Buffer.alloc(0),
    Buffer.from('not a database'),
    database('GB').subarray(0, 200),
    placeDatabase([[ipv4Bits('9.9.9.0', 24), { autonomous_system_number: 1 }]]),
  ]) {
    writeFileSync(path, damaged);
    assert.equal(await proxy.reload(), 'part');
    assert.equal(await ask(), 403, 'the old one stays');
  }
  assert.match(proxy.warnings.at(-1) ?? '', /^reload: GEO_DB_PATH: .* contains no country codes/);
  rmSync(path);
  assert.equal(await proxy.reload(), 'part');
  assert.equal(await ask(), 403);
});

test('wildcards expand in byte order and must match', (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  for (const name of ['b.conf', 'A.conf', 'a.conf', 'a-1.conf', '.hidden.conf', 'c.data']) {
    writeFileSync(join(directory, name), '');
  }
  mkdirSync(join(directory, 'sub'));
  writeFileSync(join(directory, 'sub', 'z.conf'), '');
  const names = (pattern: string): string[] =>
    expandPath(join(directory, pattern)).map((path) => path.slice(directory.length + 1));
  assert.deepEqual(names('*.conf'), ['A.conf', 'a-1.conf', 'a.conf', 'b.conf']);
  assert.deepEqual(names('?.conf'), ['A.conf', 'a.conf', 'b.conf']);
  assert.deepEqual(names('[ab].conf'), ['a.conf', 'b.conf']);
  assert.deepEqual(names('s*/*.conf'), ['sub/z.conf']);
  assert.deepEqual(names('missing.conf'), ['missing.conf']);
  assert.throws(() => names('*.nothing'), /no file matches/);
});

test('rule files must be those the module was compiled from', async (t) => {
  const directory = folder();
  t.after(() => rmSync(directory, { recursive: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const a = file('a.conf', 'A');
  const b = file('b.conf', 'B');
  const manifest: Manifest = {
    profile: 'pl1',
    compiler: 'c',
    ruleSet: 'r',
    sources: [
      { file: 'rules/a.conf', sha256: sha256('A') },
      { file: 'rules/included.conf', sha256: sha256('I'), unlisted: true },
      { file: 'rules/b.conf', sha256: sha256('B') },
      { file: 'rules/words.data', sha256: sha256('W'), unlisted: true },
    ],
    rules: { read: 0, active: 0, folded: 0 },
  };
  const rows = [
    [[a, b], 0],
    [[a], 1],
    [[b, a], 2],
    [[a, b, a], 1],
    [[a, file('b.conf.changed', 'C')], 1],
    [[a, join(directory, 'b-missing.conf')], 1],
  ] as const;
  for (const [files, problems] of rows) {
    await t.test(rowTitle(files), () => {
      assert.equal(checkManifest(files, manifest).length, problems, files.join());
    });
  }
  assert.equal(rows.length, 6);
  file('b.conf', 'changed');
  const bundled = { ...stubWaf(), manifest };
  const load = await loadProfile([a, b], async () => bundled);
  assert.ok(load.kind === 'Failed');
  assert.match(
    load.problems.join('\n'),
    /b\.conf differs from what the module was compiled from\. Run `make build` to .*, or name a module/,
  );
});
