/** `{rules}` of a profile: the folder that it names, else that of the lock file, else the built-in rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfile } from '#compiler/profile.ts';
import { formatRulesLock } from '#compiler/rules-lock.ts';
import { memoryFiles, type TextFiles } from '../../helpers/compile-text.ts';

const BUILT_IN: TextFiles = { 'rules/a.conf': '' };
const FETCHED: TextFiles = { ...BUILT_IN, 'rules/crs/a.conf': '' };
const lock = (rules: string): TextFiles => ({ 'rules/lock.json': formatRulesLock(rules, '1.0') });
const LOCKED: TextFiles = { ...FETCHED, ...lock('rules/crs') };

function entriesOf(profile: unknown, files: TextFiles): readonly string[] | string {
  const texts = { ...files, 'profiles/p.json': JSON.stringify(profile) };
  const found = readProfile('p', memoryFiles(texts), {});
  return found.kind === 'Ok' ? found.profile.entries.map(({ text }) => text) : found.message;
}

const files = ['base.conf', '{rules}/*.conf'];
const cases: readonly (readonly [title: string, rules: string | undefined, TextFiles, string])[] = [
  ['nothing named', undefined, BUILT_IN, 'rules/*.conf'],
  ['the OWASP set in the lock file', undefined, LOCKED, 'rules/crs/*.conf'],
  ['the lock file names what is not there', undefined, lock('rules/crs'), 'rules/crs/*.conf'],
  [
    'the built-in set in the lock file',
    undefined,
    { ...FETCHED, ...lock('rules') },
    'rules/*.conf',
  ],
  ['the built-in set in the profile', 'rules', LOCKED, 'rules/*.conf'],
  ['the OWASP set in the profile', 'rules/crs', BUILT_IN, 'rules/crs/*.conf'],
  ['a folder of its own in the profile', 'mine/set', LOCKED, 'mine/set/*.conf'],
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

test('fetched rules that nothing names are an error', () => {
  assert.match(String(entriesOf({ name: 'p', files }, FETCHED)), /^rules\/crs has rules, but/);
});

test('a profile without {rules} needs no lock file', () => {
  assert.deepEqual(entriesOf({ name: 'p', files: ['base.conf'] }, FETCHED), ['base.conf']);
});

test('a lock file without a folder is an error', () => {
  for (const text of ['', '[]', '{}', '{"rules": 1}', '{"rules": ']) {
    const texts = { ...FETCHED, 'rules/lock.json': text };
    assert.match(String(entriesOf({ name: 'p', files }, texts)), /^rules\/lock\.json must be/);
  }
});
