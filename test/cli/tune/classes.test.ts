/** What varies in a log: rules of one class, pages of one kind; and what the log does not hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTuning, tuningJson } from '#compiler/cli/commands/tune/format-tuning.ts';
import { pathPatterns } from '#compiler/cli/commands/tune/path-pattern.ts';
import { ANY_SEGMENT, VARIES } from '#compiler/cli/commands/tune/quote.ts';
import { type TuneInput, type Tuning, tune } from '#compiler/cli/commands/tune/tune.ts';
import { auditLog, inputOf, type LogLine } from './helpers.ts';

const sqli = (id: number, text: string): string =>
  `SecRule ARGS|REQUEST_COOKIES "@contains ${text}" "id:${id},phase:2,pass,log,t:none,msg:'S',tag:'attack-sqli'"\n`;

/** Four rules of one class, and one of another. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecAuditLogParts ABCHZ
${sqli(942001, "'")}${sqli(942002, '--')}${sqli(942003, 'union')}${sqli(942004, 'benchmark')}
SecRule ARGS "@contains <b>" "id:941001,phase:2,pass,log,t:none,msg:'X',tag:'attack-xss'"
SecRule ARGS "@contains <i>" "id:941002,phase:2,pass,log,t:none,msg:'X',tag:'attack-xss'"
`;

const PROSE = encodeURIComponent("the union's -- and <b>");

async function tuned(lines: readonly LogLine[], options: Partial<TuneInput> = {}): Promise<Tuning> {
  const result = await tune(inputOf(await auditLog(lines, RULES), options, RULES));
  assert.ok(result.kind === 'Ok', JSON.stringify(result));
  assert.deepEqual(result.tuning.effect.remaining, []);
  assert.deepEqual(result.tuning.findings, []);
  return result.tuning;
}

test('rules of one class at one target: one block, and a warning that most of the class is off', async () => {
  const tuning = await tuned([{ url: `/save?text=${PROSE}` }]);
  const text = formatTuning(tuning, true);
  assert.match(
    text,
    /\nattack-sqli: 3 rules at one target\n {2}942001 at ARGS:text, .*\n {2}942002 .*\n {2}942003 .*\n {2}excluded where REQUEST_FILENAME is @streq \/save\n/,
  );
  assert.match(
    text,
    /\nwarning: 3 of 4 rules of attack-sqli no longer inspect ARGS:text where REQUEST_FILENAME is @streq \/save\n/,
  );
  assert.doesNotMatch(text, /rules of attack-xss/);
  assert.match(
    tuning.texts.before,
    /942001;ARGS:text,\\\n.*942002;ARGS:text,\\\n.*942003;ARGS:text/,
  );
});

test('by tag: one exclusion for the class, where three of its rules match', async () => {
  const tuning = await tuned([{ url: `/save?text=${PROSE}` }], { byTag: true });
  assert.match(tuning.texts.before, /\n {4}ctl:ruleRemoveTargetByTag=attack-sqli;ARGS:text"\n/);
  assert.match(tuning.texts.before, /\n {4}ctl:ruleRemoveTargetById=941001;ARGS:text,\\\n/);
  assert.deepEqual(tuning.weakened, [
    {
      attackClass: 'attack-sqli',
      target: 'ARGS:text',
      where: '@streq /save',
      excluded: 4,
      rules: 4,
    },
  ]);
  assert.match(formatTuning(tuning, true), /excluded for all rules of attack-sqli where REQUEST/);
});

test('an exclusion by tag on all paths is one directive after the rules', async () => {
  const lines = ['a', 'b', 'c', 'd', 'e'].map((page) => ({ url: `/${page}?text=${PROSE}` }));
  const { texts } = await tuned(lines, { byTag: true });
  assert.deepEqual(texts.after.match(/^SecRule.*$/gm), [
    'SecRuleUpdateTargetById 941001 "!ARGS:text"',
    'SecRuleUpdateTargetByTag "attack-sqli" "!ARGS:text"',
  ]);
});

test('pages of one kind get one exclusion for /admin/pages/*/edit/', async () => {
  const pages = ['about', 'home', 'team', '7'];
  const lines = pages.map((page) => ({ url: `/admin/pages/${page}/edit/?text='` }));
  const { texts, proposals } = await tuned(lines);
  assert.equal(proposals.length, 1);
  assert.match(texts.before, /"@rx \^\/admin\/pages\/\[\^\/\]\+\/edit\/\$"/);
});

