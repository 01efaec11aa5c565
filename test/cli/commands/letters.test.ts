/** Letters of UTF-8 whose last byte is 0xA0, the no-break space of Latin-1: no command takes half of a letter for a blank. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

const RULES = `SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,ctl:ruleRemoveTargetById=2;ARGS:voilà"
SecRule ARGS "@streq evil" "id:2,phase:1,deny,log,msg:'argument'"
SecRule REQUEST_HEADERS:X "@streq voilà" "id:3,phase:1,deny,log,msg:'header'"
SecRule ARGS "@pmFromFile données-à.data" "id:4,phase:1,deny,log,msg:'phrase'"
SecRule TX:été "@eq 1" "id:5,phase:1,deny,log,msg:'unset'"
`;

const folder = folderWith({
  'a.conf': bytes(RULES),
  'données-à.data': 'phrase\n\xe9t\xe9\n\xc9t\xe9\n',
  'fix.conf': bytes('SecRuleEngine On\nSecMarker voilà \t# why\n'),
});

const RUN = ['run', '--entry', 'a.conf', '--url'];

const rows: readonly (readonly [words: readonly string[], shown: RegExp, hidden?: RegExp])[] = [
  [[...RUN, '/?voil%C3%A0=evil'], /PASSED/],
  [[...RUN, '/?voil=evil'], /BLOCKED 403 by rule 2/],
  [[...RUN, '/?a=a+phrase'], /BLOCKED 403 by rule 4/],
  [[...RUN, '/', '--header', 'X:  voilà\t'], /BLOCKED 403 by rule 3/],
  [[...RUN, '/', '--header', 'X: é', '--trace'], /@streq voil\\xc3\\xa0 on/],
  [['run', '--entry', 'a.conf', '--curl', "curl -H 'X: voilà' http://a/"], /BLOCKED 403 by rule 3/],
  [['explain', '3', '--entry', 'a.conf'], /operator: @streq voilà\n/],
  [
    ['compile', '--entry', 'a.conf', '--print-after', 'lower', '--rule', '3'],
    /@streq voil\\xc3\\xa0/,
  ],
  // Other engines and this one ignore the case of ASCII letters only: é and É of Latin-1 are two entries.
  [['check', 'a.conf'], /tx\.été is read but never set/, /repeated-line/],
];

test('commands leave letters whole', async (t) => {
  for (const [words, shown, hidden] of rows) {
    await t.test(rowTitle(words.join(' ')), () => {
      const { stdout, stderr } = portcullis(folder, words);
      assert.match(stdout + stderr, shown);
      if (hidden !== undefined) assert.doesNotMatch(stdout + stderr, hidden);
    });
  }
  assert.equal(rows.length, 9);
});

test('the fix of a comment after a directive removes blanks, and no byte of a letter', () => {
  portcullis(folder, ['check', '--fix', 'fix.conf']);
  const text = readFileSync(join(folder, 'fix.conf'), 'utf8');
  assert.equal(text, 'SecRuleEngine On\nSecMarker voilà\n# why\n');
});
