/** The table of settings is the one the parser uses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { VERSION } from '#compiler/version.ts';
import { valuesSchema } from '#scripts/helm/values-schema.ts';
import { SETTINGS_PAGE, VALUES_SCHEMA, withSettingsTable } from '#scripts/settings-table.ts';

test('the table of settings is up to date: npx tsx scripts/settings-table.ts', () => {
  const page = readFileSync(SETTINGS_PAGE, 'utf8');
  assert.equal(withSettingsTable(page), page);
  assert.match(page, /`PROXY_RATE_LIMIT`/);
});

test('the schema of the Helm chart has the settings: npx tsx scripts/settings-table.ts', () => {
  const schema = readFileSync(VALUES_SCHEMA, 'utf8');
  assert.equal(valuesSchema(), schema);
  const isValid = new Ajv().compile(JSON.parse(schema));
  const defaults: object = parse(readFileSync('scripts/helm/portcullis/values.yaml', 'utf8'));
  assert.ok(isValid(defaults), JSON.stringify(isValid.errors));
  assert.equal(isValid({ settings: { PROXY_RATE_LIMIT: 5 } }), true);
  assert.equal(isValid({ settings: { PROXY_RATE_LIMITS: 5 } }), false);
  // Each member of the schema has a default, so that values.yaml shows all there are.
  const { properties } = JSON.parse(schema);
  const shown = [...Object.keys(defaults), 'global'];
  assert.deepEqual(shown.toSorted(), Object.keys(properties).toSorted());
});

test('the Helm chart is that of this release', () => {
  const chart = parse(readFileSync('scripts/helm/portcullis/Chart.yaml', 'utf8'));
  assert.equal(chart.version, VERSION);
  assert.equal(chart.appVersion, VERSION);
});
