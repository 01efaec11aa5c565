/** What may be decided at compile time, and all the ways in which a request can change a setting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadRules } from '../../helpers/run-rules.ts';

type Row = readonly [name: string, rules: string, gate?: Partial<Gate>];

type Gate = { readonly phase: number; readonly test: string };

/** Rule 98 skips rule 99 when tx.x is 1: one of them is dropped when that is decided. */
const gateText = ({ phase, test }: Gate): string => `
SecRule ${test} "id:98,phase:${phase},pass,nolog,skipAfter:END"
SecAction "id:99,phase:${phase},pass,log"
SecMarker END
SecAction "id:100,phase:5,pass,log,logdata:'%{tx.x} %{tx.y} %{tx.1}'"`;

const standard: Gate = { phase: 2, test: 'TX:x "@eq 1"' };

const ONE = 'SecAction "id:1,phase:1,nolog,setvar:tx.x=1"';

const decided: readonly Row[] = [
  ['set once', ONE],
  ['never set', 'SecAction "id:1,phase:1,nolog,setvar:tx.y=1"'],
  ['set only later', `SecAction "id:1,phase:3,nolog,setvar:tx.x=1"`],
  ['set anew to the same value', `${ONE}\nSecRule ARGS "@rx ." "id:2,setvar:tx.x=1"`],
  ['set by arithmetic', `${ONE}\nSecAction "id:2,nolog,setvar:tx.x=+1,setvar:tx.x=-1"`],
  ['arithmetic on what is no number', 'SecAction "id:1,nolog,setvar:tx.x=q,setvar:tx.x=+1"'],
  ['unset', `${ONE}\nSecAction "id:2,nolog,setvar:!tx.x"`],
  ['copied', `${ONE}\nSecAction "id:2,nolog,setvar:tx.y=%{tx.x},setvar:tx.x=%{tx.y}"`],
  ['set under another case', 'SecAction "id:1,nolog,setvar:TX.X=1"'],
  ['set if unset', `SecRule &TX:x "@eq 0" "id:1,nolog,setvar:tx.x=1"`],
  ['a default that stands back', `${ONE}\nSecRule &TX:x "@eq 0" "id:2,nolog,setvar:tx.x=2"`],
  [
    'other names written at run time',
    `${ONE}\nSecRule ARGS "@rx ." "id:2,setvar:tx.y%{MATCHED_VAR}=2"`,
  ],
  [
    'a rule that skips over nothing',
    `${ONE}\nSecRule ARGS "@rx ." "id:2,skipAfter:M"\nSecMarker M`,
  ],
  [
    'a rule behind a skip',
    `${ONE}\nSecAction "id:2,skipAfter:M"\nSecAction "id:3,setvar:tx.x=2"\nSecMarker M`,
  ],
  [
    'a chain that never matches',
    `${ONE}\nSecRule TX:y "@eq 1" "id:2,chain"\nSecRule ARGS "@rx ." "setvar:tx.x=2"`,
  ],
  ['a capture that nobody asks for', 'SecRule ARGS "@rx (1)" "id:2"', { test: 'TX:1 "@eq 1"' }],
  [
    'compared with a setting',
    `${ONE}\nSecAction "id:2,nolog,setvar:tx.y=1"`,
    { test: 'TX:x "@eq %{tx.y}"' },
  ],
  ['counted', ONE, { test: '&TX:x "@eq 1"' }],
  ['matched by an expression', ONE, { test: 'TX:x "@rx ^[12]$"' }],
  ['matched by phrases', ONE, { test: 'TX:x "@pm 1 2"' }],
  [
    'an earlier phase, later in the file',
    'SecAction "id:1,phase:2,nolog,setvar:tx.y=1"\nSecAction "id:2,phase:1,nolog,setvar:tx.x=1"',
  ],
];

