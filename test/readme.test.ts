import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { updatedReadme } from '../scripts/update-readme.ts';

test('the table of settings in the README is the one the parser uses', () => {
  const readme = readFileSync('README.md', 'utf8');
  assert.equal(updatedReadme(readme), readme, 'remake it with: npx tsx scripts/update-readme.ts');
  assert.match(readme, /`PROXY_RATE_LIMIT`/);
});
