/** Puts the generated table of settings into README.md. `npx tsx scripts/update-readme.ts` */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { settingsMarkdown } from '../runtime/proxy/settings/settings-markdown.ts';

const BLOCK = /<!-- settings -->.*<!-- \/settings -->/s;

/** The README with the table as it is today. */
export function updatedReadme(readme: string): string {
  return readme.replace(
    BLOCK,
    `<!-- settings -->\n${settingsMarkdown().trim()}\n<!-- /settings -->`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('README.md', updatedReadme(readFileSync('README.md', 'utf8')));
}
