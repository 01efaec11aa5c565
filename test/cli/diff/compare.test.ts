/** What differs between two rule sets: rules, settings, what is compiled away, behaviour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, type Difference, isSame } from '#compiler/cli/commands/diff/compare.ts';
import { differenceJson, formatDifference } from '#compiler/cli/commands/diff/format-difference.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { type Probe, sampleProbe, testProbes } from '#compiler/cli/replay/observe.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { compileText, type TextFiles } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const RULE = `SecRuleEngine On
SecRule ARGS "@rx evil" "id:1,phase:2,deny,status:403,log,msg:'Evil',ver:'1'"
`;

async function difference(
  older: string,
  newer: string,
  probes: readonly Probe[] = [],
  files: readonly [TextFiles, TextFiles] = [{}, {}],
): Promise<Difference> {
  const side = async (text: string, own: TextFiles) => {
    const { ruleSet, program } = compileText(text, own);
    assert.ok(ruleSet !== undefined && program !== undefined);
    return { ruleSet, program, waf: await loadProgram(program) };
  };
  return compare(await side(older, files[0]), await side(newer, files[1]), probes);
}

const text = async (older: string, newer: string): Promise<string> =>
  formatDifference(await difference(older, newer), false);

test('layout, comments and the order of settings make no difference', async () => {
  const found = await difference(
    RULE,
    `# a comment\nSecRule  ARGS  "@rx evil" \\\n  "phase:2, id:1,\\\n  t:none,log,deny,status:403,msg:Evil,ver:1"\nSecRuleEngine On\n`,
  );
  assert.ok(isSame(found), formatDifference(found, false));
  assert.equal(formatDifference(found, false), 'no difference\n');
});

const changes: readonly (readonly [from: string, to: string, lines: string])[] = [
  ['ARGS "', 'ARGS|ARGS_NAMES "', '  targets\n    + ARGS_NAMES\n'],
  ['@rx evil', '@rx bad', '  operator\n    - @rx evil\n    + @rx bad\n'],
  ['@rx evil', '!@rx evil', '  operator\n    - @rx evil\n    + !@rx evil\n'],
  ['phase:2', 'phase:1', '  phase\n    - 2\n    + 1\n'],
  ['deny', 'deny,t:lowercase', '  transformations\n    + t:lowercase\n'],
  ['status:403', 'status:406', '  action\n    - deny 403\n    + deny 406\n'],
  ['deny', "deny,setvar:'tx.a=+5'", '  effects\n    + setvar:TX.a=+5\n'],
  ['deny', 'deny,ctl:ruleRemoveById=7', '  effects\n    + ctl:ruleRemove 7\n'],
  ['log', 'nolog', '  log\n    - log\n    + nolog\n'],
  ['log', "log,tag:'a'", '  tags\n    + a\n'],
  ['Evil', 'Bad', '  msg\n    - Evil\n    + Bad\n'],
];

test('each change of a rule is shown', async () => {
  for (const [from, to, lines] of changes) {
    const found = await text(RULE, RULE.replace(from, to));
    assert.ok(found.startsWith('~ rule 1 (rules.conf:2) '), found);
    assert.ok(found.includes(`\n${lines}`), `${to}: ${found}`);
  }
  assert.equal(changes.length, 11);
});

test('added and removed rules, labels and settings are shown', async () => {
  const found = await text(
    `${RULE}SecAction "id:2,phase:1,pass,nolog,setvar:tx.a=1"\n`,
    `${RULE.replace("ver:'1'", "ver:'2'")}SecAction "id:3,phase:1,pass,nolog,msg:'Third'"\nSecRequestBodyAccess On\n`,
  );
  assert.equal(
    found,
    `setting requestBodyAccess
  - false
  + true
- rule 2 (rules.conf:3)
+ rule 3 (rules.conf:3) Third
ver 1 -> 2 in 1 rule: nothing else differs there
rules: 1 added, 1 removed, 0 changed; settings: 1 changed
`,
  );
});

test('updates count as what they do to the rule', async () => {
  const found = await text(RULE, `${RULE}SecRuleUpdateTargetById 1 "!ARGS:x"\n`);
  assert.match(found, /targets\n {4}- ARGS\n {4}\+ ARGS\|!ARGS:x\n/);
});

test('rules that a setting switches on and off are shown', async () => {
  const rules = (level: number): string => `SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=${level}"
SecRule TX:LEVEL "@lt 2" "id:2,phase:2,pass,nolog,skipAfter:END"
SecRule ARGS "@rx evil" "id:3,phase:2,deny,log"
SecMarker END
`;
  const found = await difference(rules(1), rules(2));
  assert.deepEqual(found.activated, [3]);
  assert.deepEqual((await difference(rules(2), rules(1))).deactivated, [3]);
  assert.match(formatDifference(found, false), /compiled away before, in force now \(1\): 3\n/);
});

test('another order of the same rules is a difference', async () => {
  const [one, two] = ['1', '2'].map((id) => `SecRule ARGS "@rx a" "id:${id},phase:2,deny,log"\n`);
  const found = await difference(`${one}${two}`, `${two}${one}`);
  assert.equal(found.reordered, 2);
  assert.ok(!isSame(found));
});

test('added and removed words of a phrase file are shown', async () => {
  const rule = 'SecRule ARGS "@pmFromFile words.data" "id:1,phase:2,deny,log"\n';
  const found = await difference(
    rule,
    rule,
    [],
    [{ 'words.data': 'one\ntwo\n' }, { 'words.data': 'two\nthree\n' }],
  );
  assert.deepEqual(found.changed[0]?.facts, [
    { name: 'phrases', removed: ['one'], added: ['three'] },
  ]);
});

test('samples and tests with another result are shown in text and JSON', async () => {
  const yaml = `rule_id: 1
tests:
  - test_id: 1
    stages:
      - input: {uri: "/?a=bad"}
        output: {}
      - input: {uri: "/?a=good"}
        output: {}
`;
  const request = requestOf({ method: 'GET', url: '/?a=evil', headers: [], body: '' });
  const probes = [
    sampleProbe({ name: 'sample', request }),
    ...parseTests('1.yaml', yaml).flatMap(testProbes),
  ];
  const found = await difference(RULE, RULE.replace('@rx evil', '@rx bad'), probes);
  const shown = formatDifference(found, false);
  assert.match(shown, /request sample\n {2}- 403 by 1\n {2}\+ passed\n {2}- 1\n/);
  assert.match(shown, /request 1-1 stage 1\n {2}- passed\n {2}\+ 403 by 1\n {2}\+ 1\n/);
  assert.match(shown, /requests: 2 of 3 changed\n$/);
  const document: unknown = JSON.parse(differenceJson(found));
  assert.ok(typeof document === 'object' && document !== null && 'same' in document);
  assert.equal(document.same, false);
  assert.ok(formatDifference(found, true).includes('\u001b[32m  + passed\u001b[0m'));
});
