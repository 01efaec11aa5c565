/** Notices that would be noise if they came too often: ids of others, secrets in logs, lines that stand twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../helpers/compile-text.ts';

function codesOf(text: string, path: string, others: TextFiles): readonly string[] {
  const files = memoryFiles({ ...others, [path]: text });
  const { findings } = checkProfiles([profileOfEntries('test', [path])], files);
  return findings.map(({ code }) => code);
}

const id = (number: number, more = ''): string =>
  `SecRule ARGS "@rx x" "id:${number},phase:2,deny,log${more}"\n`;
const logs = (targets: string, text: string, more = ''): string =>
  `SecRule ${targets} "@rx x" "id:1,phase:2,deny,log,capture,logdata:'${text} %{TX.0}'${more}"\n`;
const CRS = ",tag:'OWASP_CRS'";

const cases: readonly (readonly [
  what: string,
  text: string,
  expected: readonly string[],
  path?: string,
  others?: TextFiles,
])[] = [
  ['ids of a site, of the setup and behind the set', id(1) + id(900001) + id(999999), []],
  ['ids of vendors', id(200000) + id(3000000) + id(9001000), []],
  ['an id of the set', id(942100), ['id-range']],
  ['a rule of the set, of a plugin', id(942100, CRS) + id(9599100, CRS), []],
  ['a tag and a foreign id', id(1234567, CRS), ['id-range']],
  ['a file of the set', id(942100) + id(1942100), [], 'rules/REQUEST-942-SQLI.conf'],
  ['the file of another id', id(941100, CRS), ['id-range'], 'rules/REQUEST-942-SQLI.conf'],
  ['a rule of a site in a file of the set', id(77), [], 'rules/REQUEST-942-SQLI.conf'],
  ['a file for sites', id(942100), ['id-range'], 'REQUEST-900-EXCLUSION-RULES.conf'],
  ['all arguments', logs('ARGS', '%{MATCHED_VAR}'), []],
  ['a password, captured', logs('ARGS:user|ARGS:pwd', ''), ['secret-in-log']],
  [
    'its name',
    logs('REQUEST_HEADERS:Cookie', '').replace('%{TX.0}', '%{MATCHED_VAR_NAME}'),
    ['unused-capture'],
  ],
  ['how many there are', logs('&ARGS:password', ''), []],
  [
    'a session, and a cookie that is none',
    logs('REQUEST_COOKIES:PHPSESSID', '') +
      logs('REQUEST_COOKIES:lang', '').replace('id:1', 'id:2'),
    ['secret-in-log'],
  ],
  ['who has thought of it', logs('ARGS:password', '', ',ctl:auditLogParts=-I'), []],
  ['nothing is logged', logs('ARGS:password', '').replace('log,', 'nolog,'), []],
  [
    'comments and empty lines may stand twice',
    'SecRule ARGS "@pmFromFile a.data" "id:1,phase:2,deny,log"\n',
    [],
    'rules.conf',
    { 'a.data': '# a\na\n\n# a\nb\n\n' },
  ],
  [
    'addresses, in one file that two rules read',
    'SecRule REMOTE_ADDR "@ipMatchFromFile a.data" "id:1,phase:1,deny,log"\nSecRule ARGS "@ipMatchFromFile a.data" "id:2,phase:2,deny,log"\n',
    ['repeated-line'],
    'rules.conf',
    { 'a.data': '10.0.0.1\n10.0.0.0/8\n10.0.0.1' },
  ],
];

for (const [what, text, expected, path = 'rules.conf', others = {}] of cases) {
  test(what, () => assert.deepEqual(codesOf(text, path, others), expected));
}

test('all cases ran', () => assert.equal(cases.length, 18));
