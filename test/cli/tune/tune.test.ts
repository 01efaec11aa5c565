/** Audit logs to exclusions: how narrow, how safe, and whether they work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { formatTuning, tuningJson } from '#compiler/cli/commands/tune/format-tuning.ts';
import { tune } from '#compiler/cli/commands/tune/tune.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { auditLog, inputOf, type LogLine, RULES, tuned } from './helpers.ts';

test('one name on one path: a run-time exclusion before the rules', async () => {
  const tuning = await tuned([
    { url: "/search?q=it's", client: '192.0.2.1' },
    { url: "/search?q=that's&x=1", client: '192.0.2.2' },
  ]);
  assert.equal(
    tuning.texts.before,
    `# Exclusions proposed by portcullis tune. Load this file before the rules.

# 942000 at ARGS:q, 2 requests of 2 clients, such as "it's"
SecRule REQUEST_FILENAME "@streq /search" \\
    "id:1000,\\
    phase:1,\\
    pass,\\
    nolog,\\
    t:none,\\
    ctl:ruleRemoveTargetById=942000;ARGS:q"
`,
  );
  assert.equal(tuning.texts.after, '');
  assert.equal(tuning.beforeEntry, 'rules.conf');
  assert.equal(tuning.effect.replayed, 2);
  assert.match(formatTuning(tuning, false), /^1 proposal, 1 emitted\n/);
  assert.match(formatTuning(tuning, false), /load it before rules\.conf\n/);
  assert.match(formatTuning(tuning, false), /effect: 2 of 2 false alarms would no longer occur/);
});

const scopes: readonly (readonly [name: string, lines: readonly LogLine[], expected: RegExp])[] = [
  [
    'paths that differ in numbers: one expression',
    [{ url: "/orders/17/note?n='" }, { url: "/orders/18/note?n='" }],
    /"@rx \^\/orders\/\[0-9A-Fa-f-\]\+\/note\$"/,
  ],
  [
    'names that differ in numbers: one expression',
    [{ url: "/a?items[0]='&items[11]='" }],
    /942000;ARGS:\/\^items\\x5b\[0-9\]\+\\x5d\$\/"/,
  ],
  [
    'two paths: an exclusion each',
    [{ url: "/a?n='" }, { url: "/b?n='" }],
    /@streq \/a"[\s\S]*id:1000,[\s\S]*@streq \/b"[\s\S]*id:1001,/,
  ],
  [
    'many paths of one folder',
    ['a', 'b', 'c', 'd', 'e'].map((page) => ({ url: `/wiki/${page}?n='` })),
    /"@beginsWith \/wiki\/"/,
  ],
  [
    'many paths with nothing in common: at load time, after the rules',
    ['a', 'b', 'c', 'd', 'e'].map((page) => ({ url: `/${page}?n='` })),
    /^SecRuleUpdateTargetById 942000 "!ARGS:n"$/m,
  ],
];

for (const [name, lines, expected] of scopes) {
  test(name, async () => {
    const { texts } = await tuned(lines);
    assert.match(texts.before + texts.after, expected);
  });
}

test('names and paths that try to break out of the text', async () => {
  const names = [
    '"',
    "'",
    'a",ctl:ruleEngine=Off,msg:"',
    'a|!ARGS',
    'a,b',
    'a;ARGS:c',
    'a/b',
    '\\',
    'a\\',
    '%{tx.x}',
    'a\nSecRuleEngine Off\n',
    '\u00e9\u0000',
    '',
    ' a ',
    '/^a$/',
    '[0-9]+',
    '__proto__',
    '#',
  ];
  const lines = names.flatMap((name): LogLine[] => [
    { url: `/a?${encodeURIComponent(name)}=it's` },
    { url: `/${encodeURIComponent(name)}/?plain=it's` },
  ]);
  const { proposals, effect } = await tuned(lines);
  assert.ok(effect.replayed >= lines.length);
  assert.ok(proposals.every(({ decision }) => decision.kind !== 'Withheld'));
});

test('no exclusion is written for an argument with a very long name', async () => {
  const { proposals, texts } = await tuned([{ url: `/a?${'n'.repeat(500)}='` }]);
  assert.equal(texts.before, '');
  assert.deepEqual(proposals[0]?.decision, {
    kind: 'Withheld',
    reason:
      'its name is too long to be written safely; --allow-rule-removal would switch the rule off instead',
  });
});

test('a rule that tests one thing is not switched off without --allow-rule-removal', async () => {
  const lines = [{ url: '/upload', method: 'PUT' }];
  const held = await tuned(lines);
  assert.equal(held.texts.before, '');
  assert.match(
    formatTuning(held, false),
    /not emitted for \S+: the rule tests only REQUEST_METHOD;/,
  );
  const removed = await tuned(lines, { allowRuleRemoval: true });
  assert.match(removed.texts.before, /ctl:ruleRemoveById=911000"/);
});

test('rules that add up scores are never excluded', async () => {
  const { proposals } = await tuned([{ url: "/a?n='" }], { allowRuleRemoval: true });
  assert.deepEqual(
    proposals.map(({ group }) => group.ruleId),
    [942000],
  );
});

test('--min-count lists what it does not emit', async () => {
  const { proposals, texts } = await tuned([{ url: "/a?n='" }], { minCount: 2 });
  assert.equal(texts.before, '');
  assert.deepEqual(proposals[0]?.decision, { kind: 'Withheld', reason: 'fewer than 2 requests' });
});

test('what the exclusions let through: tests, samples, the attacks of the rule in that place', async () => {
  const yaml = `rule_id: 942000
tests:
  - test_id: 1
    stages: [{input: {uri: "/search?q=select+a+from+b"}, output: {log: {expect_ids: [942000]}}}]
  - test_id: 2
    stages: [{input: {uri: "/other?q=select+a+from+b"}, output: {log: {expect_ids: [942000]}}}]
`;
  const sample = (name: string, url: string) => ({
    name,
    request: requestOf({ method: undefined, url, headers: [], body: '' }),
  });
  const tuning = await tuned([{ url: "/search?q=it's" }], {
    tests: parseTests('942000.yaml', yaml),
    samples: [sample('here', "/search?q='"), sample('there', "/?q='"), sample('clean', '/')],
  });
  const { attacks, ...others } = tuning.opening;
  assert.deepEqual(others, {
    tests: ['942000-1'],
    testsRun: 2,
    samples: ['here'],
    samplesRun: 3,
  });
  assert.deepEqual(
    attacks.map(({ blocked, passing }) => [blocked, passing]),
    [[1, 1]],
  );
});

test('a sample and a test with compressed bodies show what the exclusions let through', async () => {
  const body = zlib.gzipSync("q=a'select from").toString('latin1');
  const headers = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Encoding', 'gzip'],
  ] as const;
  const request = requestOf({ method: 'POST', url: '/search', headers, body });
  const raw = `POST /search HTTP/1.1\r\nHost: a\r\n${headers
    .map((header) => `${header.join(': ')}\r\n`)
    .join('')}Content-Length: ${body.length}\r\n\r\n${body}`;
  const yaml = `rule_id: 942000
tests:
  - test_id: 1
    stages:
      - input: {encoded_request: ${Buffer.from(raw, 'latin1').toString('base64')}}
        output: {log: {expect_ids: [942000]}}
`;
  const tuning = await tuned([{ url: "/search?q=it's" }], {
    tests: parseTests('942000.yaml', yaml),
    samples: [{ name: 'compressed', request }],
  });
  const { tests, samples, attacks } = tuning.opening;
  assert.deepEqual([tests, samples], [['942000-1'], ['compressed']]);
  assert.deepEqual(
    attacks.map(({ blocked, passing }) => [blocked, passing]),
    [[1, 1]],
  );
});

test('ids that the rules use are left alone', async () => {
  const rules = `${RULES}SecAction "id:1001,phase:1,pass,nolog"\n`;
  const log = await auditLog([{ url: "/a?n='" }, { url: "/b?n='" }]);
  const result = await tune(inputOf(log, {}, rules));
  assert.ok(result.kind === 'Ok');
  assert.deepEqual(result.tuning.texts.before.match(/id:\d+/g), ['id:1100', 'id:1101']);
});

test('a file that the profile reads is not overwritten', async () => {
  const paths = { before: 'rules.conf', after: 'x.conf' };
  const result = await tune(inputOf('', { paths }));
  assert.equal(result.kind, 'Error');
});

test('JSON has every proposal with its evidence', async () => {
  const document: unknown = JSON.parse(tuningJson(await tuned([{ url: "/a?n='" }])));
  assert.ok(typeof document === 'object' && document !== null && 'proposals' in document);
  assert.ok('schemaVersion' in document && document.schemaVersion === 1);
  assert.deepEqual(document.proposals, [
    {
      ruleId: 942000,
      variable: 'ARGS',
      keys: ['n'],
      paths: ['/a'],
      requests: 1,
      clients: 1,
      sample: "'",
      decision: {
        kind: 'OnPath',
        operator: '@streq /a',
        what: { kind: 'Target', target: 'ARGS:n' },
      },
    },
  ]);
});
