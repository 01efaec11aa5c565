/** The table of settings is the one the parser uses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { SETTINGS_PAGE, withSettingsTable } from '../../scripts/settings-table.ts';

test('the table of settings is up to date: npx tsx scripts/settings-table.ts', () => {
  const page = readFileSync(SETTINGS_PAGE, 'utf8');
  assert.equal(withSettingsTable(page), page);
  assert.match(page, /`PROXY_RATE_LIMIT`/);
});
