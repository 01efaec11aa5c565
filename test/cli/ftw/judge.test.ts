import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FtwOutput, FtwResponse } from '#compiler/cli/ftw/ftw-types.ts';
import { judge } from '#compiler/cli/ftw/judge.ts';
import { ruleIds } from '#compiler/cli/ftw/rule-ids.ts';
import { socketOnly } from '#compiler/cli/ftw/socket-only.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const nothing: FtwOutput = {
  status: undefined,
  expectError: false,
  retryOnce: false,
  isolated: false,
  responseContains: undefined,
  expectIds: [],
  noExpectIds: [],
  matchRegex: undefined,
  noMatchRegex: undefined,
};
const unobserved: FtwResponse = { kind: 'unobserved' };
const none: FtwResponse = { kind: 'none' };
const ok: FtwResponse = { kind: 'received', status: 200, text: 'HTTP/1.1 200 OK\r\n\r\nhello' };
const lines = ['x [id "100"] first', 'y [id "200"] second'];

const cases: readonly (readonly [
  name: string,
  expected: Partial<FtwOutput>,
  response: FtwResponse,
  lines: readonly string[],
  reason: RegExp | undefined,
])[] = [
  ['nothing expected', {}, unobserved, lines, undefined],
  ['ids there', { expectIds: [200, 100] }, ok, lines, undefined],
  ['id missing', { expectIds: [100, 300] }, ok, lines, /^Not in the log: 300\.$/],
  ['id not wanted', { noExpectIds: [300, 200] }, ok, lines, /^Unexpected in the log: 200\.$/],
  ['id not wanted, not there', { noExpectIds: [300] }, ok, lines, undefined],
  ['line matches', { matchRegex: /"200".*second/ }, ok, lines, undefined],
  ['no match over two lines', { matchRegex: /first.*second/s }, ok, lines, /^No log line matches/],
  ['silence', { noMatchRegex: /\[id "\d+"\]/ }, ok, [], undefined],
  ['no silence', { noMatchRegex: /\[id "\d+"\]/ }, ok, lines, /^A log line matches/],
  ['isolated', { isolated: true }, ok, ['[id "1"]', '[id "1"]'], undefined],
  ['not isolated', { isolated: true }, ok, lines, /^Expected a single rule in the log, found 2/],
  ['status', { status: 200 }, ok, [], undefined],
  ['wrong status', { status: 400 }, ok, [], /^Expected status 400, received 200/],
  ['status 0 is none', { status: 0 }, ok, [], undefined],
  ['status unobserved', { status: 400 }, unobserved, [], undefined],
  ['response missing', { noExpectIds: [1] }, none, [], /^Received no HTTP response/],
  ['response text', { responseContains: /hello/ }, ok, [], undefined],
  ['wrong response text', { responseContains: /bye/ }, ok, [], /^The response does not match/],
  ['error came, log is not looked at', { expectError: true, expectIds: [9] }, none, [], undefined],
  ['error did not come', { expectError: true }, ok, [], /^Expected no HTTP response/],
  ['presence before absence', { expectIds: [9], noExpectIds: [100] }, ok, lines, /^Not in the log/],
];

test('stages are judged by the rules of go-ftw', async (t) => {
  for (const [name, expected, response, log, reason] of cases) {
    await t.test(rowTitle(name), () => {
      const judged = judge({ ...nothing, ...expected }, { response, lines: log });
      if (reason === undefined) assert.equal(judged, undefined, name);
      else assert.match(judged ?? 'passed', reason, name);
    });
  }
  assert.equal(cases.length, 21);
});

test('rule ids are read in every form go-ftw knows', () => {
  assert.deepEqual(
    ruleIds(['a [id "1"] b [id \\"2\\"]', '["id":"3"] [\\"id\\":\\"4\\"]']),
    [1, 2, 3, 4],
  );
  assert.deepEqual(ruleIds(['{"id": "5", "ruleId":6}']), [5, 6]);
  assert.deepEqual(
    ruleIds(['[id "7"] {"id":8}']),
    [7],
    'JSON counts only in lines without a label',
  );
  assert.deepEqual(ruleIds(['id "9"', '']), []);
});

test('only stages about the HTTP front end need a socket', () => {
  const input = {
    method: 'GET',
    uri: '/',
    version: undefined,
    headers: [],
    data: undefined,
    encodedRequest: undefined,
    autocompleteHeaders: true,
  };
  assert.match(socketOnly({ input, output: { ...nothing, status: 400 } }) ?? '', /status 400/);
  assert.match(
    socketOnly({ input, output: { ...nothing, expectError: true } }) ?? '',
    /no HTTP response/,
  );
  const connect = { ...input, method: 'CONNECT' };
  assert.match(
    socketOnly({ input: connect, output: { ...nothing, status: 200 } }) ?? '',
    /CONNECT/,
  );
  assert.equal(socketOnly({ input: connect, output: { ...nothing, noExpectIds: [1] } }), undefined);
  assert.equal(
    socketOnly({ input, output: { ...nothing, status: 200, expectIds: [1] } }),
    undefined,
  );
});
