/** One error hides nothing but what follows from it: the rule is left out, and everything else is looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../../helpers/compile-text.ts';
import { checkFiles } from './helpers.ts';

/** `line severity code` of each finding. */
function findingsOf(...lines: readonly string[]): readonly string[] {
  const text = `${lines.join('\n')}\n`;
  const { findings } = checkFiles({ 'a.conf': text }, { test: ['a.conf'] });
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  assert.equal(compileText(text).program === undefined, hasErrors, 'compile fails on any error');
  return findings.map(({ span, severity, code }) => {
    const line = text.slice(0, span.start).split('\n').length;
    return `${line} ${severity} ${code}`;
  });
}

const SLIP = `SecRule ARGS "@rx (?i)a" "id:99,phase:2,deny,log,t:lowercas"`;

/** What is found beside the error, and what the error explains. */
const cases: readonly (readonly [
  title: string,
  lines: readonly string[],
  found: readonly string[],
])[] = [
  [
    'other rules are linted',
    [SLIP, 'SecRule ARGS "@contains ADMIN" "id:2,phase:2,deny,log,t:lowercase"'],
    ['1 error unknown-transformation', '2 warning unmatchable-text'],
  ],
  [
    'other rules are linted after a line that cannot be read',
    ['SecRule ARGS "@rx a', 'SecRule ARGS "@contains ADMIN" "id:2,phase:2,deny,log,t:lowercase"'],
    ['1 error unclosed-quote', '2 warning unmatchable-text'],
  ],
  [
    'a variable that a left-out rule sets is set',
    [
      'SecAction "id:1,phase:1,pass,nolog,t:lowercas,setvar:tx.limit=5"',
      'SecRule ARGS "@gt %{tx.limit}" "id:2,phase:2,deny,log"',
    ],
    ['1 error unknown-transformation'],
  ],
  [
    'a variable that a broken line sets is set',
    [
      'SecAction "id:1,phase:1,pass,nolog,setvar:tx.limit=5',
      'SecRule ARGS "@gt %{tx.limit}" "id:2,phase:2,deny,log"',
    ],
    ['1 error unclosed-quote'],
  ],
  [
    'a variable that no rule sets is not',
    [SLIP, 'SecRule ARGS "@gt %{tx.limit}" "id:2,phase:2,deny,log"'],
    ['1 error unknown-transformation', '2 warning unset-variable'],
  ],
  [
    'a variable that a left-out rule reads is read',
    [
      'SecAction "id:1,phase:1,pass,nolog,setvar:tx.limit=5"',
      'SecRule &TX:limit "@eq 0" "id:2,phase:2,deny,log,t:lowercas"',
    ],
    ['2 error unknown-transformation'],
  ],
  [
    'a marker on a line that cannot be read',
    ['SecRule ARGS "@rx a" "id:1,phase:2,pass,nolog,skipAfter:END"', 'SecMaker END'],
    ['2 error unknown-directive'],
  ],
  [
    'the marker of a left-out rule is used',
    ['SecRule ARGS "@rx a" "id:1,phase:2,pass,nolog,t:lowercas,skipAfter:END"', 'SecMarker END'],
    ['1 error unknown-transformation'],
  ],
  [
    'a marker that nothing names beside one that is misspelt',
    [
      'SecRule ARGS "@rx a" "id:1,phase:2,pass,nolog,skipAfter:EDN"',
      'SecMarker END',
      'SecMarker OTHER',
    ],
    ['1 error unknown-marker', '3 notice unused-marker'],
  ],
  [
    'an exclusion of a left-out rule',
    [SLIP, 'SecRuleRemoveById 98', 'SecRuleUpdateTargetById 99 "!ARGS:x"'],
    ['1 error unknown-transformation', '2 warning no-such-rule'],
  ],
  [
    'a ctl that names a left-out rule by its tag',
    [
      'SecRule REQUEST_URI "@beginsWith /a" "id:1,phase:1,pass,nolog,ctl:ruleRemoveByTag=mine"',
      'SecRule ARGS "@rx a" "id:2,phase:2,deny,log,tag:mine,t:lowercas"',
    ],
    ['2 error unknown-transformation'],
  ],
  [
    'block below a SecDefaultAction that cannot be read',
    ['SecDefaultAction "phase:2,log', 'SecRule ARGS "@rx a" "id:1,phase:2,block"'],
    ['1 error unclosed-quote'],
  ],
  [
    'block above a SecDefaultAction that cannot be read',
    ['SecRule ARGS "@rx a" "id:1,phase:2,block"', 'SecDefaultAction "phase:2,log'],
    ['1 warning block-without-default', '2 error unclosed-quote'],
  ],
  [
    'what a missing file may define',
    [
      'Include missing.conf',
      'SecRule TX:level "@ge 2" "id:1,phase:2,deny,log,skipAfter:END"',
      'SecRuleRemoveById 5',
    ],
    ['1 error missing-file'],
  ],
  [
    'a link of a chain',
    [
      'SecRule ARGS "@rx a" "id:1,phase:2,deny,log,chain"',
      '  SecRule ARGS "@rxx b" "setvar:tx.found=1"',
      'SecRule TX:found "@eq 1" "id:2,phase:2,deny,log"',
    ],
    ['2 error unknown-operator'],
  ],
  [
    'an id twice: the second rule is left out',
    [
      'SecRule ARGS "@rx a" "id:1,phase:2,deny,log"',
      'SecRule ARGS "@rx b" "id:1,phase:2,deny,log,setvar:tx.found=1"',
      'SecRule TX:found "@eq 1" "id:2,phase:2,deny,log"',
    ],
    ['2 error duplicate-id'],
  ],
  [
    'a chain that is not closed, told at the rule that announces it',
    [
      'SecRule ARGS "@rx a" "id:1,phase:2,deny,log,chain"',
      'SecRule ARGS "@contains ADMIN" "id:2,phase:2,deny,log,t:lowercase"',
    ],
    ['1 error open-chain', '2 warning unmatchable-text'],
  ],
  [
    'a comment that silences what an error hides',
    [SLIP.replace('"id', '\\\n"id'), '# portcullis:ignore unset-variable', 'Include missing.conf'],
    ['2 error unknown-transformation', '4 error missing-file'],
  ],
];

for (const [title, lines, found] of cases) {
  test(title, () => assert.deepEqual(findingsOf(...lines), found));
}

test('how many ways there are', () => assert.equal(cases.length, 18));
