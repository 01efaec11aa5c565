/** What rules come to when names are looked up, defaults applied and chains linked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import { resolveText, summarize } from './summarize.ts';

const cases: readonly (readonly [text: string, ...summary: string[]])[] = [
  // Defaults (docs/spec/seclang-evaluation.md#default-actions)
  ['SecAction "id:1"', '1 phase:2 log audit', '  '],
  ['SecAction "id:1,phase:1"', '1 phase:1', '  '],
  ['SecAction "id:1,phase:1,log"', '1 phase:1 log audit', '  '],
  ['SecAction "id:1,nolog,auditlog"', '1 phase:2 audit', '  '],
  ['SecAction "id:1,deny"', '1 phase:2 log audit deny 403', '  '],
  ['SecAction "id:1,drop,status:404"', '1 phase:2 log audit drop 404', '  '],
  ['SecAction "id:1,redirect:/x,status:404"', '1 phase:2 log audit redirect 302', '  '],
  ['SecAction "id:1,redirect:/x,status:307"', '1 phase:2 log audit redirect 307', '  '],
  ['SecAction "id:1,allow:phase,phase:response"', '1 phase:4 allow phase', '  '],
  ['SecAction "phase:3,phase:1,id:7,id:1"', '1 phase:1', '  '],
  [
    'SecDefaultAction "phase:1,log,deny,status:418,t:lowercase"\nSecRule ARGS "x" "id:1,phase:1,block,status:419"',
    '1 phase:1 log audit deny 419',
    '  ARGS @rx{x} t:lowercase',
  ],
  [
    'SecDefaultAction "phase:1,log,deny"\nSecDefaultAction "phase:1,nolog,pass"\nSecAction "id:1,phase:1"',
    '1 phase:1 pass',
    '  ',
  ],

  // Targets
  ['SecRule ARGS|&TX:A "@eq 1" "id:1"', '1 phase:2 log audit', '  ARGS|&TX:A @eq{1}'],
  ['SecRule args:A|!ARGS:b "x" "id:1"', '1 phase:2 log audit', '  ARGS:A @rx{x}'],
  ['SecRule ARGS|ARGS_NAMES|!ARGS "x" "id:1"', '1 phase:2 log audit', '  ARGS_NAMES @rx{x}'],
  ['SecRule ARGS:a|ARGS:b|!ARGS:B "x" "id:1"', '1 phase:2 log audit', '  ARGS:a @rx{x}'],

  // Operators
  ['SecRule ARGS "!@PM b A  b" "id:1"', '1 phase:2 log audit', '  ARGS !@pm{b|a|b}'],
  ['SecRule ARGS "@within %{tx.a} x" "id:1"', '1 phase:2 log audit', '  ARGS @within{%{TX.a} x}'],
  [
    'SecRule ARGS "@ipMatch ::1, 10.0.0.0/8" "id:1"',
    '1 phase:2 log audit',
    '  ARGS @ipMatch{::1|10.0.0.0/8}',
  ],
  [
    'SecRule ARGS "@validateByteRange 9,32-126" "id:1"',
    '1 phase:2 log audit',
    '  ARGS @validateByteRange{9-9|32-126}',
  ],
  ['SecRule ARGS "@restpath /{a}/{b}" "id:1"', '1 phase:2 log audit', '  ARGS @restpath{a|b}'],
  [
    'SecRule ARGS "@validateNid us \\d+" "id:1"',
    '1 phase:2 log audit',
    '  ARGS @validateNid{\\d+}',
  ],

  // Actions
  [
    'SecRule ARGS "x" "id:1,t:trim,t:none,t:lowerCase,capture,multiMatch"',
    '1 phase:2 log audit',
    '  ARGS @rx{x} t:lowercase capture multiMatch',
  ],
  [
    'SecAction "id:1,setvar:tx.a,setvar:!ip.b,setvar:TX.c=+1,setvar:tx.d=-%{tx.e},setvar:tx.f=a=b"',
    '1 phase:2 log audit',
    '  set TX.a=1 unset IP.b= add TX.c=1 subtract TX.d=%{TX.e} set TX.f=a=b',
  ],
  [
    'SecAction "id:1,skip:2"\nSecAction "id:2,skipAfter:M"\nSecMarker M',
    '1 phase:2 log audit skip 2',
    '  ',
    '2 phase:2 log audit -> M',
    '  ',
    'marker M',
  ],

  // Chains
  [
    'SecRule ARGS "x" "id:1,phase:1,chain"\nSecRule ARGS "y" "chain,t:trim,setvar:tx.a"\nSecAction "setvar:tx.b"',
    '1 phase:1',
    '  ARGS @rx{x}',
    '  ARGS @rx{y} t:trim set TX.a=1',
    '  set TX.b=1',
  ],

  // Updates and removals
  ['SecAction "id:1"\nSecAction "id:2"\nSecRuleRemoveById 2', '1 phase:2 log audit', '  '],
  [
    'SecRule ARGS "x" "id:1,capture,multiMatch"\nSecRuleUpdateActionById 1 "nolog"',
    '1 phase:2',
    '  ARGS @rx{x} capture multiMatch',
  ],
  [
    'SecRule ARGS "x" "id:1"\nSecRuleUpdateActionById 1 "capture,multiMatch"',
    '1 phase:2 log audit',
    '  ARGS @rx{x} capture multiMatch',
  ],
  [
    'SecRule ARGS "x" "id:1,t:trim"\nSecRuleUpdateTargetById 1 "!ARGS:a|TX:b"\nSecRuleUpdateActionById 1 "drop,t:none,t:lowercase,setvar:tx.c,nolog"',
    '1 phase:2 drop 403',
    '  ARGS|!ARGS:a|TX:b @rx{x} t:lowercase set TX.c=1',
  ],
];

for (const [text, ...summary] of cases) {
  test(text, () => assert.deepEqual(summarize(resolveText(text)), summary));
}

test('a data file is looked for beside the file that names it', () => {
  const ruleSet = resolveText('Include sub/more.conf', {
    'sub/more.conf': 'SecRule ARGS "@pmFromFile words.data ../top.data" "id:1"',
    'sub/words.data': '# no\nOne \n\ntwo',
    'top.data': 'three',
  });
  assert.match(summarize(ruleSet)[1] ?? '', /@pmFromFile\{One\|two\|three\}/i);
});

test('rules are counted as they are read', () => {
  const chain = 'SecRule ARGS "x" "id:3,chain"\nSecRule ARGS "y"';
  assert.equal(resolveText(`SecAction "id:1"\nSecRuleRemoveById 1\n${chain}`).rulesRead, 2);
});

test('removals and updates are noted, those that reach nothing are not', () => {
  const rules = ['1', '2', '3', '4'].map((id) => `SecRule ARGS "x" "id:${id},phase:2,deny"`);
  const changes = [
    'SecRuleRemoveById 1',
    'SecRuleUpdateTargetById 2 "!ARGS:a"',
    'SecRuleUpdateActionById 3 "pass"',
  ];
  assert.deepEqual(resolveText([...rules, ...changes].join('\n')).overrides, [
    { ruleId: 1, type: 'disabled' },
    { ruleId: 2, type: 'target_changed' },
    { ruleId: 3, type: 'action_changed' },
  ]);
});

test('an update replaces the metadata that it names, keeps the rest, and adds tags', () => {
  const rule =
    "SecAction \"id:1,msg:'m',logdata:'l',rev:1,ver:v1,severity:2,maturity:3,accuracy:4,tag:a\"";
  const metadataAfter = (actions: string) => {
    const [entry] = resolveText(`${rule}\nSecRuleUpdateActionById 1 "${actions}"`).entries;
    assert.ok(entry?.kind === 'Rule');
    const { message, logdata, ...others } = entry.metadata;
    return { message: macroSource(message ?? []), logdata: macroSource(logdata ?? []), ...others };
  };
  const old = metadataAfter('nolog');
  assert.deepEqual(old, {
    message: 'm',
    logdata: 'l',
    rev: '1',
    ver: 'v1',
    severity: 2,
    maturity: 3,
    accuracy: 4,
    tags: ['a'],
  });
  const changes = [
    ["msg:'n'", { message: 'n' }],
    ["logdata:'n'", { logdata: 'n' }],
    ['rev:2', { rev: '2' }],
    ['ver:v2', { ver: 'v2' }],
    ['severity:0', { severity: 0 }],
    ['maturity:9', { maturity: 9 }],
    ['accuracy:9', { accuracy: 9 }],
    ['tag:b,tag:c', { tags: ['a', 'b', 'c'] }],
  ] as const;
  for (const [actions, changed] of changes) {
    assert.deepEqual(metadataAfter(actions), { ...old, ...changed }, actions);
  }
  assert.equal(changes.length, 8);
});
