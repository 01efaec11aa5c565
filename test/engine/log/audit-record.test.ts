import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { auditRecord } from '#engine/log/audit-record.ts';
import { formatAuditRecord } from '#engine/log/format-audit-record.ts';
import { isAuditable } from '#engine/log/is-auditable.ts';
import { escapeUnseen, showBytes } from '#engine/log/json-text.ts';
import type { Redaction } from '#engine/log/redact.ts';
import {
  stubMatch,
  stubRequest,
  stubRule,
  stubSettings,
  stubTransaction,
  stubWaf,
} from '../../cli/ftw/stub-waf.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const { manifest } = stubWaf('');
const now = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6));

/** The record as a reader of the log gets it. */
function logged(transaction: Transaction, redact: Redaction = 'secrets') {
  const line = formatAuditRecord(auditRecord(transaction, stubSettings, manifest, now, redact));
  assert.doesNotMatch(line, /[\n\r\u2028\u2029]/);
  return JSON.parse(line).transaction;
}

const blocked: Transaction = {
  ...stubTransaction,
  request: {
    ...stubRequest,
    method: 'POST',
    target: '/x?id=1&token=t',
    headers: [
      ['Host', 'localhost'],
      ['X-A', '1'],
      ['x-a', '2'],
      ['Cookie', 'session=s'],
      ['__proto__', 'p'],
    ],
  },
  requestBody: 'a=evil&password=hunter2',
  requestBodyLength: 23,
  matches: [
    { ...stubMatch('ARGS', 'a', 'evil'), interrupted: true },
    { ...stubMatch('ARGS', 'b', 'evil'), rule: { ...stubRule, id: 101, audit: false } },
  ],
  interruption: { kind: 'deny', ruleId: 100, status: 403 },
  highestSeverity: 2,
  stepsUsedUp: false,
  badExpression: undefined,
};

test('a record has the specified fields and those of Coraza around them', () => {
  assert.deepEqual(logged(blocked), {
    timestamp: '2026-01-02T03:04:05.006Z',
    unix_timestamp: 1767323045006000000,
    id: 'tx-1',
    client_ip: '192.0.2.1',
    client_port: 40000,
    host_ip: '127.0.0.1',
    host_port: 8081,
    server_id: 'localhost',
    request: {
      method: 'POST',
      protocol: 'HTTP/1.1',
      http_version: '1.1',
      uri: '/x?id=1&token=[redacted]',
      headers: JSON.parse(
        '{"host":["localhost"],"x-a":["1","2"],"cookie":["[redacted]"],"__proto__":["p"]}',
      ),
      body: 'a=evil&password=[redacted]',
      files: [],
      length: 23,
    },
    response: { protocol: 'HTTP/1.1', status: 403, headers: {}, body: '' },
    producer: {
      connector: 'portcullis test',
      version: '0.1.0',
      rule_engine: 'On',
      rulesets: ['test set 1.0'],
    },
    highest_severity: 'critical',
    is_interrupted: true,
    is_truncated: false,
    messages: [
      {
        rule_id: '100',
        message: 'Word found',
        file: 'rules/test.conf',
        line: 7,
        rev: '',
        data: 'Matched Data: evil found within ARGS:a',
        severity: 2,
        ver: 'test/1.0',
        maturity: 0,
        accuracy: 0,
        tags: ['attack-word', 'level/1'],
        phase: 2,
        disruptive: true,
      },
    ],
  });
});

test('parts decide what is filled; the specified fields are always there', () => {
  const bare = logged({ ...blocked, auditLogParts: 'AZ' });
  assert.deepEqual(bare.request.headers, {});
  assert.deepEqual(bare.messages, [{ rule_id: '100', message: 'Word found' }]);
  assert.equal(bare.response.status, 403);
  for (const absent of [bare.producer, bare.request.body, bare.request.files, bare.response.body]) {
    assert.equal(absent, undefined);
  }
  const full = logged({ ...blocked, auditLogParts: 'AKZ' });
  assert.match(full.messages[0].error_message, /^\[client "192\.0\.2\.1"\] Coraza: Access denied/);
});

