/**
 * Slips that authors make, each with the exact text they see. Rows are in *.txt: a title behind `=== `, the rules,
 * a line `---`, and what check says of them. UPDATE_GOLDEN=1 writes the second part anew.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { formatText } from '#compiler/cli/output/format-findings.ts';
import { groupByCause, withOthers } from '#compiler/cli/output/group-by-cause.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { bytesOfText, textOfBytes } from '#compiler/utf8.ts';
import { memoryFiles } from '../helpers/compile-text.ts';

type Row = { readonly title: string; readonly rules: string; readonly expected: string };

const folder = fileURLToPath(new URL('.', import.meta.url));

function rowsOf(text: string): readonly Row[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((row) => {
      const [head = '', expected = ''] = row.split(/^---\n/m);
      const end = head.indexOf('\n');
      return { title: head.slice(0, end), rules: head.slice(end + 1), expected };
    });
}

/** Blanks at the end of a line, which editors take away, are written as `·`. */
function reported(rules: string): string {
  const text = rules.replaceAll('·', ' ');
  const files = memoryFiles({ 'rules.conf': bytesOfText(text) });
  const { findings } = checkProfiles([profileOfEntries('test', ['rules.conf'])], files);
  const shown = textOfBytes(formatText(groupByCause(findings).map(withOthers), false));
  return shown.replace(/ +$/gm, (blanks) => '·'.repeat(blanks.length));
}

let count = 0;
for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
  const rows = rowsOf(readFileSync(folder + name, 'utf8'));
  count += rows.length;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const texts = rows.map(({ title, rules }) => `=== ${title}\n${rules}---\n${reported(rules)}`);
    writeFileSync(folder + name, texts.join(''));
  }
  for (const { title, rules, expected } of rowsOf(readFileSync(folder + name, 'utf8'))) {
    test(`${name.replace('.txt', '')}: ${title}`, () => {
      assert.ok(expected.trim() !== '', 'a slip is reported');
      assert.equal(reported(rules), expected);
    });
  }
}

test('how many slips there are', () => assert.equal(count, 224));
