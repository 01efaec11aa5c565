/**
 * Puts the generated table of settings into docs/settings.md, and the settings into the schema of the Helm chart.
 * `npx tsx scripts/settings-table.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { settingsMarkdown } from '#proxy/settings/settings-markdown.ts';
import { valuesSchema } from './helm/values-schema.ts';

export const SETTINGS_PAGE = 'docs/settings.md';
export const VALUES_SCHEMA = 'scripts/helm/portcullis/values.schema.json';

const BLOCK = /<!-- settings -->.*<!-- \/settings -->/s;

/** Returns the page with the current table. */
export function withSettingsTable(page: string): string {
  return page.replace(
    BLOCK,
    () => `<!-- settings -->\n${settingsMarkdown().trim()}\n<!-- /settings -->`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(SETTINGS_PAGE, withSettingsTable(readFileSync(SETTINGS_PAGE, 'utf8')));
  writeFileSync(VALUES_SCHEMA, valuesSchema());
}
