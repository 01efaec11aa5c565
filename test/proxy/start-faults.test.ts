/** Every wrong setting is reported in a separate line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Setting } from '#proxy/settings/setting.ts';
import { settingTable } from '#proxy/settings/setting-table.ts';
import { isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { failingStart } from './helpers/failing-start.ts';

/** Variables that take any text. */
const FREE_TEXT = [
  'LISTEN_HOST',
  'ENGINE_RULES_PATH_SITES',
  'ENGINE_RULES_PATH_APIS',
  'PROXY_BOTS',
  'GEO_DB_PATH',
  'ACCESS_LOG',
  'ERROR_LOG',
  'AUDIT_LOG',
  'ADMIN_HOST',
  'CROWDSEC_KEY',
  'TLS_KEY',
  'DECISION_HOST',
  'DECISION_KEY',
  'SHADOW_RULES',
  'OTEL_SERVICE_NAME',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_CLIENT_KEY',
  'SHADOW_REPORT',
];
const BAD_VALUE = 'no good';

test('every variable with a bad value has a line of its own [X2]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const names = Object.values<Setting<unknown>>(settingTable).map(({ name }) => name);
  const strict = names.filter((name) => !FREE_TEXT.includes(name));
  assert.equal(strict.length + FREE_TEXT.length, names.length);
  const wrong = Object.fromEntries(strict.map((name) => [name, BAD_VALUE]));
  const errors = await failingStart({ ...wrong, PROXY_BLOCK_BOT: 'true' });
  assert.deepEqual(
    errors.map((line) => /^([A-Z0-9_]+): ./.exec(line)?.[1]).toSorted(),
    [...strict, 'PROXY_BLOCK_BOT'].toSorted(),
  );
  console.log(`${errors.length} wrong variables, ${errors.length} lines`);
});

const AWAY = '/nowhere/file';
const TRACES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:1',
  OTEL_EXPORTER_OTLP_CERTIFICATE: AWAY,
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: AWAY,
  OTEL_EXPORTER_OTLP_CLIENT_KEY: AWAY,
};
/** Settings that name files, with files that are not there; each is one line, but for `good`. */
const missing: readonly (readonly [
  environment: Readonly<Record<string, string>>,
  good: string[],
])[] = [
  [{ TLS_CERT: AWAY, TLS_KEY: AWAY, TLS_CLIENT_CA: AWAY }, []],
  [{ BACKEND_RETRIES: 'x', SHADOW_RULES: AWAY, SHADOW_REPORT: '/dev/null/report' }, []],
  [TRACES, ['OTEL_EXPORTER_OTLP_ENDPOINT']],
  [
    { BACKEND_RETRIES: 'x', ...TRACES, SHADOW_RULES: AWAY, SHADOW_REPORT: 'off' },
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'SHADOW_REPORT'],
  ],
  [{ WORKERS: '1', BAN_LISTS: AWAY, TLS_CERT: AWAY, TLS_KEY: AWAY }, ['WORKERS']],
];

test('all files that cannot be read are reported in one run, each with its variable', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  let ran = 0;
  for (const [environment, good] of missing) {
    await t.test(rowTitle(Object.keys(environment).join(' ')), async () => {
      const errors = await failingStart(environment);
      const expected = Object.keys(environment).filter((name) => !good.includes(name));
      assert.deepEqual(
        errors.map((line) => /^([A-Z0-9_]+): ./.exec(line)?.[1]).toSorted(),
        expected.toSorted(),
        errors.join('\n'),
      );
      ran += 1;
    });
  }
  assert.equal(ran, 5);
});
