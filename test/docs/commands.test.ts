/** docs/commands.md is what the command line says of itself, and all pages speak of options that exist. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandsPage } from '#scripts/commands/commands-page.ts';

const skip = existsSync('dist/portcullis.mjs') ? false : 'dist/ is not built: make build';

test('docs/commands.md is up to date: npx tsx scripts/command-pages.ts', { skip }, async () => {
  assert.equal(readFileSync('docs/commands.md', 'utf8'), await commandsPage());
});

test('pages name only commands and options that there are', () => {
  const known = readFileSync('docs/commands.md', 'utf8');
  const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];
  let seen = 0;
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const calls = readFileSync(page, 'utf8').matchAll(/portcullis(?:\.mjs)? ([a-z]+)([^`\n]*)/g);
    for (const [call, name = '', rest = ''] of calls) {
      const section = new RegExp(`^## ${name}\\n+\`\`\`text\\n(.*?)^\`\`\``, 'ms').exec(known)?.[1];
      if (section === undefined) continue;
      seen += 1;
      for (const [option] of rest.matchAll(/--[a-z][a-z-]*/g)) {
        assert.ok(section.includes(`${option} `), `${page}: ${call}`);
      }
    }
  }
  assert.ok(seen > 20);
});
