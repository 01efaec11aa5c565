/** A watch runs at once, after every change of what it reads, and when files come. */
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { disk } from '#compiler/cli/project/disk.ts';
import { recordLookups } from '#compiler/cli/project/record-lookups.ts';
import { watch, watchedPaths } from '#compiler/cli/project/watch.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { folderWith } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

class Enough extends Error {}

test('every change is one more run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    // As old as files are when a watch starts.
    utimesSync(join(folder, name), new Date(), new Date(2020, 1, text.length));
  };
  const pattern = join(folder, '*.conf');
  const data = join(folder, 'data');
  const changes = [
    () => write('a.conf', 'changed'),
    () => write('b.conf', 'new'),
    () => rmSync(join(folder, 'a.conf')),
    () => write('data', 'longer'),
    // Each with one of time, size and inode changed.
    () => utimesSync(data, new Date(), new Date(2019, 1, 1)),
    () => {
      writeFileSync(data, 'shorter text');
      utimesSync(data, new Date(), new Date(2019, 1, 1));
    },
    () => {
      writeFileSync(`${data}.new`, 'shorter text');
      utimesSync(`${data}.new`, new Date(), new Date(2019, 1, 1));
      renameSync(`${data}.new`, data);
    },
  ];
  try {
    write('a.conf', 'a');
    write('data', 'b');
    let runs = 0;
    const watching = watch(() => {
      const change = changes[runs];
      runs += 1;
      if (change === undefined) throw new Enough();
      setTimeout(change, 20);
      return watchedPaths({ paths: new Set([data]), patterns: new Set([pattern]) }, disk);
    });
    await assert.rejects(watching, Enough);
    assert.equal(runs, 8);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Rules that look up a file which does not exist yet, and the name of that file. */
const lookups: readonly (readonly [rules: string, path: string])[] = [
  ['Include more/*.conf', 'more/b.conf'],
  ['IncludeOptional more/*.conf', 'more/b.conf'],
  ['IncludeOptional late.conf', 'late.conf'],
  ['Include missing.conf', 'missing.conf'],
  ['SecRule ARGS "@pmFromFile words.data" "id:1,phase:2,deny"', 'words.data'],
];

test('a file that rules look up is watched before it exists', async (t) => {
  for (const [rules, path] of lookups) {
    await t.test(rowTitle(rules), () => {
      const folder = folderWith({ 'a.conf': rules, 'more/a.conf': '' });
      const recorded = recordLookups(disk);
      analyze(profileOfEntries('test', [join(folder, 'a.conf')]), recorded.files);
      const paths = watchedPaths(recorded.lookups, disk);
      writeFileSync(join(folder, path), '');
      assert.ok(paths().includes(join(folder, path)));
    });
  }
  assert.equal(lookups.length, 5);
});
