import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { parseOverrides } from '#compiler/cli/ftw/overrides.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { formatSummary } from '#compiler/cli/ftw/report.ts';
import { runFtw } from '#compiler/cli/ftw/run-in-process.ts';
import { FtwFileError } from '#compiler/cli/ftw/yaml-fields.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { stubWaf } from './stub-waf.ts';

const yaml = `---
meta:
  author: nobody
rule_id: 100
tests:
  - test_id: 1
    desc: in the target
    stages:
      - input: { dest_addr: 127.0.0.1, port: 80, uri: "/evil", headers: { Host: h, X: 1.0 } }
        output: { log: { expect_ids: [100] } }
  - test_id: 2
    stages:
      - input: { uri: "/good" }
        output: { log: { no_expect_ids: [100], no_match_regex: 'id "\\d+"' } }
  - test_id: 3
    stages:
      - input: { uri: "/good" }
        output: { status: 400 }
  - test_id: 4
    stages:
      - input: { uri: "/good" }
        output: { log: { expect_ids: [100] } }
      - input: { uri: "/evil" }
        output: { log: { expect_ids: [100] } }
  - test_id: 5
    stages:
      - input: { method: POST, uri: /reflect, data: '{"body":"so evil"}', headers: { Content-Type: application/json } }
        output: { log: { match_regex: "found within RESPONSE_BODY" } }
`;
const tests = parseTests('100.yaml', yaml);
const kinds = (summary: Awaited<ReturnType<typeof runFtw>>) =>
  summary.results.map(({ kind, test: { id } }) => `${id} ${kind}`);

test('tests run through all phases; a failed first stage fails the test', async () => {
  const phases: string[] = [];
  const summary = await runFtw({ waf: stubWaf('evil', phases), tests });
  assert.deepEqual(kinds(summary), [
    '100-1 passed',
    '100-2 passed',
    '100-3 skipped',
    '100-4 failed',
    '100-5 passed',
  ]);
  assert.equal(phases.slice(0, 5).join(), '1,2,3,4,5');
  const report = formatSummary(summary).split('\n');
  assert.deepEqual(report, [
    'SKIP 100-3: expects status 400 from the HTTP front end',
    'FAIL 100-4 stage 1: Not in the log: 100.',
    '  100.yaml',
    '  > GET /good HTTP/1.1',
    '  > Connection: close',
    '  expected ids: 100',
    '  found ids: none',
    '',
    '3 passed, 1 failed, 1 skipped',
  ]);
});

test('a test that expects nothing in the log is skipped, because it cannot fail', async () => {
  const text = `
rule_id: 100
tests:
  - stages: [{ input: { uri: /evil }, output: { status: 200 } }]
  - stages: [{ input: { uri: /evil }, output: { response_contains: x } }]
  - stages: [{ input: { uri: /evil } }]
  - stages: [{ input: { uri: /good }, output: { status: 200 } }, { input: { uri: /evil }, output: { log: { expect_ids: [100] } } }]
`;
  const summary = await runFtw({ waf: stubWaf('evil'), tests: parseTests('100.yaml', text) });
  assert.deepEqual(kinds(summary), [
    '100-1 skipped',
    '100-2 skipped',
    '100-3 skipped',
    '100-4 passed',
  ]);
  assert.match(formatSummary(summary), /^SKIP 100-1: expects nothing in the log$/m);
});

test('include and exclude choose by id', async () => {
  const summary = await runFtw({
    waf: stubWaf('evil'),
    tests,
    include: /^100-[124]/,
    exclude: /-4$/,
  });
  assert.deepEqual(kinds(summary), ['100-1 passed', '100-2 passed']);
});

test('overrides replace the expectations, and one without any skips the test', async () => {
  const overrides = parseOverrides(
    'overrides.yaml',
    `
version: v1
test_overrides:
  - { rule_id: 100, test_ids: [4], stage_ids: [1], reason: why, output: { log: { no_expect_ids: [100] } } }
  - { rule_id: 100, test_ids: [1, 2], reason: unknown }
`,
  );
  const summary = await runFtw({ waf: stubWaf('evil'), tests, overrides });
  assert.deepEqual(kinds(summary), [
    '100-1 skipped',
    '100-2 skipped',
    '100-3 skipped',
    '100-4 passed',
    '100-5 passed',
  ]);
});

