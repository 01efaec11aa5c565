/** A cached profile is compiled again when its files change, disappear or appear. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadProfile } from '#compiler/cli/inspection/cached-waf.ts';
import { UserError } from '#compiler/cli/output/user-error.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { importText } from '#compiler/cli/project/load-waf.ts';
import { cacheFolder } from '#compiler/cli/project/module-folders.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { folderWith } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rule = (id: number): string => `SecRule ARGS:a "@streq x" "id:${id},phase:2,deny,log"\n`;

const FILES = {
  'more/a.conf': rule(2),
  'more/b.conf': rule(3),
};

type Row = readonly [
  title: string,
  rules: string,
  change: (folder: string) => void,
  before: readonly number[],
  after: readonly number[],
];

const rows: readonly Row[] = [
  ['nothing changes', `Include more/*.conf\n${rule(1)}`, () => {}, [2, 3, 1], [2, 3, 1]],
  [
    'an entry changes',
    rule(1),
    (folder) => writeFileSync(join(folder, 'a.conf'), rule(9)),
    [1],
    [9],
  ],
  [
    'a pattern of Include matches one more file',
    `Include more/*.conf\n${rule(1)}`,
    (folder) => writeFileSync(join(folder, 'more/c.conf'), rule(4)),
    [2, 3, 1],
    [2, 3, 4, 1],
  ],
  [
    'a pattern of Include matches one file less',
    `Include more/*.conf\n${rule(1)}`,
    (folder) => rmSync(join(folder, 'more/b.conf')),
    [2, 3, 1],
    [2, 1],
  ],
  [
    'a file of IncludeOptional appears',
    `IncludeOptional late.conf\n${rule(1)}`,
    (folder) => writeFileSync(join(folder, 'late.conf'), rule(5)),
    [1],
    [5, 1],
  ],
];

test('a cached profile is compiled again when its files change', async (t) => {
  for (const [title, rules, change, before, after] of rows) {
    await t.test(rowTitle(title), async () => {
      const folder = folderWith({ ...FILES, 'a.conf': rules });
      const profile = profileOfEntries('test', [join(folder, 'a.conf')]);
      assert.deepEqual(await idsOf(profile), before);
      change(folder);
      assert.deepEqual(await idsOf(profile), after);
    });
  }
  assert.equal(rows.length, 5);
});

async function idsOf(profile: Parameters<typeof loadProfile>[0]): Promise<readonly number[]> {
  const result = await loadProfile(profile, disk);
  assert.ok(result.kind === 'Ok');
  return result.loaded.cards.map(({ id }) => id);
}

test('without a folder that can be written to, a message says what to set', async () => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/dev/null';
  const expected = {
    constructor: UserError,
    message:
      /^Compiled rules cannot be written to \/dev\/null: ENOTDIR.*\. Set TMPDIR to a folder that you can write to\.$/,
  };
  try {
    assert.throws(() => cacheFolder(['/dev/null/cache']), expected);
    await assert.rejects(importText('export const a = 1;'), expected);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  const folder = folderWith({});
  assert.equal(cacheFolder(['/dev/null/cache', join(folder, 'c')]), join(folder, 'c'));
});