const undecided: readonly Row[] = [
  ['a later rule', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,setvar:tx.x=2"`],
  [
    'a rule of a later phase',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,phase:2,setvar:tx.x=2"`,
    { phase: 3 },
  ],
  ['added to', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,setvar:tx.x=+1"`],
  ['subtracted from', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,setvar:tx.x=-1"`],
  ['unset', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,setvar:!tx.x"`],
  ['set for the first time', 'SecRule ARGS:a "@streq 1" "id:2,setvar:tx.x=1"'],
  [
    'the head of a chain that fails',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,chain,setvar:tx.x=2"\nSecRule ARGS:none "@rx ."`,
  ],
  [
    'a link of a chain that fails',
    `${ONE}\nSecAction "id:2,chain"\nSecRule ARGS:a "@streq 1" "setvar:tx.x=2,chain"\nSecRule TX:none "@rx ."`,
  ],
  ['a name made at run time', `${ONE}\nSecRule ARGS:a "@rx ." "id:2,setvar:tx.%{MATCHED_VAR}=2"`],
  ['a name that begins like it', `${ONE}\nSecRule ARGS:a "@rx ." "id:2,setvar:tx.X%{ARGS.none}=2"`],
  ['a value of the request', `${ONE}\nSecRule ARGS:a "@rx ." "id:2,setvar:tx.x=%{MATCHED_VAR}"`],
  [
    'a copy of a value of the request',
    `${ONE}\nSecAction "id:2,nolog,setvar:tx.y=%{ARGS.a},setvar:tx.x=%{tx.y}"`,
  ],
  ['a loop over several values', 'SecRule ARGS "@rx ." "id:2,setvar:tx.x=+1"'],
  [
    'a loop that copies what it has set',
    'SecRule ARGS "@rx ." "id:2,setvar:tx.x=%{tx.y},setvar:tx.y=1"',
  ],
  [
    'stages of multiMatch',
    'SecRule REQUEST_URI "@rx ." "id:2,multiMatch,t:urlDecode,t:lowercase,setvar:tx.x=+1"',
  ],
  [
    'stages of multiMatch on a setting',
    'SecAction "id:1,nolog,setvar:tx.y=A"\nSecRule TX:y "@streq A" "id:2,multiMatch,t:lowercase,setvar:tx.x=1"',
  ],
  ['captures', 'SecRule ARGS:a "@rx (.)" "id:2,capture"', { test: 'TX:1 "@eq 1"' }],
  [
    'captures of a setting, copied',
    'SecAction "id:1,setvar:tx.y=1"\nSecRule TX:y "@rx (.)" "id:2,capture,setvar:tx.x=%{tx.1}"',
  ],
  [
    'captures, set before',
    'SecAction "id:1,setvar:tx.1=1"\nSecRule ARGS:a "@rx ." "id:2,capture"',
    { test: 'TX:1 "@eq 1"' },
  ],
  [
    'the rule that sets it removed',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,ctl:ruleRemoveById=3"\nSecAction "id:3,nolog,setvar:tx.x=1"`,
  ],
  [
    'the rule that sets it removed by tag',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,ctl:ruleRemoveByTag=t"\nSecAction "id:3,nolog,tag:t,setvar:tx.x=1"`,
  ],
  ['the gate itself removed', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,ctl:ruleRemoveById=98"`],
  [
    'the target of the gate removed',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,ctl:ruleRemoveTargetById=98;TX:x"`,
  ],
  [
    'the target of a count removed',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,ctl:ruleRemoveTargetById=98;TX"`,
    { test: '&TX:x "@eq 1"' },
  ],
  [
    'the target of a count of none removed',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,ctl:ruleRemoveTargetById=98;TX"`,
    { test: '&TX:x "@eq 0"' },
  ],
  [
    'a skip around the rule that sets it',
    `SecRule ARGS:a "@streq 1" "id:2,skipAfter:M"\nSecAction "id:3,nolog,setvar:tx.x=1"\nSecMarker M`,
  ],
  [
    'a counted skip around it',
    `SecRule ARGS:a "@streq 1" "id:2,skip:1"\nSecAction "id:3,nolog,setvar:tx.x=1"`,
  ],
  [
    'a skip that a ctl removes',
    `SecRule ARGS:a "@streq 1" "id:2,ctl:ruleRemoveById=3"\nSecAction "id:3,skipAfter:M"\nSecAction "id:4,nolog,setvar:tx.x=1"\nSecMarker M`,
  ],
  [
    'allow:phase before it',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,allow:phase"\nSecAction "id:3,phase:1,nolog,setvar:tx.x=1"`,
  ],
  [
    'allow:request leaves its phase out',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,allow:request"\nSecAction "id:3,phase:2,nolog,setvar:tx.x=1"`,
    { phase: 3 },
  ],
  [
    'an interruption before it, in the logging phase',
    `SecRule ARGS:a "@streq 1" "id:2,deny"\nSecAction "id:3,nolog,setvar:tx.x=1"`,
    { phase: 5 },
  ],
  [
    'an interruption before it in the first phase',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,deny"\nSecAction "id:3,phase:1,nolog,setvar:tx.x=1"`,
    { phase: 5 },
  ],
  [
    'an interruption in an earlier phase',
    `SecRule ARGS:a "@streq 1" "id:2,phase:1,deny"\nSecAction "id:3,phase:4,nolog,setvar:tx.x=1"`,
    { phase: 5 },
  ],
  [
    'set and unset before the logging phase',
    `SecAction "id:2,phase:1,nolog,setvar:tx.x=1"\nSecRule ARGS:a "@streq 1" "id:3,phase:1,deny"\nSecAction "id:4,phase:2,nolog,setvar:!tx.x"`,
    { phase: 5 },
  ],
  ['expirevar', `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,expirevar:tx.x=1"`],
  ['compared with what a request says', ONE, { test: 'TX:x "@streq %{ARGS.a}"' }],
  [
    'compared with what may change',
    `${ONE}\nSecRule ARGS:a "@streq 1" "id:2,setvar:tx.y=1"`,
    { test: 'TX:x "@eq %{tx.y}"' },
  ],
  ['a pattern of names', ONE, { test: 'TX:/^x/ "@eq 1"' }],
  ['an operator that finds candidates', ONE, { test: 'TX:x "@verifyCC \\d"' }],
  ['the whole collection', ONE, { test: 'TX "@eq 1"' }],
  ['an exclusion in the gate', ONE, { test: 'TX:x|!TX:/x/ "@eq 1"' }],
  [
    'another target beside it',
    'SecAction "id:1,nolog,setvar:tx.x=2"',
    { test: 'TX:x|ARGS:a "@eq 1"' },
  ],
];

const requests = ['/', '/?a=1', '/?a=x', '/?a=2&b=1', '/?a=1&b=1&c=%41'].map((target) =>
  parseRequest(`GET ${target} HTTP/1.1\nHost: a\n`),
);

for (const [rows, isDecided] of [
  [decided, true],
  [undecided, false],
] as const) {
  for (const [name, rules, gate] of rows) {
    test(`${isDecided ? 'decided' : 'not decided'}: ${name}`, async () => {
      const text = `SecRuleEngine On\n${rules}\n${gateText({ ...standard, ...gate })}`;
      const { program, diagnostics } = compileText(text);
      assert.deepEqual(diagnostics, []);
      const folded = new Set(program?.folded.map(({ id }) => id));
      assert.equal(folded.has(98) || folded.has(99), isDecided);
      const loaded = await loadRules(text);
      // Passes on and passes off agree: loadRules compares them.
      for (const request of requests) loaded.exchange(request);
    });
  }
}
