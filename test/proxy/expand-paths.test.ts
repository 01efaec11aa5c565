/** Wildcards in paths of rule files, and names of folders and files that look like wildcards. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { matchingPaths } from '#proxy/waf/expand-paths.ts';
import { folderWith, portcullis } from '../helpers/command-line.ts';
import { rowTitle } from '../helpers/row-title.ts';

const FILES = [
  'app/[slug]/rules.conf',
  'app/[slug]/more.conf',
  'app/s/rules.conf',
  'open[/a.conf',
  'what?/a.conf',
  'z-a].conf',
  '[!].conf',
  '^.conf',
  'b.conf',
  'c.conf',
  'a\nb.conf',
];

const rows: readonly (readonly [pattern: string, expected: readonly string[]])[] = [
  ['app/[slug]/rules.conf', ['app/[slug]/rules.conf']],
  ['app/[slug]/*.conf', ['app/[slug]/more.conf', 'app/[slug]/rules.conf']],
  ['app/[st]/*.conf', ['app/s/rules.conf']],
  ['app/[r-t]/*.conf', ['app/s/rules.conf']],
  ['open[/a.conf', ['open[/a.conf']],
  ['open[/*.conf', ['open[/a.conf']],
  ['op*[/*.conf', ['open[/a.conf']],
  ['what?/a.conf', ['what?/a.conf']],
  ['[z-a].conf', []],
  ['*[z-a].conf', []],
  ['[!].conf', ['[!].conf']],
  ['[!b-c].conf', ['^.conf']],
  ['[b^].conf', ['^.conf', 'b.conf']],
  ['a?b.conf', ['a\nb.conf']],
  ['[[', []],
  ['(*', []],
  ['b.conf/x/*.conf', []],
];

test('patterns match within a segment; a segment that exists by its name is this one', async (t) => {
  const folder = folderWith(Object.fromEntries(FILES.map((path) => [path, ''])));
  let ran = 0;
  for (const [pattern, expected] of rows) {
    await t.test(rowTitle(pattern), () => {
      const found = matchingPaths(join(folder, pattern));
      assert.deepEqual(
        found.map((path) => path.slice(folder.length + 1)),
        expected,
      );
    });
    ran += 1;
  }
  assert.equal(ran, 17);
});

test('check reads rules, includes and data files below a folder with brackets', () => {
  const folder = folderWith({
    'src/app/[slug]/rules.conf':
      'Include more.conf\nSecRule ARGS "@pmFromFile w.data" "id:1,phase:2,deny,log,msg:\'m\'"\n',
    'src/app/[slug]/more.conf': 'SecRuleEngine On\nSecRequestBodyAccess On\n',
    'src/app/[slug]/w.data': 'word\n',
  });
  const checked = portcullis(folder, ['check', 'src/app/[slug]/rules.conf']);
  assert.deepEqual([checked.stdout, checked.status], ['0 errors, 0 warnings\n', 0], checked.stderr);
  const unclosed = portcullis(folder, ['check', 'src/app/[slug/rules.conf']);
  assert.equal(unclosed.status, 2);
  assert.match(unclosed.stderr, /^error: No file matches src\/app\/\[slug\/rules\.conf\.$/m);
});
