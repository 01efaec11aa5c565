/** Audit records of ours and of Coraza, and lines that are none. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { clientCount, requestCount } from '#compiler/cli/commands/tune/group-hits.ts';
import { createAuditLogs } from '#compiler/cli/commands/tune/read-audit-logs.ts';
import { tune } from '#compiler/cli/commands/tune/tune.ts';
import { findLog } from '#compiler/cli/replay/log-files.ts';
import { folderWith } from '../../helpers/command-line.ts';
import { inputOf, requestsIn } from './helpers.ts';

const coraza = (data: string, uri = '/a?n=1', headers: object = {}): string =>
  JSON.stringify({
    transaction: { client_ip: '192.0.2.7', request: { method: 'GET', uri, headers } },
    messages: [{ message: 'SQL', data: { id: 942000, msg: 'SQL', data } }],
  });

test('a record of Coraza is read', () => {
  const [request] = requestsIn(
    coraza('Matched Data: x found within ARGS:n: 1', '/a?n=1', { Host: ['h'], 'X-A': ['1', '2'] }),
  );
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

test('the client is the peer of the request when it is an address', () => {
  const log = `${coraza('')}\n${coraza('').replace('192.0.2.7', 'client-7')}`;
  const [address, name] = requestsIn(log);
  assert.equal(address?.request.head.remoteAddress, '192.0.2.7');
  assert.equal(name?.client, 'client-7');
  assert.notEqual(name?.request.head.remoteAddress, 'client-7');
});

/** Returns the number of requests in the logs, and what could not be read. */
async function read(logs: Readonly<Record<string, string | Buffer>>) {
  const folder = folderWith({});
  const files = Object.entries(logs).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return findLog(join(folder, name));
  });
  const { requests, problems, failure } = createAuditLogs(files);
  let count = 0;
  for await (const _ of requests()) count += 1;
  const shown = problems().map((problem) => problem.replaceAll(folder, ''));
  return { count, problems: shown, failure: failure()?.replaceAll(folder, '') };
}

test('lines that are no records are counted', async () => {
  const lines = ['', 'nonsense', '{}', '[]', 'null', '{"transaction":{"request":{"uri":5}}}'];
  assert.deepEqual(await read({ log: `${lines.join('\n')}\n${coraza('')}\n{"transac` }), {
    count: 1,
    problems: ['6 lines of the log could not be read.'],
    failure: undefined,
  });
});

test('logs may be compressed with gzip; of one that is damaged, the first part is read', async () => {
  const whole = gzipSync(`${coraza('')}\n${coraza('')}\n`);
  const { count, problems } = await read({
    'a.gz': whole,
    'b.gz': whole.subarray(0, whole.length - 8),
    c: `${coraza('')}\n`,
  });
  assert.ok(count >= 3, `${count}`);
  assert.deepEqual(problems, [
    'Cannot read the audit log /b.gz to its end. unexpected end of file.',
  ]);
});

test('a log of nonsense has no record, and an empty one is no mistake', async () => {
  assert.equal(
    (await read({ log: 'nonsense\n' })).failure,
    '/log: no line is a JSON audit record.',
  );
  assert.equal((await read({ log: '' })).failure, undefined);
});

test('requests that match alike on paths of one shape are one hit, and are counted', async () => {
  const urls = ['/o/1', '/o/2', '/o/1', '/p'].map((path) => coraza('ARGS:n holds x', path));
  const result = await tune(inputOf(urls.join('\n')));
  assert.ok(result.kind === 'Ok');
  const { proposals, effect, hints } = result.tuning;
  assert.deepEqual(
    proposals.map(({ group }) => [group.hits.length, requestCount(group), clientCount(group)]),
    [
      [1, 3, 1],
      [1, 1, 1],
    ],
  );
  assert.equal(effect.untried, 4);
  assert.match(hints.join(), /^4 false alarms could not be tried: /);
});

test('bytes that are no UTF-8 come back as they were', () => {
  const [request] = requestsIn(coraza('', '/a?n=\\xE9\\x5CxE9'));
  assert.equal(request?.request.head.target, '/a?n=\xe9\\xE9');
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
