/** A third and a fourth profile in the bundle: what it grows by, the same verdicts as alone, and policies that name one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { runReflected } from '#compiler/cli/ftw/run-in-process.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { profilesFrom } from '#scripts/bundle-profiles.ts';
import { bundleProxy } from '#scripts/bundle-proxy.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { COMMAND_LINE, emptyFolder, isBuilt } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { until } from './helpers/until.ts';

/** Sites that forgive more, and a folder of rules at another paranoia level. */
const SETUPS = {
  lenient: [/inbound_anomaly_score_threshold=5/, 'inbound_anomaly_score_threshold=10'],
  strict: [/paranoia_level=1/g, 'paranoia_level=3'],
} as const;

/** What a profile may add that is one of the others with another threshold. */
const MOST_GROWTH = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'portcullis-profiles-'));
const generated = join(folder, 'generated');
after(() => rmSync(folder, { recursive: true }));

/** The project with two profiles more, compiled. */
before(() => {
  if (!existsSync(COMMAND_LINE)) return;
  for (const name of ['profiles', 'rules', 'package.json'])
    cpSync(name, join(folder, name), { recursive: true });
  const profiles = join(folder, 'profiles');
  const setup = readFileSync(join(profiles, 'pl1-setup.conf'), 'latin1');
  for (const [name, [found, put]] of Object.entries(SETUPS)) {
    writeFileSync(join(profiles, `${name}-setup.conf`), setup.replace(found, put), 'latin1');
    const files = ['profiles/base.conf', `profiles/${name}-setup.conf`, '{rules}/*.conf'];
    writeFileSync(join(profiles, `${name}.json`), JSON.stringify({ name, files }));
  }
  execFileSync(process.execPath, [COMMAND_LINE, 'compile'], { cwd: folder, stdio: 'ignore' });
});

/** A folder with some of the compiled profiles. */
function withProfiles(t: TestContext, names: readonly string[]): string {
  const some = emptyFolder(t);
  for (const name of names) cpSync(join(generated, name), join(some, name), { recursive: true });
  return some;
}

/** The modules of all profiles of the folder, bundled as the proxy has them. */
async function loadProfiles(
  t: TestContext,
  compiled: string,
): Promise<Readonly<Record<string, () => Promise<CompiledWaf>>>> {
  const outfile = join(emptyFolder(t), 'profiles.mjs');
  const source = resolve('runtime/proxy/bundled-profiles.ts');
  await build({
    stdin: {
      contents: `export { bundledProfiles } from ${JSON.stringify(source)};`,
      resolveDir: '.',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { 'portcullis-waf/engine': resolve('runtime/engine') },
    plugins: [profilesFrom(compiled)],
  });
  return (await import(pathToFileURL(outfile).href)).bundledProfiles;
}

/** The rules that match, and what becomes of the request. */
function verdictOf(waf: CompiledWaf, raw: string): string {
  waf.forget();
  const request = parseRequest(raw);
  const transaction = waf.open(request.head, 'one');
  runReflected(waf, transaction, request);
  transaction.close();
  const ids = transaction.matches.map(({ rule }) => rule.id);
  return JSON.stringify([ids, transaction.interruption]);
}

async function bundleSize(t: TestContext, compiled: string): Promise<number> {
  const outfile = join(emptyFolder(t), 'proxy.js');
  await bundleProxy({ generated: compiled, outfile });
  return statSync(outfile).size;
}

test('the bundle has once what its profiles have in common, and every verdict is as alone', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const names = readdirSync(generated).toSorted();
  assert.deepEqual(names, ['lenient', 'pl1', 'pl2', 'strict']);
  const sizes = [
    await bundleSize(t, withProfiles(t, ['pl1', 'pl2'])),
    await bundleSize(t, withProfiles(t, ['pl1', 'pl2', 'lenient'])),
    await bundleSize(t, generated),
  ];
  t.diagnostic(`bundle with 2, 3 and 4 profiles: ${sizes.join(', ')} bytes`);
  const [two = 0, three = 0] = sizes;
  assert.ok(three - two < MOST_GROWTH, `${three - two} bytes more`);

  const crs = findCrs(process.env);
  if (crs === undefined) return t.skip('no OWASP CRS with its tests: set CRS_DIR');
  const requests = readTests(crs.tests).flatMap(({ stages }) =>
    stages.flatMap(({ input }) => buildRequest(input) ?? []),
  );
  const together = await loadProfiles(t, generated);
  const verdicts = new Map<string, readonly string[]>();
  for (const name of names) {
    const alone = await loadProfiles(t, withProfiles(t, [name]));
    const waf = (await alone[name]?.()) ?? assert.fail(name);
    verdicts.set(
      name,
      requests.map((raw) => verdictOf(waf, raw)),
    );
  }
  // Turn by turn, so that profiles use what they share between each other's requests.
  const wafs = await Promise.all(
    names.map(async (name) => [name, await together[name]?.()] as const),
  );
  let compared = 0;
  const blocked = new Map<string, number>();
  for (const [index, raw] of requests.entries()) {
    for (const [name, waf] of wafs) {
      const verdict = verdictOf(waf ?? assert.fail(name), raw);
      assert.equal(verdict, verdicts.get(name)?.[index], `${name}\n${raw}`);
      compared += 1;
      if (!verdict.endsWith(',null]')) blocked.set(name, (blocked.get(name) ?? 0) + 1);
    }
  }
  t.diagnostic(`${compared} verdicts compared; blocked: ${JSON.stringify([...blocked])}`);
  assert.equal(compared, 4 * requests.length);
  assert.ok(requests.length > 3900, String(requests.length));
  const [lenient = 0, strict = 0] = ['lenient', 'strict'].map((name) => blocked.get(name));
  assert.ok(lenient < strict, 'the profiles are different');
  return undefined;
});

