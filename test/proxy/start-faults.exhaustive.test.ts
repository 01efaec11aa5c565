/** Whatever keeps the built proxy from starting is said in a line of its own, and nothing is left running. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { type Environment, failingStart } from './helpers/failing-start.ts';
import { openPort, portOf } from './helpers/free-port.ts';
import { ipv4Bits, placeDatabase } from './helpers/mmdb.ts';
import { moduleText } from './helpers/module-text.ts';

const ASN_DATABASE = placeDatabase([
  [ipv4Bits('192.0.2.0', 24), { autonomous_system_number: 64496 }],
]);

test('every other reason not to start has its line, exit code 1, and leaves no process or file [X2]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const folder = emptyFolder(t);
  const file = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'logs'));
  const holder = await openPort();
  t.after(() => holder.close());
  const used = String(portOf(holder));
  const rows: readonly (readonly [environment: Environment, line: RegExp])[] = [
    [{ PROXY_RATE_LIMIT: '5', WAF_RATE_LIMIT: '6' }, /^PROXY_RATE_LIMIT: .*WAF_RATE_LIMIT/],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:1',
        OTEL_EXPORTER_OTLP_CERTIFICATE: '/none/ca.pem',
      },
      /^OTEL_EXPORTER_OTLP_CERTIFICATE: .* cannot be read\. There is no such file\.$/,
    ],
    [{ DECISION_PORT: used }, /^DECISION_PORT: port [0-9]+ is in use/],
    [{ PROXY_APIS_HOSTS: 'web.test' }, /^PROXY_APIS_HOSTS: host "web\.test" is in PROXY_WEB_HOSTS/],
    [{ NODE_OPTIONS: '--insecure-http-parser' }, /^NODE_OPTIONS: --insecure-http-parser/],
    [{ ENGINE_RULES_PATH_SITES: '/none/waf.mjs' }, /^ENGINE_RULES_PATH_SITES: \/none\/waf\.mjs/],
    [
      { ENGINE_RULES_PATH_APIS: file('text.mjs', 'not a module') },
      /^ENGINE_RULES_PATH_APIS: .*text/,
    ],
    [
      { ENGINE_RULES_PATH_APIS: file('empty.mjs', '') },
      /^ENGINE_RULES_PATH_APIS: .*no compiled rules/,
    ],
    [{ ENGINE_RULES_PATH_SITES: file('throws.mjs', 'throw new Error("at load")') }, /at load/],
    [{ ENGINE_RULES_PATH_SITES: '/none/*.conf' }, /^ENGINE_RULES_PATH_SITES: .*no file matches/],
    [
      { ENGINE_RULES_PATH_SITES: `${file('a.mjs', moduleText('a'))}:${file('b.mjs', '')}` },
      /^ENGINE_RULES_PATH_SITES: names a module and other files/,
    ],
    [
      { ENGINE_RULES_PATH_SITES: file('data.mjs', moduleText('a', { dataDir: '/none/spool' })) },
      /^ENGINE_RULES_PATH_SITES: SecDataDir \/none\/spool cannot be written to/,
    ],
    [
      { GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: '/none.mmdb' },
      /^GEO_DB_PATH: .*\/none\.mmdb cannot be loaded/,
    ],
    [
      { GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: file('bad.mmdb', 'no database') },
      /^GEO_DB_PATH: .*bad\.mmdb cannot be loaded/,
    ],
    [
      { GEO_BLOCK_ENABLED: 'true', GEO_DB_PATH: file('asn.mmdb', ASN_DATABASE) },
      /^GEO_DB_PATH: GeoIP database .*asn\.mmdb \(Test-Country, .*\) contains no country codes: name a/,
    ],
    [{ ACCESS_LOG: join(folder, 'logs') }, /^ACCESS_LOG: .* cannot be opened/],
    [{ AUDIT_LOG: join(folder, 'logs') }, /^AUDIT_LOG: the log cannot be opened: EISDIR/],
    [{ ERROR_LOG: join(folder, 'logs') }, /^ERROR_LOG: the log cannot be opened: EISDIR/],
    [
      { ENGINE_RULES_PATH_APIS: [1, 2, 3, 4, 5].map((n) => file(`${n}.conf`, '')).join(':') },
      /^ENGINE_RULES_PATH_APIS: .*1\.conf is listed where .*; and [0-9]+ more\. Run `make build`/,
    ],
    [
      { ENGINE_RULES_PATH_SITES: '/none/a*:/none/b*' },
      /^ENGINE_RULES_PATH_SITES: \/none\/a\*: no file matches; \/none\/b\*: no file matches\.$/,
    ],
    [
      { BACKENDS: '{"default":["127.0.0.1:1"],"default":["127.0.0.1:2"]}' },
      /^BACKENDS: "default" occurs twice in one object\.$/,
    ],
    [
      {
        BACKENDS:
          '{"a.test":{"default":["b:1"],"paths":{"/x":["b:2"],"/y":["b:3"],"/\\u0078":["b:4"]}}}',
      },
      /^BACKENDS: "\/x" occurs twice in one object\.$/,
    ],
    [{ PORT: used }, new RegExp(`^PORT: port ${used} is in use`)],
    [{ LISTEN_HOST: '192.0.2.1' }, /^LISTEN_HOST: 192\.0\.2\.1 is not an address of this machine/],
    [{ LISTEN_HOST: 'no good' }, /^LISTEN_HOST: "no good" is neither an address nor the name/],
    [
      { ADMIN_PORT: '0', ADMIN_HOST: '192.0.2.1' },
      /^ADMIN_HOST: 192\.0\.2\.1 is not an address of this machine/,
    ],
    [{ ADMIN_PORT: used }, new RegExp(`^ADMIN_PORT: port ${used} is in use`)],
  ];
  const variableOf = ([environment]: (typeof rows)[number]): string | undefined =>
    Object.keys(environment).at(-1);
  const oneOfEach = new Map(rows.map((row) => [variableOf(row), row]));
  const starts = rows.map(
    (row) => [oneOfEach.get(variableOf(row)) === row ? '2' : '0', row] as const,
  );
  const planned = starts.length;
  let ran = 0;
  const next = async (): Promise<void> => {
    for (let row = starts.shift(); row !== undefined; row = starts.shift()) {
      const [workers, [environment, line]] = row;
      const errors = await failingStart({ ...environment, WORKERS: workers });
      assert.equal(errors.length, 1, `${JSON.stringify(environment)}\n${errors.join('\n')}`);
      for (const error of errors) assert.match(error, line);
      ran += 1;
    }
  };
  await Promise.all([next(), next(), next()]);
  assert.equal(ran, planned);
  console.log(`${ran} failing starts: a line each, exit code 1, port free, no process left`);
});