const show = (pattern: string): string =>
  pattern.replaceAll(VARIES, '<n>').replaceAll(ANY_SEGMENT, '*');

const patterns: readonly (readonly [paths: readonly string[], patterns: readonly string[]])[] = [
  [['/p/a/edit', '/p/b/edit', '/p/c/edit'], ['/p/*/edit']],
  [
    ['/p/a/edit', '/p/b/edit'],
    ['/p/a/edit', '/p/b/edit'],
  ],
  [
    ['/p/a', '/p/b', '/p/c'],
    ['/p/a', '/p/b', '/p/c'],
  ],
  [
    ['/a/edit', '/b/edit', '/c/edit'],
    ['/a/edit', '/b/edit', '/c/edit'],
  ],
  [
    ['/p/a/e', '/p/b/e', '/p/c/e', '/q/a/e'],
    ['/p/*/e', '/q/a/e'],
  ],
  [
    [
      '/s/a/p/a/e',
      '/s/a/p/b/e',
      '/s/a/p/c/e',
      '/s/b/p/a/e',
      '/s/b/p/b/e',
      '/s/b/p/c/e',
      '/s/c/p/a/e',
      '/s/c/p/b/e',
      '/s/c/p/c/e',
    ],
    ['/s/*/p/*/e'],
  ],
  [[`/p/${VARIES}/e`, '/p/a/e', '/p/b/e'], ['/p/*/e']],
  [[], []],
];

test('paths of one kind become a pattern', async (t) => {
  for (const [paths, expected] of patterns) {
    await t.test(paths.map(show).join(' ') || 'none', () => {
      const found = [...new Set(pathPatterns(paths).values())].map(show);
      assert.deepEqual(found, expected);
    });
  }
  assert.equal(patterns.length, 8);
});

/** Parts of a record, and the hint for a match that its request does not show again. */
const records: readonly (readonly [request: object, hint: RegExp])[] = [
  [{ headers: {} }, /no request headers: add B to SecAuditLogParts/],
  [{ headers: { 'content-length': ['9'] } }, /no request bodies: add C to SecAuditLogParts/],
  [{ headers: { host: ['a'] }, length: 9 }, /no request bodies: add C/],
  [{ headers: { cookie: ['[redacted]'] } }, /secrets are masked: AUDIT_REDACT=false/],
  [
    { headers: { host: ['a'] }, body: 'part', files: [{ name: 'f' }], length: 999 },
    /no contents of files: write C instead of I/,
  ],
  [{ headers: { host: ['a'] } }, /nothing is missing from the log/],
];

test('for what could not be tried, the setting that would log it is named', async (t) => {
  for (const [request, hint] of records) {
    await t.test(JSON.stringify(request), async () => {
      const record = {
        transaction: {
          client_ip: '192.0.2.1',
          request: { method: 'POST', uri: '/a', ...request },
          messages: [{ rule_id: '942001', data: 'ARGS:n holds x' }],
        },
      };
      const result = await tune(inputOf(`${JSON.stringify(record)}\n`, {}, RULES));
      assert.ok(result.kind === 'Ok');
      assert.equal(result.tuning.hints.length, 1, result.tuning.hints.join('\n'));
      assert.match(result.tuning.hints[0] ?? '', /^1 false alarm could not be tried: /);
      assert.match(formatTuning(result.tuning, true), hint);
      assert.ok(tuningJson(result.tuning).includes('"hints"'));
    });
  }
  assert.equal(records.length, 6);
});

test('a body that the log has cut off, and a rule that reads the response', async () => {
  const transaction = (uri: string, id: number, omitted: object) => ({
    transaction: {
      client_ip: '192.0.2.1',
      request: { method: 'POST', uri, headers: { host: ['a'] }, body: 'a', length: 70_000 },
      omitted,
      messages: [{ rule_id: String(id), data: 'ARGS:n holds x' }],
    },
  });
  const rules = `${RULES}SecRule RESPONSE_BODY "@contains x" "id:951001,phase:4,pass,log"\n`;
  const lines = [
    transaction('/a', 942001, { request_body_bytes: 4464 }),
    transaction('/a', 951001, {}),
  ];
  const log = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const result = await tune(inputOf(log, {}, rules));
  assert.ok(result.kind === 'Ok');
  assert.deepEqual(result.tuning.hints, [
    '1 false alarm could not be tried: the log contains only the first 64 KiB of a request body',
    '1 false alarm could not be tried: the rule reads the response, which cannot be replayed from a log',
  ]);
});
