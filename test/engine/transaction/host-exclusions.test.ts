/** What a host excludes does what the same ctl would do before the first rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { noServices } from '#engine/host/host-services.ts';
import type { RuleExclusion } from '#engine/host/rule-exclusions.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { movedPhases } from '../../helpers/moved-transaction.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const RULES = `
SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS "@contains evil" "id:10,phase:2,pass,log,tag:'attack',setvar:tx.score=+5"
SecRule ARGS|REQUEST_HEADERS "@rx ev[il]+" "id:11,phase:2,pass,log,tag:'attack',setvar:tx.score=+3"
SecRule &ARGS:q "@gt 0" "id:12,phase:2,pass,log,tag:'count'"
SecRule REQUEST_METHOD "@streq POST" "id:13,phase:2,pass,log,chain"
SecRule ARGS:q "@contains evil" "t:none"
SecRule ARGS_NAMES "!@within q safe_a safe_b" "id:14,phase:2,pass,log,t:lowercase"
SecRule TX:score "@ge 5" "id:20,phase:2,deny,log,status:403"
`;

type Case = { readonly ctl: readonly string[]; readonly exclusion: Partial<RuleExclusion> };

/** Each in both languages. */
const CASES: readonly Case[] = [
  { ctl: ['ruleRemoveById=10'], exclusion: { ids: [[10, 10]] } },
  { ctl: ['ruleRemoveById=10-11'], exclusion: { ids: [[10, 11]] } },
  { ctl: ['ruleRemoveByTag=attack'], exclusion: { tags: ['attack'] } },
  { ctl: ['ruleRemoveByTag=none'], exclusion: { tags: ['none'] } },
  { ctl: ['ruleRemoveById=20'], exclusion: { ids: [[20, 20]] } },
  { ctl: ['ruleRemoveById=13'], exclusion: { ids: [[13, 13]] } },
  {
    ctl: ['ruleRemoveTargetById=10;ARGS:Q'],
    exclusion: { ids: [[10, 10]], targets: [{ variable: 'ARGS', key: 'q', isPrefix: false }] },
  },
  {
    ctl: ['ruleRemoveTargetByTag=attack;ARGS:/^safe_/'],
    exclusion: { tags: ['attack'], targets: [{ variable: 'ARGS', key: 'safe_', isPrefix: true }] },
  },
  {
    ctl: ['ruleRemoveTargetByTag=attack;ARGS', 'ruleRemoveTargetById=11;REQUEST_HEADERS'],
    exclusion: {
      tags: ['attack'],
      targets: [
        { variable: 'ARGS', key: undefined, isPrefix: false },
        { variable: 'REQUEST_HEADERS', key: undefined, isPrefix: false },
      ],
    },
  },
  {
    ctl: ['ruleRemoveTargetById=12;ARGS:q'],
    exclusion: { ids: [[12, 12]], targets: [{ variable: 'ARGS', key: 'q', isPrefix: false }] },
  },
  {
    ctl: ['ruleRemoveTargetById=13;ARGS:q', 'ruleRemoveTargetById=14;ARGS_NAMES:other'],
    exclusion: {
      ids: [[13, 14]],
      targets: [
        { variable: 'ARGS', key: 'q', isPrefix: false },
        { variable: 'ARGS_NAMES', key: 'other', isPrefix: false },
      ],
    },
  },
];

const REQUESTS: readonly (readonly [target: string, header: string])[] = [
  ['/?q=evil', 'plain'],
  ['/?q=evil&safe_a=evil', 'plain'],
  ['/?safe_a=evil&safe_b=1', 'evil'],
  ['/?other=evil', 'evil'],
  ['/?q=good', 'evil'],
  ['/', 'plain'],
];

