/** The list of rule files in ENGINE_RULES_PATH_*, and which of the files read the manifest says it names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, manifestOf } from '#compiler/compile.ts';
import { readProfile } from '#compiler/profile.ts';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { checkManifest } from '#proxy/waf/check-manifest.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const FILES = {
  'profiles/pl1.json': '{ "files": ["default.conf"] }',
  'default.conf': 'SecRuleEngine On',
  'main.conf':
    'Include parts/*.conf\nSecRule ARGS "@pmFromFile words.data" "id:2,phase:2,deny,log"',
  'parts/a.conf': 'SecRule ARGS "@streq 1" "id:1,phase:2,deny,log"',
  'words.data': 'evil',
  'last.rules': 'SecRule ARGS "@streq 3" "id:3,phase:2,deny,log"',
};

function manifestOfList(list: string): Manifest {
  const files = memoryFiles(FILES);
  const read = readProfile('pl1', files, { ENGINE_RULES_PATH_SITES: list });
  assert.ok(read.kind === 'Ok');
  const analysis = analyze(read.profile, files);
  assert.deepEqual(analysis.diagnostics, []);
  return manifestOf(read.profile, analysis);
}

const filesOf = ({ sources }: Manifest): readonly string[] => sources.map(({ file }) => file);

test('compiler and proxy read the same entries, and none counts as unset', async (t) => {
  const rows = [
    [' main.conf :\n last.rules : ', ['main.conf', 'last.rules']],
    ['\nmain.conf\nlast.rules\n', ['main.conf', 'last.rules']],
    ['', []],
    [' : \n:', []],
  ] as const;
  let ran = 0;
  for (const [list, entries] of rows) {
    await t.test(JSON.stringify(list), () => {
      const { settings, errors } = readSettings({ ENGINE_RULES_PATH_SITES: list });
      assert.deepEqual(errors, []);
      assert.deepEqual(settings.webRules, entries);
      const read = readProfile('pl1', memoryFiles(FILES), { ENGINE_RULES_PATH_SITES: list });
      assert.ok(read.kind === 'Ok');
      const expected = entries.length === 0 ? ['default.conf'] : entries;
      assert.deepEqual(
        read.profile.entries.map(({ text }) => text),
        expected,
      );
      ran += 1;
    });
  }
  assert.equal(ran, 4);
});

test('files that an Include or an operator names are sources, and not in the list', () => {
  const manifest = manifestOfList('main.conf:last.rules');
  assert.deepEqual(filesOf(manifest), ['main.conf', 'parts/a.conf', 'last.rules', 'words.data']);
  const listed = manifest.sources.filter(({ unlisted }) => unlisted !== true);
  assert.deepEqual(
    listed.map(({ file }) => file),
    ['main.conf', 'last.rules'],
  );
});

test('the list is complete, whatever the extensions of its files', () => {
  const manifest = manifestOfList('main.conf:last.rules');
  assert.ok(checkManifest(['main.conf'], manifest).includes('last.rules is not in the list'));
});
