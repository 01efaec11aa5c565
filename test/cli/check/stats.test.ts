import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statsText } from '#compiler/cli/commands/stats/command.ts';
import { compileText } from '../../helpers/compile-text.ts';

test('stats: what was read, what is left, what dropped it', () => {
  const { program } = compileText(`SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=1"
SecRule TX:level "@lt 2" "id:2,phase:2,pass,nolog,skipAfter:END"
SecRule ARGS "@rx evil" "id:3,phase:2,deny,log"
SecMarker END
SecRule ARGS "@rx wicked" "id:4,phase:2,deny,log,chain"
    SecRule REQUEST_METHOD "@streq POST"
`);
  assert.ok(program !== undefined);
  assert.equal(
    statsText(program),
    `test
  files: 1
  rules read: 4
  rules remaining: 1
  dropped: 2 no rule reads what it sets, 1 always skipped by an earlier rule
  rules by phase: 1 phase 2
  operators: 1 @rx, 1 @streq
  distinct expressions: 1
  rules with a prefilter: 1
  rules that a ctl can disable: 0`,
  );
});
