/** `{rules}` of a profile: the folder that it names, else what is there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfile } from '../../../compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../../helpers/compile-text.ts';

const FETCHED: TextFiles = { 'rules/crs/a.conf': '', 'rules/a.conf': '' };
const BUILT_IN: TextFiles = { 'rules/a.conf': '' };

function entriesOf(profile: unknown, files: TextFiles): readonly string[] | string {
  const texts = { ...files, 'profiles/p.json': JSON.stringify(profile) };
  const found = readProfile('p', memoryFiles(texts), {});
  return found.kind === 'Ok' ? found.profile.entries.map(({ text }) => text) : found.message;
}

const files = ['base.conf', '{rules}/*.conf'];
const cases: readonly (readonly [title: string, rules: string | undefined, TextFiles, string])[] = [
  ['no folder named, the OWASP set is fetched', undefined, FETCHED, 'rules/crs/*.conf'],
  ['no folder named, nothing is fetched', undefined, BUILT_IN, 'rules/*.conf'],
  ['the built-in set named, the OWASP set is fetched', 'rules', FETCHED, 'rules/*.conf'],
  ['the OWASP set named, nothing is fetched', 'rules/crs', BUILT_IN, 'rules/crs/*.conf'],
  ['a folder of its own named', 'mine/set', FETCHED, 'mine/set/*.conf'],
];

for (const [title, rules, texts, expected] of cases) {
  test(title, () => {
    const profile = { name: 'p', files, ...(rules !== undefined && { rules }) };
    assert.deepEqual(entriesOf(profile, texts), ['base.conf', expected]);
  });
}

test('a folder that is no text is an error', () => {
  assert.match(String(entriesOf({ files, rules: ['rules'] }, BUILT_IN)), /a text under "rules"/);
});
