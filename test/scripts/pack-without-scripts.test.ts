/** The tarball of a package has all files and no scripts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packWithoutScripts } from '#scripts/package/pack-without-scripts.ts';

test('the manifest in the tarball has no scripts, and all else is there', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const manifest = {
    name: 'sample',
    version: '1.2.3',
    files: ['lib'],
    bin: { sample: 'lib/a.js' },
  };
  const scripts = { prepare: 'node prepare.cjs', postinstall: 'exit 1' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  writeFileSync(join(folder, 'left-out.txt'), '');
  mkdirSync(join(folder, 'lib'));
  writeFileSync(join(folder, 'lib/a.js'), '#!/usr/bin/env node\n');
  packWithoutScripts(folder, folder);
  const tar = (...words: readonly string[]): string =>
    execFileSync('tar', [...words], { cwd: folder, encoding: 'utf8' });
  const tarball = 'sample-1.2.3.tgz';
  assert.deepEqual(tar('-tzf', tarball).trim().split('\n').toSorted(), [
    'package/lib/a.js',
    'package/package.json',
  ]);
  assert.deepEqual(JSON.parse(tar('-xzOf', tarball, 'package/package.json')), manifest);
});