test('part I leaves out the contents of files, part C shows them', () => {
  const part = (disposition: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const upload: Transaction = {
    ...blocked,
    request: { ...stubRequest, headers: [['Content-Type', 'multipart/form-data; boundary=b']] },
    requestBody: `${part('name="a"', '1')}${part('name="f"; filename="x.png"', 'PNG')}--b--`,
    files: [{ field: 'f', name: 'x.png', size: 3 }],
  };
  const shown = logged(upload).request;
  assert.equal(
    shown.body,
    `${part('name="a"', '1')}${part('name="f"; filename="x.png"', '')}--b--`,
  );
  assert.deepEqual(shown.files, [{ name: 'x.png', field: 'f', size: 3 }]);
  assert.match(logged({ ...upload, auditLogParts: 'ACIZ' }).request.body, /PNG/);
});

test('response headers and body follow parts F and E, secrets masked', () => {
  const answered: Transaction = {
    ...blocked,
    interruption: undefined,
    response: {
      status: 500,
      protocol: 'HTTP/1.0',
      headers: [
        ['Set-Cookie', 'a=b'],
        ['X', 'y'],
      ],
    },
    responseBody: '{"token":"t"}',
  };
  assert.deepEqual(logged(answered).response, {
    protocol: 'HTTP/1.0',
    status: 500,
    headers: { 'set-cookie': ['[redacted]'], x: ['y'] },
    body: '{"token":"[redacted]"}',
  });
  assert.equal(logged(answered, 'off').response.body, '{"token":"t"}');
  assert.equal(logged(answered, 'off').request.uri, '/x?id=1&token=t');
});

test('a record is bounded and says when something is missing', () => {
  const match = stubMatch('ARGS', 'a', 'x'.repeat(10_000));
  const datum = match.data[0] ?? assert.fail();
  const flood: Transaction = {
    ...blocked,
    requestBody: 'x'.repeat(65_536),
    requestBodyLength: 1_000_000,
    matches: Array.from({ length: 100 }, () => ({
      ...match,
      data: Array.from({ length: 50 }, () => datum),
    })),
  };
  const record = logged(flood);
  assert.equal(record.is_truncated, true);
  assert.equal(record.request.body.length, 65_536);
  assert.equal(record.request.length, 1_000_000);
  assert.equal(record.messages[0].data.length, 4096);
  assert.deepEqual(record.omitted, {
    messages: 5000 - record.messages.length,
    request_body_bytes: 1_000_000 - 65_536,
  });
  const bytes = JSON.stringify(record.messages).length;
  assert.ok(bytes > 100_000 && bytes < 200_000, `${bytes} bytes of messages`);
  const short = stubMatch('ARGS', 'a', 'x').data[0] ?? assert.fail();
  const many = { ...match, data: Array.from({ length: 2000 }, () => ({ ...short, message: 'm' })) };
  const counted = logged({ ...blocked, matches: [many, many] });
  assert.deepEqual([counted.messages.length, counted.omitted], [256, { messages: 3744 }]);
  const tags = Array.from({ length: 10 }, () => 't'.repeat(1000));
  const tagged = { ...match, data: [short], rule: { ...match.rule, tags } };
  const listed = logged({ ...blocked, matches: Array.from({ length: 100 }, () => tagged) });
  assert.ok(listed.messages.length < 14, `${listed.messages.length} messages with 10 KB of tags`);
});

test('bytes can be read back: UTF-8 as characters, others as escapes', () => {
  const shownBody = (requestBody: string) =>
    logged({ ...blocked, requestBody }, 'off').request.body;
  assert.equal(shownBody('\xc3\xa9 \xe9 \xc0\xaf'), 'é \\xE9 \\xC0\\xAF');
  assert.equal(shownBody('\\xE9 \\x41 \\n'), '\\x5CxE9 \\x41 \\n');
  const decode = (text: string) =>
    text
      .split(/(\\x(?:5C|[89A-F][0-9A-F]))/)
      .map((piece, index) =>
        index % 2 === 1
          ? String.fromCharCode(Number.parseInt(piece.slice(2), 16))
          : Buffer.from(piece, 'utf8').toString('latin1'),
      )
      .join('');
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const piece = fc.oneof(
    byte,
    fc.constantFrom('\\x5C', '\\xE9', '\\', 'x5C', '\xc3\xa9', '\xe2\x80\xa8'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      assert.equal(decode(shownBody(pieces.join(''))), pieces.join(''));
    }),
  );
});