test('an exclusion by the host is the ctl before the first rule, with and without passes, moved or not', async (t) => {
  let compared = 0;
  let changed = 0;
  for (const passes of [undefined, []] as const) {
    const waf = await load(RULES, passes);
    for (const { ctl, exclusion } of CASES) {
      const actions = ctl.map((each) => `ctl:${each}`).join(',');
      const written = await load(
        `SecAction "id:1,phase:1,pass,nolog,${actions}"\n${RULES}`,
        passes,
      );
      const exclusions = [{ ids: [], tags: [], targets: undefined, ...exclusion }];
      const prepared = waf.prepareExclusions?.(exclusions);
      assert.ok(prepared !== undefined);
      assert.deepEqual(prepared.refused, []);
      const services = { ...noServices, exclusions: prepared.start };
      await t.test(
        rowTitle(`${ctl.join(', ')}${passes === undefined ? '' : ', no passes'}`),
        () => {
          for (const [target, header] of REQUESTS) {
            const expected = outcome(written, target, header, noServices, false);
            assert.deepEqual(outcome(waf, target, header, services, false), expected, target);
            assert.deepEqual(outcome(waf, target, header, services, true), expected, target);
            const without = outcome(waf, target, header, noServices, false);
            if (JSON.stringify(without) !== JSON.stringify(expected)) changed += 1;
            compared += 1;
          }
        },
      );
    }
  }
  assert.equal(compared, 2 * CASES.length * REQUESTS.length);
  assert.ok(changed >= 40, `${changed} outcomes differ from those without exclusions`);
});

test('a ctl of a rule adds to what the host has excluded', async () => {
  const rules = `${RULES}
SecRule REQUEST_URI "@contains ctl" "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=11;ARGS"`;
  const waf = await load(rules);
  const exclusions = [
    { ids: [[10, 11]], tags: [], targets: [{ variable: 'ARGS', key: 'q', isPrefix: false }] },
  ] as const;
  const exclusionsStart = waf.prepareExclusions?.(exclusions).start;
  const services = { ...noServices, exclusions: exclusionsStart };
  for (const moved of [false, true]) {
    const ids = (target: string): unknown => outcome(waf, target, 'plain', services, moved).ids;
    assert.deepEqual(ids('/?q=evil&safe_a=evil'), [10, 11, 12, 13, 20]);
    assert.deepEqual(ids('/ctl?q=evil&safe_a=evil'), [10, 12, 13, 20]);
    assert.deepEqual(ids('/?q=evil'), [12, 13]);
  }
});

test('a rule on which folding relies is refused, and runs', async () => {
  const waf = await load(`SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=1"
SecRule ARGS "@contains up" "id:2,phase:1,pass,log,setvar:tx.level=+1"
SecRule TX:level "@ge 1" "id:3,phase:1,pass,log,skipAfter:END"
SecRule ARGS "@contains evil" "id:4,phase:1,deny,log"
SecMarker END
SecRule TX:level "@ge 2" "id:5,phase:1,deny,log"`);
  const prepared = waf.prepareExclusions?.([{ ids: [[1, 5]], tags: [], targets: undefined }]);
  assert.ok(prepared !== undefined);
  assert.deepEqual(prepared.refused, [1]);
  const services = { ...noServices, exclusions: prepared.start };
  assert.deepEqual(outcome(waf, '/?q=up', 'plain', noServices, false).ids, [2, 3, 5]);
  assert.deepEqual(outcome(waf, '/?q=up', 'plain', services, false).ids, []);
});

async function load(rules: string, passes?: readonly []): Promise<TransferableWaf> {
  const { program, diagnostics } = compileText(rules, {}, passes);
  if (program === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return loadProgram(program);
}

function outcome(
  waf: TransferableWaf,
  target: string,
  header: string,
  services: typeof noServices,
  moved: boolean,
): { readonly ids: readonly number[]; readonly interruption: unknown; readonly data: unknown } {
  const head = {
    method: 'POST',
    target,
    protocol: 'HTTP/1.1',
    headers: [['X-Test', header]],
    remoteAddress: '127.0.0.1',
    remotePort: 1,
    serverAddress: '127.0.0.1',
    serverPort: 1,
    serverName: 'localhost',
  } as const;
  const transaction = waf.open(head, 'test', undefined, services);
  const phases = moved ? movedPhases(waf, transaction, services) : transaction;
  phases.inspectRequestHeaders();
  phases.inspectRequestBody('', false);
  phases.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [] });
  phases.inspectResponseBody('', false);
  phases.close();
  return {
    ids: transaction.matches.map(({ rule }) => rule.id),
    interruption: transaction.interruption,
    data: transaction.matches.map(({ data }) =>
      data.map(({ variable, key }) => `${variable}:${key}`),
    ),
  };
}
