/** Likely false alarms among attacks, and the exclusions that tune writes for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAggregate } from '#compiler/cli/commands/report/aggregate.ts';
import type { FalseAlarms } from '#compiler/cli/commands/report/document.ts';
import { falseAlarmsOf } from '#compiler/cli/commands/report/false-alarms/exclusions.ts';
import { readEntry } from '#compiler/cli/commands/report/log/entry.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { auditLog, type LogLine, RULES } from '../tune/helpers.ts';
import { auditLine, type RecordFields } from './helpers.ts';

function alarmsOf(lines: readonly string[], rules: string | undefined): Promise<FalseAlarms> {
  const aggregate = createAggregate({
    span: undefined,
    comparedSpan: undefined,
    countryOf: undefined,
  });
  for (const line of lines) {
    const entry = readEntry(line);
    assert.ok(entry);
    aggregate.add(entry, line);
  }
  const { suspects, indexOf } = aggregate.result();
  return falseAlarmsOf(
    suspects,
    indexOf,
    rules === undefined
      ? { kind: 'None', reason: 'why' }
      : {
          kind: 'Profile',
          profile: profileOfEntries('test', ['rules.conf']),
          files: memoryFiles({ 'rules.conf': rules }),
        },
  );
}

test('an argument that many clients fill in so: an exclusion for it alone, and none for the attacker', async () => {
  const requests: LogLine[] = [];
  for (let client = 1; client <= 6; client += 1)
    requests.push({ url: "/search?q=it's", client: `192.0.2.${client}` });
  for (let index = 0; index < 30; index += 1)
    requests.push({ url: `/search?a${index}='`, client: '203.0.113.1' });
  const log = (await auditLog(requests)).trim().split('\n');
  const { candidates, exclusions } = await alarmsOf(log, RULES);
  assert.deepEqual(
    candidates.map(({ rule, target, counts, clients }) => [rule, target, counts.detected, clients]),
    [['942000', 'ARGS:q', 6, 6]],
  );
  assert.deepEqual(candidates[0]?.decisions, ['excluded where REQUEST_FILENAME is @streq /search']);
  assert.equal(candidates[0]?.requests.length, 6);
  assert.ok(exclusions.kind === 'Proposed');
  assert.deepEqual(
    exclusions.files.map(({ path, location }) => [path, location]),
    [['exclusions.conf', 'before rules.conf']],
  );
  assert.match(exclusions.files[0]?.text ?? '', /ctl:ruleRemoveTargetById=942000;ARGS:q"\n$/);
  assert.match(
    exclusions.tuning,
    /6 of 6 false alarms would no longer occur \(the logged requests ran again\)/,
  );
});

const many = (count: number, fields: (index: number) => RecordFields): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    auditLine({ matches: [{ id: '942100', data: 'x found within ARGS:q: y' }], ...fields(index) }),
  );

/** What is no likely false alarm, or is one. */
const logs: readonly (readonly [title: string, log: readonly string[], isLikely: boolean])[] = [
  ['five clients, once each', many(5, (index) => ({ client: `192.0.2.${index}` })), true],
  ['four requests', many(4, (index) => ({ client: `192.0.2.${index}` })), false],
  ['two clients', many(10, (index) => ({ client: `192.0.2.${index % 2}` })), false],
  [
    'one client with most of the requests',
    many(20, (index) => ({ client: `192.0.2.${Math.max(0, index - 12)}` })),
    false,
  ],
  [
    'clients that try attacks of three classes',
    ['attack-sqli', 'attack-xss', 'attack-rce'].flatMap((tag) =>
      many(5, (index) => ({
        client: `192.0.2.${index}`,
        matches: [{ id: '942100', data: 'x found within ARGS:q: y', tags: [tag] }],
      })),
    ),
    false,
  ],
  [
    'rules that only add up',
    many(9, (index) => ({ client: `192.0.2.${index}`, matches: [{ id: '949110' }] })),
    false,
  ],
];

test('which alarms are likely false', async (t) => {
  for (const [title, log, isLikely] of logs) {
    await t.test(title, async () => {
      const { candidates, exclusions } = await alarmsOf(log, undefined);
      assert.equal(candidates.length, isLikely ? 1 : 0);
      assert.deepEqual(exclusions, { kind: 'None', reason: 'why' });
    });
  }
  assert.equal(logs.length, 6);
});

test('rules that do not compile: the candidates, and why there are no exclusions', async () => {
  const log = many(5, (index) => ({ client: `192.0.2.${index}` }));
  const { candidates, exclusions } = await alarmsOf(log, 'SecRule nonsense');
  assert.equal(candidates.length, 1);
  assert.ok(exclusions.kind === 'None');
  assert.match(exclusions.reason, /The rules of test have errors/);
});
