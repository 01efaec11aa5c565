/** A reload swaps the policies that have changed; the others, and requests in flight, are left alone. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { countryDatabase, ipv4Bits } from './helpers/mmdb.ts';
import { moduleText } from './helpers/module-text.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const one = { match: ['one.test'], profile: 'pl1' };
const two = { match: ['two.test'], profile: 'pl1', rateLimit: 0.01, rateBurst: 2 };

test('a tenant is reloaded, while another has a request in flight and a limit used up', async (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'policies.json');
  const exclusions = join(folder, 'two.json');
  const write = (policies: object): void => writeFileSync(path, JSON.stringify({ policies }));
  write({ one, two });
  const proxy = await startTestProxy(t, { environment: { POLICIES: path, ADMIN_PORT: '0' } });
  const status = async (host: string, method = 'GET', body = ''): Promise<number> => {
    const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
    const text = `${method} / HTTP/1.1\r\nHost: ${host}\r\n${length}\r\n${body}`;
    return (await exchangeRaw(proxy.port, text)).status;
  };
  assert.equal(proxy.lines.includes(`Policies: 2 of ${path}`), true, proxy.lines.join('\n'));
  assert.equal(await status('two.test'), 200);
  assert.equal(await status('two.test'), 200);
  assert.equal(await status('two.test'), 429);

  // A request that has begun under the old policy ends under it.
  const upload = connect(proxy.port, '127.0.0.1');
  let answer = '';
  upload.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  upload.write('POST / HTTP/1.1\r\nHost: one.test\r\nContent-Length: 20\r\n\r\n0123456789');
  const inFlight = /^waf_proxy_requests_in_flight 1$/m;
  await until(async () => inFlight.test(await proxy.metrics()));
  write({ one: { ...one, bodyLimit: 5, methods: ['GET', 'POST'] }, two });
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await status('one.test', 'DELETE'), 405);
  assert.equal(await status('one.test', 'POST', '123456'), 413);
  assert.equal(await status('two.test'), 429);
  upload.write('0123456789');
  await until(() => answer !== '');
  assert.match(answer, /^HTTP\/1\.1 200 /);
  upload.destroy();

  // A broken file: the old state, and one line with the position.
  writeFileSync(path, '{ "policies": {\n  "one": { "match": ["one.test"] "profile": "pl1" }\n} }');
  const before = proxy.warnings.length;
  assert.equal(await proxy.reload(), 'part');
  assert.deepEqual(proxy.warnings.slice(before), [
    `reload: POLICIES: ${path}:2:34: '"' should be a comma or "}".`,
  ]);
  assert.equal(await status('one.test', 'DELETE'), 405);

  // The broken exclusions of one tenant keep that one as it was; the other is reloaded.
  writeFileSync(exclusions, '{ "exclusions": [{ "rule": [1] }] }');
  write({ one, two: { ...two, rateLimit: 0, exclusions } });
  assert.equal(await proxy.reload(), 'part');
  assert.deepEqual(proxy.warnings.slice(before + 1), [
    `reload: POLICIES: ${exclusions}:1:18: The exclusion does not name any rules. (and 1 more)`,
  ]);
  assert.equal(await status('one.test', 'DELETE'), 200);
  assert.equal(await status('two.test'), 429);

  // An unknown profile keeps its policy too; a policy that is gone is gone.
  write({ one: { ...one, profile: 'none', methods: ['GET'] } });
  assert.equal(await proxy.reload(), 'part');
  assert.equal(await status('one.test', 'DELETE'), 200);
  assert.equal(await status('two.test'), 403);
  write({ one, two: { ...two, rateLimit: 0 } });
  assert.equal(await proxy.reload(), 'all');
  for (let sent = 0; sent < 4; sent += 1) assert.equal(await status('two.test'), 200);
});

test('a reload replaces the rules of a policy whose own files have not changed', async (t) => {
  const { folder, statuses, proxy } = await startWithModule(t, {});
  assert.deepEqual(await statuses(), [403, 200]);
  writeFileSync(join(folder, 'rules.mjs'), moduleText('two'));
  assert.equal(await proxy.reload(), 'all');
  assert.deepEqual(await statuses(), [200, 403]);

  // The rules stay in force without their file, and the metrics name them.
  rmSync(join(folder, 'rules.mjs'));
  assert.equal(await proxy.reload(), 'part');
  assert.deepEqual(await statuses(), [200, 403]);
  assert.match(await proxy.metrics(), /^waf_rule_set_info\{profile="rules\.mjs"/m);
});

test('a reload replaces the country database of a policy whose own files have not changed', async (t) => {
  const database = join(emptyFolder(t), 'countries.mmdb');
  const locate = (country: string): void =>
    writeFileSync(database, countryDatabase([[ipv4Bits('9.9.9.0', 24), country]]));
  locate('GB');
  const { statuses, proxy } = await startWithModule(t, {
    GEO_BLOCK_ENABLED: 'on',
    GEO_BLOCK_COUNTRIES: 'IT',
    GEO_DB_PATH: database,
  });
  assert.deepEqual(await statuses(), [403, 200]);
  locate('FR');
  assert.equal(await proxy.reload(), 'all');
  assert.deepEqual(await statuses(), [403, 403]);
});

test('a reload keeps policies when the country database has not changed', async (t) => {
  const folder = emptyFolder(t);
  const [path, database] = [join(folder, 'policies.json'), join(folder, 'countries.mmdb')];
  const locate = (country: string): void =>
    writeFileSync(database, countryDatabase([[ipv4Bits('9.9.9.0', 24), country]]));
  locate('GB');
  writeFileSync(join(folder, 'one.json'), '{ "exclusions": [{ "rules": [1] }] }');
  const policies = { one: { ...one, exclusions: 'one.json' } };
  writeFileSync(path, JSON.stringify({ policies }));
  let built = 0;
  const web = Object.assign(stubWaf(), {
    prepareExclusions: () => {
      built += 1;
      return { start: undefined };
    },
  });
  const proxy = await startTestProxy(t, {
    web,
    environment: { POLICIES: path, GEO_BLOCK_ENABLED: 'on', GEO_DB_PATH: database },
  });
  const atStart = built;
  assert.ok(atStart > 0);
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await proxy.reload(), 'all');
  assert.equal(built, atStart);
  locate('FR');
  assert.equal(await proxy.reload(), 'all');
  assert.ok(built > atStart, 'another database is another ground');
});

type WithModule = {
  readonly folder: string;
  readonly proxy: TestProxy;
  /** The statuses of `/one` and `/two`. */
  readonly statuses: () => Promise<readonly number[]>;
};

/** Starts a proxy with a policy whose module blocks `/one`, and everything while 9.9.9.9 is in France. */
async function startWithModule(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<WithModule> {
  const folder = emptyFolder(t);
  const path = join(folder, 'policies.json');
  const p = { match: ['p.test'], profile: 'rules.mjs' };
  writeFileSync(path, JSON.stringify({ policies: { p } }));
  const text = moduleText('one')
    .replace('(request, id) =>', '(request, id, _mode, services) =>')
    .replace('if (', `if (String(services?.findLocation?.('9.9.9.9')).includes('FR') || `);
  writeFileSync(join(folder, 'rules.mjs'), text);
  const all = { POLICIES: path, ADMIN_PORT: '0', ...environment };
  const proxy = await startTestProxy(t, { environment: all });
  const status = async (target: string): Promise<number> =>
    (await exchangeRaw(proxy.port, rawRequest(target, [], { host: 'p.test' }))).status;
  return { folder, proxy, statuses: async () => [await status('/one'), await status('/two')] };
}
