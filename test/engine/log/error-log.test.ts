import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleMatch, Transaction } from '#engine/host/compiled-waf.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import { escapeControls, quote } from '#engine/log/quote.ts';
import { stubMatch, stubRequest, stubRule, stubTransaction } from '../../cli/ftw/stub-waf.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const transaction: Transaction = {
  ...stubTransaction,
  request: { ...stubRequest, target: '/a?b="c"' },
};

test('a line holds the fields of Coraza in its order', () => {
  assert.equal(
    errorLogLine(transaction, stubMatch('ARGS', 'b', 'evil')),
    '[client "192.0.2.1"] Coraza: Warning. Word found [file "rules/test.conf"] [line "7"] [id "100"]' +
      ' [rev ""] [msg "Word found"] [data "Matched Data: evil found within ARGS:b"] [severity "critical"]' +
      ' [ver "test/1.0"] [maturity "0"] [accuracy "0"] [tag "attack-word"] [tag "level/1"]' +
      ' [hostname "127.0.0.1"] [uri "/a?b=\\"c\\""] [unique_id "tx-1"]',
  );
});

test("the verdict is the rule's when it ended the request", async (t) => {
  const cases = [
    ['deny', 'On', true, 'Access denied (phase 2). '],
    ['block', 'On', true, 'Access denied (phase 2). '],
    ['drop', 'On', true, 'Access dropped (phase 2). '],
    ['redirect', 'On', true, 'Access redirected (phase 2). '],
    ['allow', 'On', false, 'Access allowed (phase 2). '],
    ['allow', 'DetectionOnly', false, 'Warning. '],
    ['deny', 'DetectionOnly', false, 'Warning. '],
    ['deny', 'On', false, 'Warning. '],
    ['pass', 'On', false, 'Warning. '],
    [undefined, 'On', false, 'Warning. '],
  ] as const;
  for (const [disruptive, ruleEngine, interrupted, verdict] of cases) {
    await t.test(rowTitle(disruptive), () => {
      const match = { rule: { ...stubRule, disruptive }, data: [], interrupted };
      const line = errorLogLine({ ...transaction, ruleEngine }, match);
      assert.ok(line.startsWith(`[client "192.0.2.1"] Coraza: ${verdict} [file `), line);
    });
  }
  assert.equal(cases.length, 10);
});

