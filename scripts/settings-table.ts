/** Puts the generated table of settings into docs/settings.md. `npx tsx scripts/settings-table.ts` */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { settingsMarkdown } from '../runtime/proxy/settings/settings-markdown.ts';

export const SETTINGS_PAGE = 'docs/settings.md';

const BLOCK = /<!-- settings -->.*<!-- \/settings -->/s;

/** The page with the table as it is today. */
export function withSettingsTable(page: string): string {
  return page.replace(
    BLOCK,
    () => `<!-- settings -->\n${settingsMarkdown().trim()}\n<!-- /settings -->`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(SETTINGS_PAGE, withSettingsTable(readFileSync(SETTINGS_PAGE, 'utf8')));
}
