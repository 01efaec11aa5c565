/** Lines of audit logs: what a report reads of ours and of Coraza's, and what it never shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntry } from '#compiler/cli/commands/report/log/entry.ts';
import { redactData } from '#compiler/cli/commands/report/log/redact-data.ts';
import { visible } from '#compiler/cli/commands/report/log/visible.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { auditLog } from '../tune/helpers.ts';
import { auditLine } from './helpers.ts';

test('a record as the engine writes it', async () => {
  const [line = ''] = (await auditLog([{ url: "/search;jsessionid=1?q='&password=x" }])).split(
    '\n',
  );
  const entry = readEntry(line);
  assert.deepEqual(
    { ...entry, matches: entry?.matches.map(({ id, message }) => ({ id, message })) },
    {
      time: 0,
      outcome: 'detected',
      id: 'id',
      client: '192.0.2.1',
      method: 'GET',
      host: 'localhost',
      uri: "/search;jsessionid=[redacted]?q='&password=[redacted]",
      status: 200,
      agent: entry?.agent,
      matches: [
        { id: '942000', message: 'SQL' },
        { id: '949110', message: 'Score' },
      ],
    },
  );
});

test('a record of Coraza, with its own time and its messages beside the transaction', () => {
  const entry = readEntry(
    JSON.stringify({
      transaction: {
        timestamp: '2026/11/22 20:21:00',
        client_ip: '192.0.2.7',
        is_interrupted: true,
        request: { method: 'GET', uri: '/a', headers: { Host: ['H.example:80'] } },
        response: { status: 403 },
      },
      messages: [
        {
          message: 'Coraza: Warning. SQL ...',
          data: { id: 942100, msg: 'SQL', tags: ['attack-sqli'] },
        },
      ],
    }),
  );
  assert.equal(entry?.time, Date.parse('2026-11-22T20:21:00Z'));
  assert.equal(entry?.outcome, 'blocked');
  assert.equal(entry?.host, 'h.example');
  assert.deepEqual(entry?.matches, [
    { id: '942100', message: 'SQL', data: '', tags: ['attack-sqli'] },
  ]);
});

const outcomes: readonly (readonly [line: string, outcome: string | undefined])[] = [
  [auditLine({ isBlocked: true }), 'blocked'],
  [auditLine({ isBlocked: true, matches: [] }), 'blocked'],
  [auditLine(), 'detected'],
  [auditLine({ matches: [] }), 'unmatched'],
  [auditLine({ matches: [{ id: 'x' }] }), 'unmatched'],
  ['{}', undefined],
  ['null', undefined],
  ['[{"transaction":{}}]', undefined],
  ['{"transaction":{"request":{"uri":5}}}', undefined],
  ['{"transaction":{"request":{"uri":"/"}}}', 'unmatched'],
  ['{"transac', undefined],
  ['{"__proto__":{"transaction":{"request":{"uri":"/"}}}}', undefined],
];

test('outcomes, and lines that are no record', async (t) => {
  for (const [line, outcome] of outcomes)
    await t.test(rowTitle(line), () => assert.equal(readEntry(line)?.outcome, outcome));
  assert.equal(outcomes.length, 12);
});

/** Logs of others, and ours with AUDIT_REDACT=false, hold secrets. */
const data: readonly (readonly [data: string, shown: string])[] = [
  ['Matched Data: x found within ARGS:q: y', 'Matched Data: x found within ARGS:q: y'],
  ['Matched Data: x found within ARGS:password: hunter2', '[redacted] found within ARGS:password'],
  [
    'Matched Data: hunter2 found within REQUEST_COOKIES:a: hunter2',
    '[redacted] found within REQUEST_COOKIES:a',
  ],
  [
    'Matched Data: x found within REQUEST_HEADERS:Authorization: Bearer hunter2',
    '[redacted] found within REQUEST_HEADERS:Authorization',
  ],
  ['x at ARGS_POST:user_token hunter2', '[redacted] found within ARGS_POST:user_token'],
  ['QUERY_STRING: a=1&pwd=hunter2&b=2', 'QUERY_STRING: a=1&pwd=[redacted]&b=2'],
  ['REQUEST_BODY: {"password":"hunter2","a":1}', 'REQUEST_BODY: {"password":"[redacted]","a":1}'],
  ['ARGS:password holds hunter2', '[redacted] found within ARGS:password'],
];

test('secrets in what rules logged are masked', async (t) => {
  for (const [text, shown] of data)
    await t.test(rowTitle(text), () => assert.equal(redactData(text), shown));
  assert.equal(data.length, 8);
});

test('what cannot be seen is written out, and long text is cut', () => {
  assert.equal(
    visible('a\nb\u001b[31m\u202e\u2028é\ud800', 100),
    'a\\x0ab\\x1b[31m\\u{202e}\\u{2028}é\\u{d800}',
  );
  assert.equal(visible('abcdef', 3), 'abc…');
});