/** Finds one rule of score 5: over the threshold of pl1, and under that of lenient. */
const ONE_ATTACK = '/?q=%3C?php';

test('policies name a third profile, in two workers, and a broken reload of one tenant leaves the others alone', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const site = emptyFolder(t);
  const file = join(site, 'proxy.js');
  await bundleProxy({ generated, outfile: file });
  const path = join(site, 'policies.json');
  const write = (policies: object): void => writeFileSync(path, JSON.stringify({ policies }));
  const one = { match: ['one.test'], profile: 'lenient' };
  const two = { match: ['two.test'], profile: 'pl1' };
  const three = { match: ['three.test'], profile: 'strict', rateLimit: 0.0001, rateBurst: 2 };
  write({ one, two, three });
  mkdirSync(join(site, 'exclusions'));
  const { port, pid, lines, stderr } = await startProxyProcess(t, {
    file,
    environment: { POLICIES: path, WORKERS: '2' },
  });
  assert.equal(lines.filter((line) => line.startsWith('Profile lenient: ')).length, 1);
  const status = async (host: string, target = '/'): Promise<number> => {
    const request = rawRequest(target, ['Connection: close', 'User-Agent: a'], { host });
    return (await exchangeRaw(port, request)).status;
  };
  /** Whoever of the workers answers: the statuses of many connections. */
  const statuses = async (host: string, target = '/'): Promise<readonly number[]> => {
    const all = await Promise.all(Array.from({ length: 12 }, () => status(host, target)));
    return [...new Set(all)].toSorted();
  };
  assert.deepEqual(await statuses('one.test', ONE_ATTACK), [200]);
  assert.deepEqual(await statuses('two.test', ONE_ATTACK), [403]);
  // The supervising process has the only buckets.
  assert.deepEqual(await statuses('three.test'), [200, 429]);

  // Tenant one is broken, tenant two is changed, tenant three keeps its limit used up.
  writeFileSync(join(site, 'exclusions', 'one.json'), '{ "exclusions": [{ "rule": [1] }] }');
  write({
    one: { ...one, exclusions: 'exclusions/one.json' },
    two: { ...two, mode: 'off' },
    three,
  });
  process.kill(pid, 'SIGHUP');
  const hasReloaded = async (): Promise<boolean> =>
    (await statuses('two.test', ONE_ATTACK)).join() === '200';
  await until(hasReloaded);
  await until(hasReloaded);
  assert.deepEqual(await statuses('two.test', ONE_ATTACK), [200]);
  assert.deepEqual(await statuses('one.test', ONE_ATTACK), [200]);
  assert.deepEqual(
    await statuses('one.test', `${ONE_ATTACK}&r=%3Cscript%3Ealert(1)%3C/script%3E`),
    [403],
  );
  assert.deepEqual(await statuses('three.test'), [429]);
  const told = (): readonly string[] =>
    stderr()
      .split('\n')
      .filter((line) => line.includes('POLICIES'));
  await until(() => told().length > 0);
  assert.deepEqual(
    [...new Set(told().map((line) => line.replace(/^.*POLICIES/, 'POLICIES')))],
    [
      `POLICIES: ${site}/exclusions/one.json:1:18: The exclusion does not name any rules. (and 1 more)`,
    ],
  );
  t.diagnostic(`${told().length} lines of two workers`);

  // What is right again counts.
  write({ one: { ...one, profile: 'pl1' }, two, three });
  process.kill(pid, 'SIGHUP');
  await until(async () => (await statuses('one.test', ONE_ATTACK)).join() === '403');
  assert.deepEqual(await statuses('one.test', ONE_ATTACK), [403]);
  await until(async () => (await statuses('two.test', ONE_ATTACK)).join() === '403');
  assert.deepEqual(await statuses('two.test', ONE_ATTACK), [403]);
  assert.deepEqual(await statuses('three.test'), [429]);
});
