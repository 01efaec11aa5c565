/** What commands print as documents is UTF-8, whatever the encodings of the rule files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUtf8 } from '#compiler/cli/output/report.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const cases: readonly (readonly [bytes: string, text: string])[] = [
  ['', ''],
  ['abc', 'abc'],
  ['\xc3\xa9', 'é'],
  ['\xe9', 'é'],
  ['\xc3\xa9 and \xe9', 'é and é'],
  ['\xe9\xc3\xa9', 'éÃ©'],
  ['\xf0\x9f\x98\x80', '😀'],
];

test('UTF-8 stays, and each other byte is a latin1 character', () => {
  for (const [bytes, text] of cases) assert.equal(toUtf8(bytes).toString('utf8'), text);
  assert.equal(cases.length, 7);
});

test('a byte of a latin1 file does not change the name of the file', () => {
  const folder = folderWith({ 'ü.conf': 'SecRule AR\xe4 "@rx a" "id:1,phase:2,deny,log"\n' });
  const { stdout } = portcullis(folder, ['check', '--format', 'json', 'ü.conf']);
  const [finding] = JSON.parse(stdout).findings;
  assert.deepEqual([finding.file, finding.message], ['ü.conf', 'Unknown variable ARä.']);
});