test('further matches follow without blanks; those that say nothing are left out', () => {
  const datum = (message: string, data: string) => ({
    variable: 'ARGS',
    key: 'a',
    value: '',
    message,
    data,
  });
  const match: RuleMatch = {
    rule: { ...stubRule, severity: undefined, tags: [] },
    data: [datum('', ''), datum('', ''), datum('second', 'x'), datum('', 'y')],
    interrupted: false,
  };
  const line = errorLogLine(transaction, match);
  assert.match(line, /Coraza: Warning\. second \[file /);
  assert.match(line, /\[msg ""\] \[data ""\] \[severity "unknown"\]/);
  assert.ok(
    line.endsWith(
      '[unique_id "tx-1"][msg_match_2 "second"] [data_match_2 "x"][msg_match_3 ""] [data_match_3 "y"]',
    ),
    line,
  );
});

test('a line has 32 further matches', () => {
  const [datum] = stubMatch('ARGS', 'a', '1').data;
  assert.ok(datum !== undefined);
  const match = { ...stubMatch('ARGS', 'a', '1'), data: Array.from({ length: 40 }, () => datum) };
  const numbers = [...errorLogLine(transaction, match).matchAll(/\[msg_match_(\d+) /g)];
  assert.deepEqual(
    numbers.map(([, number]) => Number(number)),
    Array.from({ length: 32 }, (_, index) => index + 1),
  );
});

test('one physical line of bounded length, whatever the request holds', () => {
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
  const match = stubMatch('ARGS', 'a', all + 'x'.repeat(5000));
  const many = {
    ...match,
    data: Array.from({ length: 2000 }, () => match.data[0] ?? assert.fail()),
  };
  const target = `/${all}${'x'.repeat(100_000)}`;
  const line = errorLogLine({ ...transaction, request: { ...stubRequest, target } }, many);
  assert.match(line, /^[ -~]+$/);
  assert.ok(line.length < 60_000, `${line.length} bytes`);
});

test('message and data are cut at 280 bytes', () => {
  const line = errorLogLine(transaction, {
    ...stubMatch('ARGS', 'a', ''),
    data: [
      { variable: 'ARGS', key: 'a', value: '', message: 'm'.repeat(281), data: 'd'.repeat(281) },
    ],
  });
  assert.equal(
    /\[msg "(m+)"\] \[data "(d+)"\]/
      .exec(line)
      ?.slice(1)
      .map(({ length }) => length)
      .join(),
    '280,280',
  );
});

test('the lines that the public tests look for can be found', () => {
  const cases = [
    [
      'REQUEST_HEADERS',
      'Referer',
      '#x=foo;cat$u /etc$u/passwd',
      'Matched Data: \\$u found within REQUEST_HEADERS:Referer: #x=foo;cat\\$u /etc\\$u/passwd',
    ],
    [
      'ARGS',
      'textarea',
      '\r\nMAIL FROM:<a@b.example>',
      'found within ARGS:textarea:.*MAIL FROM:<a@b.example>',
    ],
    ['ARGS', 'host', 'www.example.com', 'found within ARGS:host:'],
  ] as const;
  for (const [variable, key, value, pattern] of cases) {
    const data = `Matched Data: $u found within ${variable}:${key}: ${value}`;
    const line = errorLogLine(transaction, {
      ...stubMatch(variable, key, value),
      data: [{ variable, key, value, message: 'm', data }],
    });
    assert.match(line, new RegExp(pattern));
    assert.match(line, /^.*\[id "100"\].*\[msg "m"\].*$/);
  }
  assert.equal(cases.length, 3);
});

test('secrets are masked in data, message and target', () => {
  const request = { ...stubRequest, target: '/login?user=joe&p%61ssword=hunter2' };
  const match: RuleMatch = {
    ...stubMatch('ARGS', 'password', 'hunter2'),
    data: [
      {
        variable: 'ARGS',
        key: 'password',
        value: 'hunter2',
        message: 'Found hunter2',
        data: 'Matched Data: hunt found within ARGS:password: hunter2',
      },
    ],
  };
  const line = errorLogLine({ ...transaction, request }, match);
  assert.doesNotMatch(line, /hunt/);
  assert.match(
    line,
    /\[msg "Found \[redacted\]"\] \[data "\[redacted\] found within ARGS:password"\]/,
  );
  assert.match(line, /\[uri "\/login\?user=joe&p%61ssword=\[redacted\]"\]/);
  assert.match(errorLogLine({ ...transaction, request }, match, 'off'), /hunter2.*hunter2/);
});

test('values are quoted as Go does', () => {
  const cases = [
    ['plain text!', '"plain text!"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\x00\x07\b\t\n\v\f\r\x1b\x7f', '"\\x00\\a\\b\\t\\n\\v\\f\\r\\x1b\\x7f"'],
    ['\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80', '"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"'],
    ['\xe9 \xc3 \xff\x80', '"\\xe9 \\xc3 \\xff\\x80"'],
    ['\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80', '"\\xc0\\xaf \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80"'],
    ['\xc2\xa0\xc2\x85\xe2\x80\xa8\xe2\x80\xae', '"\\u00a0\\u0085\\u2028\\u202e"'],
    ['\xf3\xa0\x80\x81', '"\\U000e0001"'],
    ['\xef\xbf\xbf \xf0\x9f\xbf\xbf', '"\\uffff \\U0001ffff"'],
  ] as const;
  for (const [value, quoted] of cases) assert.equal(quote(value), quoted, quoted);
  assert.equal(cases.length, 9);
  assert.equal(escapeControls('say "x"\r\n\\'), 'say "x"\\r\\n\\\\');
});
