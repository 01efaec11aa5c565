/** What a run tells: verdict, values before and after, what was found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRun } from '#compiler/cli/commands/run/format-run.ts';
import { ruleCards } from '#compiler/cli/inspection/rule-card.ts';
import { type RunReport, runRequest } from '#compiler/cli/inspection/run-request.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

async function run(rules: string, url: string): Promise<RunReport> {
  const { program } = compileText(rules);
  assert.ok(program !== undefined);
  const loaded = { waf: await loadProgram(program), cards: ruleCards(program), plan: undefined };
  return runRequest(loaded, requestOf({ method: undefined, url, headers: [], body: '' }));
}

const RULES = `SecRuleEngine On
SecRule ARGS "@rx ev+il" "id:1,phase:2,deny,status:403,log,t:lowercase,t:urlDecode,msg:'Evil'"
`;

test('a blocked request: the value before and after, and the place of the match', async () => {
  const report = await run(RULES, '/?a=An%2520EVVIL');
  assert.deepEqual([report.verdict, report.status, report.ruleId], ['blocked', 403, 1]);
  const [value] = report.matches[0]?.values ?? [];
  assert.deepEqual(value, {
    target: 'ARGS:a',
    before: 'An%20EVVIL',
    after: 'an evvil',
    operator: '@rx',
    transformations: ['lowercase', 'urlDecode'],
    found: [3, 8],
    fingerprint: undefined,
  });
  assert.equal(
    formatRun(report, 'test', false),
    `test: BLOCKED 403 by rule 1
rule 1 (phase 2): Evil [rules.conf:2]
  ARGS:a by @rx
    before: An%20EVVIL
    after: an evvil
              ^^^^^
    by: t:lowercase,t:urlDecode
`,
  );
  assert.ok(formatRun(report, 'test', true).includes('an \u001b[31mevvil\u001b[0m'));
});

test('DetectionOnly passes and says what it would do; a clean request passes', async () => {
  const detected = await run(RULES.replace('On', 'DetectionOnly'), '/?a=evil');
  assert.match(
    formatRun(detected, 'p', false),
    /^p: PASSED \(DetectionOnly\), would be blocked with 403 by rule 1\n/,
  );
  const passed = await run(RULES, '/?a=good');
  assert.equal(formatRun(passed, 'p', false), 'p: PASSED\n');
});

test('phrases, fingerprints, and bytes a terminal would obey', async () => {
  const rules = `SecRuleEngine On
SecRule ARGS:a "@pm bad Evil" "id:1,phase:2,pass,log"
SecRule ARGS:b "@detectSQLi" "id:2,phase:2,pass,log"
`;
  const { matches } = await run(rules, "/?a=%1b[31m%20EVIL&b=1'%20OR%20'1'='1");
  assert.deepEqual(
    matches.map(({ id }) => id),
    [1, 2],
  );
  assert.deepEqual(matches[0]?.values[0]?.found, [6, 10]);
  assert.equal(matches[1]?.values[0]?.fingerprint, 's&sos');
  const text = formatRun(await run(rules, '/?a=%1bevil'), 'p', false);
  assert.ok(text.includes('value: \\x1bevil\n               ^^^^'), text);
});

test('a message and the name of a target show bytes that a terminal would obey', async () => {
  const rules = `SecRuleEngine On
SecRule ARGS "@rx evil" "id:1,phase:2,pass,log,msg:'Found %{MATCHED_VAR}'"
`;
  const text = formatRun(await run(rules, '/?a%1b%5b2J=evil%1b%5b31m%0a'), 'p', false);
  assert.ok(text.includes('(phase 2): Found evil\\x1b[31m\\x0a [rules.conf:2]\n'), text);
  assert.ok(text.includes('\n  ARGS:a\\x1b[2J by @rx\n'), text);
});

test('a long value is shown around the match', async () => {
  const report = await run(RULES, `/?a=${'x'.repeat(5000)}evil${'y'.repeat(5000)}`);
  const text = formatRun(report, 'p', false);
  assert.ok(text.includes('evil'));
  assert.ok(text.length < 400);
});
