/** What a trace tells of every rule: what it saw, or why it did not run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specialize } from '#compiler/3-specialize/specialize.ts';
import { formatTrace } from '#compiler/cli/inspection/format-trace.ts';
import { ruleCards } from '#compiler/cli/inspection/rule-card.ts';
import { type RunReport, runRequest } from '#compiler/cli/inspection/run-request.ts';
import { tracePlan } from '#compiler/cli/inspection/trace-plan.ts';
import { loadTracedWaf } from '#compiler/cli/project/load-waf.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { compileText } from '../../helpers/compile-text.ts';

async function trace(rules: string, url: string): Promise<RunReport> {
  const { program, ruleSet } = compileText(rules);
  assert.ok(program !== undefined && ruleSet !== undefined);
  const plan = tracePlan(specialize(ruleSet, program.manifest, []), program);
  const loaded = { waf: await loadTracedWaf(program), cards: ruleCards(program), plan };
  const request = requestOf({ method: undefined, url, headers: [], body: '' });
  // Twice: nothing of an earlier run may be left.
  runRequest(loaded, request);
  return runRequest(loaded, request);
}

const RULES = `SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=1"
SecRule TX:level "@lt 2" "id:2,phase:1,pass,nolog,skipAfter:DEEP"
SecRule ARGS "@contains deep" "id:3,phase:1,deny"
SecMarker DEEP
SecRule REQUEST_METHOD "@streq GET" "id:4,phase:1,pass,nolog,skipAfter:BODY,\\
    ctl:ruleRemoveById=8,ctl:ruleRemoveTargetById=9;ARGS:b"
SecRule ARGS "@contains post" "id:5,phase:1,deny"
SecMarker BODY
SecRule ARGS "@rx drop\\s+table" "id:6,phase:2,deny"
SecRule ARGS "@rx (?i)evil" "id:7,phase:2,pass,log,t:lowercase,t:urlDecode"
SecRule ARGS "@streq x" "id:8,phase:2,deny"
SecRule ARGS "@streq evil" "id:9,phase:2,deny,chain,t:none"
    SecRule REQUEST_METHOD "@streq POST" "chain"
    SecRule ARGS:c "@streq c"
SecRule REQUEST_URI "@contains x" "id:10,phase:2,deny,status:403"
SecRule ARGS "@streq y" "id:11,phase:2,deny"
SecRule ARGS "@streq z" "id:12,phase:3,deny"
`;

test('text: every way a rule can go', async () => {
  const report = await trace(RULES, '/x?a=EV%2549L&b=evil&c=evil');
  assert.equal(
    formatTrace(report.trace ?? []),
    `phase 1
  1 to 2 (2 rules) skipped: folded: no rule reads what it sets
  3 skipped: folded: always skipped by an earlier rule
  4 match [rules.conf:6]
    @streq GET on REQUEST_METHOD
      match: REQUEST_METHOD = GET
  5 skipped: rule 4 skips to BODY
phase 2
  6 skipped: prefilter: no value contains "table", and white space
  7 match [rules.conf:11]
    @rx (?i)evil on ARGS t:lowercase t:urlDecode
      match: ARGS:a
        before: EV%49L
        after:  evIl
      match: ARGS:b = evil
      match: ARGS:c = evil
  8 skipped: a ctl has removed it
  9 no match, without ARGS:b (ctl) [rules.conf:13]
    @streq evil on ARGS
      no match: ARGS:a = EV%49L
      match: ARGS:c = evil
    @streq POST on REQUEST_METHOD
      no match: REQUEST_METHOD = GET
  10 match [rules.conf:16]
    @contains x on REQUEST_URI
      match: REQUEST_URI = /x?a=EV%2549L&b=evil&c=evil
  11 skipped: the phase ends at rule 10
phase 3
  12 skipped: the phase does not run
phase 4
phase 5
`,
  );
});

test('what has no words to look for says which bytes it needs', async () => {
  const { trace: phases = [] } = await trace(
    'SecRuleEngine On\nSecRule ARGS "@detectSQLi" "id:1,phase:2,deny"\n',
    '/?a=good',
  );
  assert.equal(
    phases[1]?.rules[0]?.why,
    'prefilter: no value contains any byte but a letter, a digit or _',
  );
});

test('a value that the prefilter sorts out, and a target that holds nothing', async () => {
  const rules = `SecRuleEngine On
SecRule ARGS "@rx evil.+genius" "id:1,phase:2,pass,log"
SecRule ARGS:none "@streq a" "id:2,phase:2,deny"
`;
  const { trace: phases = [] } = await trace(rules, '/?a=good&b=evilgenius');
  const rulesOfPhase = phases[1]?.rules ?? [];
  assert.deepEqual(
    rulesOfPhase.map(({ id, result, links }) => [id, result, links[0]?.values]),
    [
      [
        1,
        'no match',
        [
          { target: 'ARGS:a', before: 'good', after: 'good', result: 'prefiltered' },
          { target: 'ARGS:b', before: 'evilgenius', after: 'evilgenius', result: 'no match' },
        ],
      ],
      [2, 'no match', []],
    ],
  );
});
