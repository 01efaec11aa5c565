/** TX variables that only the macros of an action read, and what a hint says about the text it is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import type { Finding } from '#compiler/cli/findings/finding.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';
import { rowTitle } from '../helpers/row-title.ts';

function findingsIn(text: string): readonly Finding[] {
  const files = memoryFiles({ 'rules.conf': text });
  return checkProfiles([profileOfEntries('test', ['rules.conf'])], files).findings;
}

const actions: readonly string[] = [
  'setenv:name=%{tx.a}',
  'setsid:%{tx.a}',
  'setuid:%{tx.a}',
  'setrsc:%{tx.a}',
  'initcol:ip=%{tx.a}',
  'expirevar:tx.b=%{tx.a}',
  'expirevar:tx.%{tx.a}=60',
  'deprecatevar:ip.%{tx.a}=1/60',
];

test('a TX variable that only the macro of an action reads is read', async (t) => {
  let ran = 0;
  for (const action of actions) {
    await t.test(rowTitle(action), () => {
      const codes = (set: string): readonly string[] =>
        findingsIn(`SecAction "id:1,phase:1,pass,nolog${set},${action}"\n`).map(({ code }) => code);
      assert.ok(!codes(',setvar:tx.a=b').includes('unused-variable'));
      assert.ok(codes(',setvar:tx.c=b').includes('unused-variable'));
      assert.ok(codes('').includes('unset-variable'), codes('').join());
    });
    ran += 1;
  }
  assert.equal(ran, 8);
});

test('FULL_REQUEST has its head in phase 1, and only its body is missing', () => {
  const found = findingsIn('SecRule FULL_REQUEST "@rx a" "id:1,phase:1,deny,log,msg:\'m\'"\n');
  assert.deepEqual(
    found.map(({ message }) => message),
    ['FULL_REQUEST has no body before phase 2, and this rule runs in phase 1.'],
  );
});

test('the hint about a wrong range is about ranges', () => {
  const hintOf = (text: string): string | undefined => findingsIn(text)[0]?.hint;
  assert.match(hintOf('SecRuleRemoveById 1-2-3\n') ?? '', /^A range has two ids/);
  assert.match(hintOf('SecRuleRemoveById attack-sqli\n') ?? '', /ByTag or ByMsg/);
});
