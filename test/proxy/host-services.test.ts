/** What compiled rules get from the process: places of addresses, and collections that outlive a reload. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleWaf } from '#compiler/cli/project/bundle.ts';
import { compileText } from '../helpers/compile-text.ts';
import { ipv4Bits, placeDatabase } from './helpers/mmdb.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'portcullis-services-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** Compiles rules to a module file, as ENGINE_RULES_PATH_SITES takes it. */
async function writeModule(path: string, rules: string): Promise<void> {
  const { program } = compileText(`SecRuleEngine On\n${rules}`);
  assert.ok(program !== undefined);
  writeFileSync(path, await bundleWaf(emit(program)));
}

async function statusOf(proxy: TestProxy, address: string): Promise<number> {
  return (await exchangeRaw(proxy.port, rawRequest('/', [`X-Forwarded-For: ${address}`]))).status;
}

const GEO_RULES = `
SecAuditEngine RelevantOnly
SecRule REMOTE_ADDR "@geoLookup" "id:1,phase:1,pass,log,chain,msg:'%{geo.country_code} %{geo.country_name} %{geo.country_continent} %{geo.region} %{geo.city} %{geo.postal_code}'"
  SecRule GEO:COUNTRY_CODE "@streq NZ" "t:none"
SecRule GEO:COUNTRY_CODE "@streq AQ" "id:2,phase:1,deny,status:406"`;

test('@geoLookup reads the database that GEO_DB_PATH names, with GEO_BLOCK_ENABLED off', async (t) => {
  const directory = folder(t);
  const module = join(directory, 'waf.mjs');
  const database = join(directory, 'city.mmdb');
  await writeModule(module, GEO_RULES);
  const wellington = {
    continent: { code: 'OC' },
    country: { iso_code: 'NZ', names: { en: 'New Zealand' } },
    subdivisions: [{ iso_code: 'WGN' }],
    city: { names: { en: 'Wellington' } },
    postal: { code: '6011' },
  };
  const antarctica = { registered_country: { iso_code: 'AQ' } };
  const networks = [
    [ipv4Bits('9.9.9.0', 24), wellington],
    [ipv4Bits('8.8.8.0', 24), antarctica],
  ] as const;
  writeFileSync(database, placeDatabase(networks));
  const environment = {
    ENGINE_RULES_PATH_SITES: module,
    GEO_DB_PATH: database,
    GEO_ALLOW_COUNTRIES: 'FR',
    AUDIT_SYNC: 'on',
  };
  const proxy = await startTestProxy(t, { environment });
  assert.match(proxy.lines[0] ?? '', /^GeoIP database loaded: .*city\.mmdb/);
  assert.equal(
    await statusOf(proxy, '9.9.9.9'),
    200,
    'GEO_ALLOW_COUNTRIES needs GEO_BLOCK_ENABLED',
  );
  assert.equal(await statusOf(proxy, '8.8.8.8'), 406);
  assert.equal(await statusOf(proxy, '7.7.7.7'), 200);
  const messages = (await proxy.records('audit')).map((record) => JSON.stringify(record));
  assert.match(messages[0] ?? '', /"message":"NZ New Zealand OC WGN Wellington 6011"/);
  rmSync(database);
  assert.equal(await proxy.reload(), 'part', 'what was there is missed');
  assert.equal(await statusOf(proxy, '8.8.8.8'), 406, 'and stays in force');
});

test('without a database @geoLookup matches nothing, and the start reports it', async (t) => {
  const directory = folder(t);
  const module = join(directory, 'waf.mjs');
  await writeModule(module, GEO_RULES);
  const environment = {
    ENGINE_RULES_PATH_SITES: module,
    GEO_DB_PATH: join(directory, 'none.mmdb'),
  };
  const proxy = await startTestProxy(t, { environment });
  assert.match(proxy.lines[0] ?? '', /none\.mmdb is missing, so @geoLookup matches nothing$/);
  assert.equal(await statusOf(proxy, '8.8.8.8'), 200);
  assert.equal(await proxy.reload(), 'all');
});

test('collections outlive a reload with another module', async (t) => {
  const module = join(folder(t), 'waf.mjs');
  const counting = (limit: number): string => `
SecAction "id:1,phase:1,nolog,pass,initcol:ip=%{remote_addr},setvar:ip.seen=+1"
SecRule IP:SEEN "@gt ${limit}" "id:2,phase:1,deny,status:429"`;
  await writeModule(module, counting(2));
  const proxy = await startTestProxy(t, { environment: { ENGINE_RULES_PATH_SITES: module } });
  const ask = (): Promise<number> => statusOf(proxy, '9.9.9.9');
  assert.deepEqual([await ask(), await ask(), await ask()], [200, 200, 429]);
  await writeModule(module, counting(4));
  assert.equal(await proxy.reload(), 'all');
  assert.deepEqual([await ask(), await ask()], [200, 429], 'the fourth and the fifth');
  assert.equal(await statusOf(proxy, '9.9.9.8'), 200);
});
