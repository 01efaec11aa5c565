/** Repeated findings of one cause are one, with its places; a part of a set says once what it does not know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatJson } from '#compiler/cli/commands/check/formats/json.ts';
import { formatSarif } from '#compiler/cli/commands/check/formats/sarif.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { checkFiles } from './helpers.ts';

const blocking = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `SecRule ARGS "@rx a" "id:${at + 1},phase:2,block,log"\n`,
  ).join('');

const findingsOf = (count: number) =>
  checkFiles({ 'a.conf': blocking(count) }, { test: ['a.conf'] }).findings;

const ENGINE = 'SecRuleEngine On\n';

test('text: one block with the count and the first places, the same in check and compile', () => {
  const folder = folderWith({ 'a.conf': ENGINE + blocking(6) });
  const expected = [
    'a.conf:2:36: warning: block has no effect: no SecDefaultAction for phase 2 precedes this rule. [block-without-default]',
    '  SecRule ARGS "@rx a" "id:1,phase:2,block,log"',
    '                                     ^^^^^',
    '  hint: Add a SecDefaultAction with deny, or write deny.',
    '  note: The same in 5 other locations: a.conf:3:36, a.conf:4:36, a.conf:5:36, and 2 more',
    '',
  ].join('\n');
  const checked = portcullis(folder, ['check', 'a.conf']);
  assert.deepEqual([checked.stderr, checked.stdout], [expected, '0 errors, 6 warnings\n']);
  const compiled = portcullis(folder, ['compile', '--entry', 'a.conf', '--out', 'a.mjs']);
  assert.equal(compiled.stderr, expected);
});

test('json: a finding has all its places', () => {
  const { summary, findings } = JSON.parse(formatJson(findingsOf(6)));
  assert.deepEqual(summary, { errors: 0, warnings: 6, notices: 0 });
  assert.equal(findings.length, 1);
  assert.equal(findings[0].line, 1);
  assert.deepEqual(
    findings[0].others.map(({ line }: { readonly line: number }) => line),
    [2, 3, 4, 5, 6],
  );
});

test('sarif has a result for each location, and one for very many', () => {
  const resultsOf = (count: number) => JSON.parse(formatSarif(findingsOf(count))).runs[0].results;
  assert.equal(resultsOf(6).length, 6);
  const [first, ...others] = resultsOf(80);
  assert.equal(others.length, 0);
  assert.equal(first.relatedLocations.length, 79);
});

const PART = `SecRule TX:level "@lt 1" "id:1,phase:2,pass,nolog,skipAfter:END-OF-SET"
SecRule ARGS "@rx a" "id:2,phase:2,block,log"
SecRuleRemoveById 942100
`;

test('a part of a set gets one notice, with SecRuleEngine every finding', () => {
  const folder = folderWith({ 'part.conf': PART, 'whole.conf': ENGINE + PART });
  const part = portcullis(folder, ['check', 'part.conf']);
  assert.equal(
    part.stderr,
    `part.conf:1:1: notice: These files need definitions from the rest of the rule set: variables tx.level; markers END-OF-SET; rules 942100; default actions. [incomplete-set]
  SecRule TX:level "@lt 1" "id:1,phase:2,pass,nolog,skipAfter:END-OF-SET"
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: To check them together, name all files of the set: check SETUP.conf rules/*.conf.
`,
  );
  assert.equal(part.status, 0);
  const whole = portcullis(folder, ['check', 'whole.conf']);
  assert.equal(whole.stdout, '1 error, 3 warnings\n');
  const asked = portcullis(folder, ['check', 'part.conf', '--error', 'unset-variable']);
  assert.equal(asked.stdout, '2 errors, 2 warnings\n');
});

test('a part of a set: what has a name near to it is a slip all the same', () => {
  const folder = folderWith({ 'a.conf': `${PART}SecMarker END-OF-SETT\n` });
  const { stdout, stderr } = portcullis(folder, ['check', 'a.conf']);
  assert.equal(stdout, '1 error, 0 warnings, 1 notice\n');
  assert.match(stderr, /No SecMarker END-OF-SET exists/);
  assert.match(stderr, /hint: Did you mean END-OF-SETT\?/);
});
