/** Audit records of ours and of Coraza, and lines that are none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAuditLog } from '#compiler/cli/commands/tune/read-audit-log.ts';
import { tune } from '#compiler/cli/commands/tune/tune.ts';
import { inputOf } from './helpers.ts';

const coraza = (data: string, uri = '/a?n=1', headers: object = {}): string =>
  JSON.stringify({
    transaction: { client_ip: '192.0.2.7', request: { method: 'GET', uri, headers } },
    messages: [{ message: 'SQL', data: { id: 942000, msg: 'SQL', data } }],
  });

test('a record of Coraza is read', () => {
  const { requests, unreadable } = readAuditLog(
    coraza('Matched Data: x found within ARGS:n: 1', '/a?n=1', { Host: ['h'], 'X-A': ['1', '2'] }),
  );
  assert.equal(unreadable, 0);
  const [request] = requests;
  assert.equal(request?.client, '192.0.2.7');
  assert.deepEqual(request?.matches, [
    { ruleId: 942000, data: 'Matched Data: x found within ARGS:n: 1' },
  ]);
  assert.deepEqual(request?.request.head.headers, [
    ['Host', 'h'],
    ['X-A', '1'],
    ['X-A', '2'],
  ]);
});

test('lines that are no records are counted', () => {
  const lines = ['', 'nonsense', '{}', '[]', 'null', '{"transaction":{"request":{"uri":5}}}'];
  const { requests, unreadable } = readAuditLog(`${lines.join('\n')}\n${coraza('')}\n{"transac`);
  assert.equal(requests.length, 1);
  assert.equal(unreadable, 6);
});

test('bytes that are no UTF-8 come back as they were', () => {
  const { requests } = readAuditLog(coraza('', '/a?n=\\xE9\\x5CxE9'));
  assert.equal(requests[0]?.request.head.target, '/a?n=\xe9\\xE9');
});

test('what does not match again is read from the text, when the rule tests that variable', async () => {
  const cases: readonly (readonly [data: string, target: string | undefined])[] = [
    ['Matched Data: x found within ARGS:n: y', 'ARGS:n'],
    ['Matched Data: x found within MATCHED_VARS:ARGS:n: y', 'ARGS:n'],
    ['ARGS:n holds x', 'ARGS:n'],
    ['MATCHED_VARS:MATCHED_VARS:ARGS:n holds x', 'ARGS:n'],
    ['[redacted] found within ARGS:password', 'ARGS:password'],
    ['Matched Data: x found within REQUEST_BODY: y', undefined],
    ['', undefined],
  ];
  for (const [data, target] of cases) {
    const result = await tune(inputOf(coraza(data, '/a')));
    assert.ok(result.kind === 'Ok');
    const { proposals, effect, texts } = result.tuning;
    assert.equal(proposals.length, 1, data);
    const isFound = texts.before.includes(`942000;${target}"`);
    assert.equal(isFound, target !== undefined, `${data}: ${texts.before}`);
    assert.equal(effect.untried, target === undefined ? 0 : 1);
  }
  assert.equal(cases.length, 7);
});
