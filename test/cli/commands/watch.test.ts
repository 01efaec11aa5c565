/** A watch runs at once, after every change of what it reads, and when files come. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { disk } from '../../../compiler/cli/project/disk.ts';
import { watch, watchedPaths } from '../../../compiler/cli/project/watch.ts';
import { profileOfEntries } from '../../../compiler/profile.ts';

class Enough extends Error {}

test('every change is one more run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    // As old as files are when a watch starts.
    utimesSync(join(folder, name), new Date(), new Date(2020, 1, text.length));
  };
  const { entries } = profileOfEntries('test', [join(folder, '*.conf')]);
  const changes = [
    () => write('a.conf', 'changed'),
    () => write('b.conf', 'new'),
    () => rmSync(join(folder, 'a.conf')),
    () => write('data', 'longer'),
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
      return watchedPaths(entries, [{ path: join(folder, 'data') }], disk);
    });
    await assert.rejects(watching, Enough);
    assert.equal(runs, 5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