test('files that are not as the schema says are refused with their name', async (t) => {
  const cases = [
    [
      'rule_id: 1\ntests: [{stages: [{input: {}, output: {status: [200, 403]}}]}]',
      /f\.yaml: 1-1: output: status must be one number/,
    ],
    ['rule_id: x', /f\.yaml: rule_id must be a number/],
    ['tests: []', /rule_id is missing/],
    ['rule_id: 1\ntests: [{test_id: 1, stages: []}]', /no stages/],
    [
      'rule_id: 1\ntests: [{test_id: 1, stages: [{input: {}, output: {log: {match_regex: "("}}}]}]',
      /match_regex/,
    ],
    [
      'rule_id: 1\ntests: [{stages: [{input: {}, output: {log: {expected_ids: [1]}}}]}]',
      /f\.yaml: 1-1: output: log: unknown field expected_ids\. Did you mean expect_ids\?/,
    ],
    [
      'rule_id: 1\ntests: [{stages: [{input: {}, output: {verdict: 403}}]}]',
      /f\.yaml: 1-1: output: unknown field verdict\. Known are status, /,
    ],
    [
      'rule_id: 1\ntests: [{stages: [{input: {}, outptu: {status: 403}}]}]',
      /f\.yaml: 1-1: unknown field outptu\. Did you mean output\?/,
    ],
    ['a: [', /^f\.yaml: /],
    ['- 1', /expected a mapping/],
  ] as const;
  for (const [text, message] of cases) {
    await t.test(rowTitle(text), () => {
      assert.throws(
        () => parseTests('f.yaml', text),
        (error) => error instanceof FtwFileError && message.test(error.message),
        text,
      );
    });
  }
  assert.equal(cases.length, 10);
  assert.deepEqual(parseTests('f.yaml', '# only a comment\n'), []);
  assert.throws(
    () => parseOverrides('o.yaml', '- {rule_id: 1, reason: x}'),
    /needs rule_id and test_ids/,
  );
  assert.throws(
    () =>
      parseOverrides('o.yaml', '- {rule_id: 1, test_ids: [1], output: {log: {expected_ids: [1]}}}'),
    /^FtwFileError: o\.yaml: 1: output: log: unknown field expected_ids\./,
  );
});

test('what the official runner reads is read: fields of older files, no rule_id, unknown fields', () => {
  const text = `
meta: { enabled: true, strange: 1 }
tests:
  - test_title: 942100-7
    mood: good
    stages:
      - stage:
          input: { stop_magic: true, uris: ['/a', '/b'], whim: x }
          output: { status: [403], log_contains: 'id "942100"', no_log_contains: never }
  - test_id: 9
    stages: [{ input: { encoded_data: 'AP8=', raw_request: 'GET / HTTP/1.0', stop_magic: false }, output: { log: { expect_id: 7, no_expect_id: 8 } } }]
  - stages: [{ input: { follow_redirect: true, save_cookie: false }, output: {} }]
  - stages: [{ input: { virtual_host_mode: true, ordered_headers: [{ name: a, value: b }] }, output: {} }]
`;
  const tests = parseTests('/tmp/942100.yaml', text);
  assert.deepEqual(
    tests.map(({ id }) => id),
    ['942100-1', '942100-9', '942100-3', '942100-4'],
  );
  assert.deepEqual(tests[0]?.unknown, ['mood', 'whim']);
  const [first, second] = tests[0]?.stages ?? [];
  assert.equal(tests[0]?.stages.length, 2);
  assert.deepEqual([first?.input.uri, second?.input.uri], ['/a', '/b']);
  assert.equal(first?.input.autocompleteHeaders, false);
  assert.equal(first?.output.status, 403);
  assert.ok(first?.output.matchRegex?.test('[id "942100"]'));
  assert.ok(first.output.noMatchRegex?.test('never'));
  const { input, output } = tests[1]?.stages[0] ?? {};
  assert.deepEqual([output?.expectIds, output?.noExpectIds], [[7], [8]]);
  assert.equal(input?.encodedData, '\x00\xff');
  assert.equal(input.encodedRequest, 'GET / HTTP/1.0');
  assert.equal(input.autocompleteHeaders, true);
  assert.equal(tests[2]?.stages[0]?.input.unsupported, 'follow_redirect');
  assert.equal(tests[3]?.stages[0]?.input.unsupported, 'ordered_headers');
  assert.throws(() => parseTests('none.yaml', 'tests: []'), /rule_id is missing/);
});

test('a body in base64 is sent as it is', () => {
  const [parsed] = parseTests(
    '1.yaml',
    'tests: [{stages: [{input: {method: POST, encoded_data: YSBiPSE=}}]}]',
  );
  const request = buildRequest(parsed?.stages[0]?.input ?? assert.fail());
  assert.match(request ?? '', /Content-Length: 5\r\n\r\na b=!$/);
});
