/** What each reporter makes of one run, and how near a missing rule came. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specialize } from '#compiler/3-specialize/specialize.ts';
import { type FtwRecord, recordOf } from '#compiler/cli/ftw/ftw-record.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { reporters } from '#compiler/cli/ftw/reporters/index.ts';
import { formatRecords } from '#compiler/cli/ftw/reporters/summary.ts';
import { runFtw } from '#compiler/cli/ftw/run-in-process.ts';
import { parseShard, shareOf } from '#compiler/cli/ftw/run-shards.ts';
import { tracePlan } from '#compiler/cli/inspection/trace-plan.ts';
import { loadTracedWaf, loadWaf } from '#compiler/cli/project/load-waf.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const RULES = `SecRuleEngine DetectionOnly
SecRule REQUEST_URI "@contains evil" "id:100,phase:1,deny,log,chain,t:lowercase"
    SecRule ARGS "@rx ^drop(?:ped)?$" "t:urlDecode"
SecRule ARGS "@rx select.+from" "id:101,phase:2,deny,log"
SecRule ARGS "@streq a" "id:102,phase:2,pass,nolog"
SecRule REQUEST_URI "@contains /" "id:104,phase:2,pass,log,chain,ctl:ruleRemoveById=105"
    SecRule REQUEST_METHOD "@streq GET"
SecRule REQUEST_METHOD "@streq GET" "id:105,phase:2,pass,log"
`;
const YAML = `---
meta: { tags: [all] }
rule_id: 100
tests:
  - test_id: 1
    tags: [one, two]
    stages:
      - input: { uri: "/EVIL?a=%2564ropping&b=x", headers: { Host: h } }
        output: { log: { expect_ids: [100, 101, 102, 103, 105] } }
  - test_id: 2
    stages:
      - input: { uri: "/evil?a=drop", headers: { Host: h } }
        output: { log: { expect_ids: [100] } }
  - test_id: 3
    stages:
      - input: { uri: "/" }
        output: { status: 400 }
`;

const tests = parseTests('100.yaml', YAML);
const records = await run();

async function run(): Promise<readonly FtwRecord[]> {
  const { program, ruleSet } = compileText(RULES);
  assert.ok(program !== undefined && ruleSet !== undefined);
  const plan = tracePlan(specialize(ruleSet, program.manifest, []), program);
  const { results } = await runFtw({
    waf: await loadWaf(program),
    tests,
    traced: async () => ({ waf: await loadTracedWaf(program), plan }),
  });
  return results.map(recordOf);
}

const DETAILS = `  100.yaml
  > GET /EVIL?a=%2564ropping&b=x HTTP/1.1
  > Host: h
  > Connection: close
  expected ids: 100, 101, 102, 103, 105
  found ids: 104
  rule 100 does not match [rules.conf:2]
    its chain ends at rule 2
    @rx ^drop(?:ped)?$ on ARGS t:urlDecode
      no match: ARGS:a
        before: %64ropping
        after:  dropping
      no match: ARGS:b = x
  rule 101 did not run [rules.conf:4]: prefilter: no value contains "select"
    @rx select.+from on ARGS
      prefiltered: ARGS:a = %64ropping
      prefiltered: ARGS:b = x
  rule 102 did not run [rules.conf:5]: folded: no rule reads what it sets
  rule 103: the profile has no such rule
  rule 105 did not run [rules.conf:8]: a ctl has removed it
`;

function report(name: string): string {
  return reporters.get(name)?.(records) ?? '';
}

test('summary, spec, dot: the failure with its request, ids and closest misses', () => {
  const closing = '1 passed, 1 failed, 1 skipped\n';
  const title = '100-1: Not in the log: 100, 101, 102, 103, 105.\n';
  const skip = '100-3: expects status 400 from the HTTP front end\n';
  assert.equal(report('summary'), `SKIP ${skip}FAIL ${title}${DETAILS}\n${closing}`);
  assert.equal(report('spec'), `FAILED ${title}${DETAILS}ok 100-2\nskipped ${skip}${closing}`);
  assert.equal(report('dot'), `F.-\nFAIL ${title}${DETAILS}\n${closing}`);
});

test('json, junit and github report each test', () => {
  const document = JSON.parse(report('json'));
  assert.deepEqual(document.summary, { passed: 1, failed: 1, skipped: 1 });
  assert.deepEqual(document.tests, JSON.parse(JSON.stringify(records)));
  const xml = report('junit');
  assert.match(xml, /<testsuite name="100\.yaml" tests="3" failures="1" skipped="1">/);
  assert.match(xml, /<testcase classname="portcullis" name="100-2"\/>/);
  assert.match(xml, /<failure message="100-1: Not in the log.*"> {2}100\.yaml\n {2}&gt; GET /);
  assert.match(
    report('github'),
    /^::error file=100\.yaml,title=100-1::100-1: Not in the log.*%0A {2}> GET .*%2564ropping/,
  );
});

test('tags are those of the file and of the test', () => {
  assert.deepEqual(
    tests.map(({ tags }) => tags),
    [['all', 'one', 'two'], ['all'], ['all']],
  );
});

test('shares have every item once, in order', async (t) => {
  const items = Array.from({ length: 10 }, (_, index) => index);
  for (const count of [1, 2, 3, 7, 10, 12]) {
    await t.test(rowTitle(count), () => {
      const shares = Array.from({ length: count }, (_, at) =>
        shareOf(items, { index: at + 1, count }),
      );
      assert.deepEqual(shares.flat(), items);
    });
  }
  assert.deepEqual(parseShard('2/4'), { index: 2, count: 4 });
  for (const wrong of ['0/4', '5/4', '1', '1/0', 'a/b']) assert.equal(parseShard(wrong), undefined);
});

const failed = (id: number, closest: readonly string[]): FtwRecord => ({
  id: `${id}-1`,
  file: 'f.yaml',
  kind: 'failed',
  reason: undefined,
  failure: {
    stage: 1,
    stageCount: 1,
    reason: `Not in the log: ${id}.`,
    request: '',
    expectIds: [id],
    foundIds: [],
    closest,
  },
});
const ids = [1, 2, 3, 4, 5];

test('when many tests fail the summary says which set-up they expect', () => {
  const lacking = ids.map((id) => failed(id, [`rule ${id}: the profile has no such rule`]));
  assert.match(
    formatRecords(lacking),
    /Many tests fail\. They expect this configuration:\n {2}rules that the profile does not have: 1, 2, 3, 4, 5\n\n0 passed, 5 failed, 0 skipped$/,
  );
  const stopped = ids.map((id) =>
    failed(942_100 + id, [`rule ${942_100 + id} did not run [a.conf:1]: skipped by rule 942014`]),
  );
  const text = formatRecords(stopped);
  assert.match(
    text,
    /rules that run, but do not run here \(skipped by rule 942014\): 942101, 942102, 942103/,
  );
  assert.match(text, /The tests of the OWASP CRS expect paranoia level 4/);
  assert.match(
    formatRecords(ids.map((id) => failed(id, []))),
    /rules that log when they match: 1, 2/,
  );
});

test('some failures among many tests are no matter of the set-up', () => {
  const passed = ids.map(
    (id): FtwRecord => ({ ...failed(id, []), kind: 'passed', failure: undefined }),
  );
  const some = ids.map((id) => failed(id, []));
  assert.doesNotMatch(
    formatRecords([...Array.from({ length: 20 }, () => passed).flat(), ...some]),
    /Many tests/,
  );
  assert.doesNotMatch(formatRecords(some.slice(1)), /Many tests/);
});
