import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleModule } from '#compiler/cli/project/bundle-module.ts';
import { VERSION } from '#compiler/version.ts';
import { compileText } from '../helpers/compile-text.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { countryDatabase, ipv4Bits } from '../proxy/helpers/mmdb.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

/** For starts that must fail: exit code and lines of standard error. */
function failingStart(environment: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly errors: readonly string[];
} {
  const { status, stderr } = spawnSync(process.execPath, [PROXY], {
    env: { LISTEN_HOST: '127.0.0.1', PORT: '0', PROXY_WEB_HOSTS: 'web.test', ...environment },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, errors: stderr.split('\n').filter((line) => line !== '') };
}

test('the start-up lines come in their order', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { lines, port } = await startProxyProcess(t);
  const expected = [/GeoIP database/, /^Portcullis WAF started$/, /^Listening on :[0-9]+$/];
  const found = expected.map((line) => lines.findIndex((text) => line.test(text)));
  assert.ok(!found.includes(-1), lines.join('\n'));
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
  assert.ok(port > 0);
});

test('the line of a profile without a signature says so', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { program } = compileText('SecRuleEngine On\nSecAction "id:1,phase:1,pass,nolog"\n');
  assert.ok(program !== undefined);
  const path = join(emptyFolder(t), 'own.mjs');
  writeFileSync(path, await bundleModule(emit(program)));
  const environment = { ENGINE_RULES_PATH_SITES: path };
  const { lines } = await startProxyProcess(t, { environment });
  assert.equal(
    lines.find((line) => line.startsWith('Profile pl1: ')),
    `Profile pl1: no signature, 0 of 1 rules from 1 file, compiled by ${VERSION}`,
  );
});

test('with the GeoIP filter the first line names the database', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const path = join(emptyFolder(t), 'country.mmdb');
  writeFileSync(path, countryDatabase([[ipv4Bits('127.0.0.0', 8), 'DE']]));
  const environment = { GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: path, GEO_BLOCK_COUNTRIES: 'FR' };
  const { lines, port } = await startProxyProcess(t, { environment });
  assert.ok(lines[0]?.startsWith(`GeoIP database loaded: ${path}`), lines.join('\n'));
  const reply = await exchangeRaw(port, rawRequest('/', ['User-Agent: x', 'Accept: */*']));
  assert.equal(reply.status, 200, reply.bytes);
});

test('wrong settings stop the proxy with one line each', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const cases: readonly (readonly [Readonly<Record<string, string>>, readonly RegExp[]])[] = [
    [{ PORT: 'http' }, [/^PORT: /]],
    [{ PORT: '65536' }, [/^PORT: /]],
    [{ PORT: '-1' }, [/^PORT: /]],
    [{ BACKENDS: '{"default":' }, [/^BACKENDS: /]],
    [{ BACKENDS: '["localhost:5000"]' }, [/^BACKENDS: /]],
    [{ BACKENDS: '{"default":["localhost"]}' }, [/^BACKENDS: .*localhost/]],
    [{ BACKENDS: '{"default":["localhost:0"]}' }, [/^BACKENDS: .*localhost:0/]],
    [{ PORT: 'x', BACKENDS: '{' }, [/^PORT: /, /^BACKENDS: /]],
    [{ GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: '/none.mmdb' }, [/GEO.*\/none\.mmdb/]],
  ];
  for (const [environment, expected] of cases) {
    await t.test(rowTitle(environment), () => {
      const { status, errors } = failingStart(environment);
      const shown = `${JSON.stringify(environment)}\n${errors.join('\n')}`;
      assert.equal(status, 1, shown);
      assert.equal(errors.length, expected.length, shown);
      expected.forEach((line, index) => {
        assert.match(errors[index] ?? '', line, shown);
      });
    });
  }
  assert.equal(cases.length, 9);
});

test('a port in use stops the proxy with one line', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port } = await startProxyProcess(t);
  const { status, errors } = failingStart({ PORT: String(port) });
  assert.equal(status, 1);
  assert.equal(errors.length, 1, errors.join('\n'));
  assert.match(errors[0] ?? '', new RegExp(`PORT.*${port}`));
});

test('dist/proxy.js needs no other file', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const file = join(emptyFolder(t), 'proxy.js');
  copyFileSync(PROXY, file);
  const { port } = await startProxyProcess(t, { file });
  const headers = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
  assert.equal((await exchangeRaw(port, rawRequest('/', headers))).status, 200);
  const attack = rawRequest("/?id=1'%20OR%20'1'='1", headers);
  assert.equal((await exchangeRaw(port, attack)).status, 403);
});

test('nothing of the compiler is in the bundle', (t) => {
  const path = 'dist/proxy.meta.json';
  if (!isBuilt(t, PROXY) || !isBuilt(t, path)) return;
  const { inputs }: { readonly inputs: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const files = Object.keys(inputs);
  const compiler =
    /^compiler\/|node_modules\/(?:chevrotain|@chevrotain|ts-morph|@ts-morph|typescript|esbuild|commander)\//;
  assert.deepEqual(
    files.filter((file) => compiler.test(file)),
    [],
  );
  for (const needed of ['runtime/main.ts', 'generated/pl1/index.ts', 'generated/pl2/index.ts']) {
    assert.ok(files.includes(needed), needed);
  }
});
