/** What check says of files of policies: every mistake at once, each with its position; the slips and the exact text are in policies/. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPolicies } from '#compiler/cli/findings/check-policies.ts';
import { inOrder } from '#compiler/cli/findings/finding.ts';
import { formatText } from '#compiler/cli/output/format-findings.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const folder = fileURLToPath(new URL('./policies/', import.meta.url));
const read = (name: string): string => readFileSync(folder + name, 'latin1');

const PROFILE = {
  'profiles/pl1.json': '{ "name": "pl1", "files": ["rules.conf"] }',
  'rules.conf': `SecRuleEngine On
SecAction "id:900000,phase:1,pass,nolog,setvar:tx.threshold=5"
SecRule ARGS "@contains up" "id:900001,phase:1,pass,nolog,setvar:tx.threshold=+1"
SecRule ARGS "@rx a" "id:942100,phase:2,deny,log,tag:'attack-sqli'"
SecRule TX:threshold "@ge 6" "id:900002,phase:2,deny,log"
`,
};

function reported(files: Readonly<Record<string, string>>): string {
  const found = checkPolicies('policies.json', memoryFiles({ ...PROFILE, ...files }));
  return formatText(inOrder(found.map((each) => ({ ...each, profiles: [] }))), false);
}

test('all slips of a file of policies, its exclusions and its bans are reported', () => {
  const names = ['policies.json', 'exclusions/api.json', 'bans.txt'];
  const shown = reported(Object.fromEntries(names.map((name) => [name, read(name)])));
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(`${folder}expected.txt`, shown);
  assert.equal(shown, read('expected.txt'));
  assert.equal(shown.match(/: (?:error|warning): /g)?.length, 36);
});

const BROKEN: readonly (readonly [text: string, position: string, message: string])[] = [
  ['', '1:1', 'The end of the file should be a value.'],
  ['{', '1:2', 'The end of the file should be a member name in quotes.'],
  ['{ policies: 1 }', '1:3', '"p" should be a member name in quotes.'],
  ['{ "policies" {} }', '1:14', '"{" should be ":".'],
  ['{ "policies": {},\n }', '2:2', '"}" follows a surplus comma.'],
  ['{ "policies": {} } x', '1:20', '"x" follows the end of the JSON value.'],
  ['{ "policies": tru }', '1:15', '"t" should be a value.'],
  ['{ "policies": 01 }', '1:16', '"1" should be a comma or "}".'],
  [
    '{ "policies": "a\nb" }',
    '1:15',
    `'"' starts a string that is not closed or has an invalid escape.`,
  ],
  ['// x\n{}', '1:1', '"/" should be a value.'],
  [`{ "policies": ${'['.repeat(50)}`, '1:47', '"[" is nested too deeply.'],
  ['{ "policies": {}, "policies": {} }', '1:19', '"policies" occurs twice.'],
  ['[]', '1:1', 'The file must be an object.'],
  ['{ "policy": {} }', '1:1', 'The file has no "policies".'],
];

test('a file that is no JSON, or not the right one', async (t) => {
  let rows = 0;
  for (const [text, position, message] of BROKEN) {
    await t.test(rowTitle(text.slice(0, 40)), () => {
      const shown = reported({ 'policies.json': text });
      const head = `policies.json:${position}: error: ${message} [policies]`;
      assert.ok(shown.split('\n').includes(head), `${head}\n${shown}`);
    });
    rows += 1;
  }
  assert.equal(BROKEN.length, 14);
  assert.equal(rows, 14);
});

test('a right file has no findings', () => {
  const policies = {
    shop: {
      match: ['shop.test', '*.shop.test/api', '*'],
      profile: 'pl1',
      mode: 'detect',
      methods: ['GET'],
      rateLimit: 0.5,
      rateBurst: 3,
      bodyLimit: 0,
      exclusions: 'x.json',
      bans: ['bans.txt'],
      backends: { default: ['app:80'], paths: { '/api': ['https://api weight=2'] } },
    },
  };
  const exclusions = [
    { rules: [942100, '942000-942999'], targets: ['ARGS:q', 'XML'], paths: ['/a/*'], reason: 'so' },
    { tags: ['attack-sqli'] },
  ];
  const files = {
    'policies.json': JSON.stringify({ policies }),
    'x.json': JSON.stringify({ exclusions }),
    'bans.txt': '192.0.2.0/24\n',
  };
  assert.equal(reported(files), '');
});