test('the text is that of JSON.stringify, for any bytes in any member', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const piece = fc.oneof(
    byte,
    fc.constantFrom('"', '\\', '\\x5C', '\\xE9', '\xc3\xa9', '\xe2\x80\xa8'),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const name = fc.oneof(text, fc.constantFrom('7', '10', '4294967296', '__proto__', 'x-a'));
  const header = fc.tuple(name, text);
  fc.assert(
    fc.property(
      fc.array(header, { maxLength: 5 }),
      text,
      fc.constantFrom('ABCEFHIJKZ', 'ABIJDEFHZ', 'AZ'),
      fc.boolean(),
      (headers, body, auditLogParts, stepsUsedUp) => {
        const match = stubMatch('ARGS', 'a', body);
        const rule = { ...stubRule, file: body, rev: body, ver: body, tags: [body, 'b'] };
        const { transaction } = auditRecord(
          {
            ...blocked,
            auditLogParts,
            stepsUsedUp,
            request: { ...stubRequest, target: `/${body}`, headers },
            requestBody: body,
            matches: [{ ...match, rule }, match],
          },
          stubSettings,
          manifest,
          now,
          'off',
        );
        const record = { transaction: { ...transaction, policy: body, trace_id: 'ab' } };
        assert.equal(formatAuditRecord(record), escapeUnseen(JSON.stringify(record, showValue)));
      },
    ),
  );
});

function showValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return showBytes(value);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(Array.from(value, ([name, values]) => [showBytes(name), values]));
}

test('lines hold no character that breaks lines or hides text', () => {
  const line = formatAuditRecord(
    auditRecord(
      { ...blocked, requestBody: '\xe2\x80\xa8\xe2\x80\xae\x7f\n\xf3\xa0\x80\x81' },
      stubSettings,
      manifest,
      now,
      'off',
    ),
  );
  assert.match(line, /"body":"\\u2028\\u202e\\u007f\\n\\udb40\\udc01"/);
});

test('which transactions are audited', async (t) => {
  const quiet = {
    ...stubTransaction,
    response: { status: 404, protocol: 'HTTP/1.1', headers: [] },
  };
  const unaudited = {
    ...quiet,
    matches: [{ ...stubMatch('ARGS', 'a', ''), rule: { ...stubRule, audit: false } }],
  };
  const flagged = { ...quiet, matches: [stubMatch('ARGS', 'a', '')] };
  const deny = { kind: 'deny', ruleId: 1, status: 403 } as const;
  const cases: readonly (readonly [string, Transaction, string | undefined, boolean])[] = [
    ['nothing matched', quiet, undefined, false],
    ['a rule with noauditlog', unaudited, undefined, false],
    ['a rule with auditlog', flagged, undefined, true],
    ['either is enough', flagged, '^5', true],
    ['status of the response', quiet, '^4', true],
    ['another status', quiet, '^5', false],
    ['the interruption comes first', { ...quiet, interruption: deny }, '^403$', true],
    ['what would have been comes next', { ...quiet, detected: deny }, '^403$', true],
    ['no status', stubTransaction, '', false],
    ['the step limit', { ...quiet, stepsUsedUp: true }, undefined, true],
    ['a bad expression', { ...quiet, badExpression: 'why' }, undefined, true],
    ['an inspection that was stopped', { ...quiet, stopReason: 'why' }, undefined, true],
    ['an undecodable body', { ...quiet, decodingFailed: true }, undefined, true],
    ['a limit of the engine', { ...quiet, interruption: { ...deny, ruleId: 0 } }, undefined, true],
    ['a limit in DetectionOnly', { ...quiet, detected: { ...deny, ruleId: 0 } }, undefined, true],
    ['Off', { ...flagged, auditEngine: 'Off' }, '^4', false],
    ['On', { ...quiet, auditEngine: 'On' }, undefined, true],
  ];
  for (const [name, transaction, auditLogRelevantStatus, expected] of cases) {
    await t.test(rowTitle(name), () => {
      assert.equal(
        isAuditable(transaction, { ...stubSettings, auditLogRelevantStatus }),
        expected,
        name,
      );
    });
  }
  assert.equal(cases.length, 17);
});

test('a limit of the engine has a message, as rule 0', async (t) => {
  const cases = [
    [
      { status: 400, ruleId: 0 },
      false,
      ['The request has more arguments than SecArgumentsLimit allows'],
    ],
    [
      { status: 413, ruleId: 0 },
      false,
      ['The body without its files is longer than SecRequestBodyNoFilesLimit'],
    ],
    [{ status: 400, ruleId: 0 }, true, []],
    [{ status: 400, ruleId: 7 }, false, []],
  ] as const;
  for (const [verdict, decodingFailed, expected] of cases) {
    await t.test(rowTitle([verdict, decodingFailed]), () => {
      for (const member of ['interruption', 'detected']) {
        const ended = {
          ...stubTransaction,
          decodingFailed,
          [member]: { kind: 'deny', ...verdict },
        };
        const { transaction } = auditRecord(ended, stubSettings, manifest, now, 'off');
        assert.deepEqual(
          transaction.messages.map(({ message }) => message),
          expected,
        );
      }
    });
  }
  assert.equal(cases.length, 4);
});
