/** Effects, outcomes and sets of bytes in the words of rule authors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileProfile, explainRule } from '#compiler/cli/commands/explain/explain-rule.ts';
import { bytesInWords } from '#compiler/cli/output/bytes-in-words.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const bytesExcept = (pattern: RegExp): string =>
  Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
    .filter((byte) => !pattern.test(byte))
    .join('');

const sets: readonly (readonly [bytes: string, words: string])[] = [
  ['<>', '< or >'],
  ['<', '<'],
  ['\0', 'NUL'],
  ['\r\n', 'a line break'],
  ['\n', 'LF'],
  ['\t\n\v\f\r ', 'white space'],
  [' ,', 'a space or a comma'],
  ['0123456789.', 'a digit or .'],
  ['abcdefghijklmnopqrstuvwxyz_', 'a lower-case letter or _'],
  ['\x01', '\\x01'],
  [bytesExcept(/[\0-\x7f]/), 'a byte above 127'],
  [bytesExcept(/\w/), 'any byte but a letter, a digit or _'],
  [bytesExcept(/(?!)/), 'any byte'],
];

test('sets of bytes are described in words', async (t) => {
  for (const [bytes, words] of sets) {
    await t.test(words, () => assert.equal(bytesInWords(bytes), words));
  }
  assert.equal(sets.length, 13);
});

/** The actions of a rule, and what explain says it does. */
const actions: readonly (readonly [actions: string, words: readonly string[]])[] = [
  ["setvar:'tx.a=1',setvar:'tx.b=+%{ARGS.n}'", ['sets tx.a to 1', 'adds %{ARGS.n} to tx.b']],
  ["setvar:'tx.a=-1',setvar:'!tx.b'", ['subtracts 1 from tx.a', 'deletes tx.b']],
  [
    "setvar:'tx.a=',setenv:'WHO=%{REMOTE_ADDR}'",
    ['empties tx.a', 'sets the environment variable WHO to %{REMOTE_ADDR}'],
  ],
  [
    "expirevar:'ip.a=60',deprecatevar:'ip.a=1/60'",
    ['deletes ip.a after 60 seconds', 'subtracts 1 from ip.a every 60 seconds'],
  ],
  ['initcol:ip=%{REMOTE_ADDR}', ['opens the collection IP of %{REMOTE_ADDR}']],
  ['ctl:ruleEngine=DetectionOnly', ['sets the rule engine to DetectionOnly']],
  [
    'ctl:auditEngine=Off,ctl:auditLogParts=+E',
    ['sets the audit log to Off', 'audits also the parts E'],
  ],
  ['ctl:requestBodyProcessor=JSON', ['reads the request body as JSON']],
  [
    'ctl:requestBodyAccess=Off,ctl:responseBodyAccess=On',
    ['does not inspect the request body', 'inspects the response body'],
  ],
  ['ctl:forceRequestBodyVariable=On', ['fills REQUEST_BODY for every content type']],
  ['ctl:requestBodyLimit=100', ['limits the request body to 100 bytes']],
  ['ctl:ruleRemoveById=11', ['disables rule 11 for this transaction']],
  ['ctl:ruleRemoveById=10-12', ['disables rules 10, 11 and 12 for this transaction']],
  ['ctl:ruleRemoveByTag=many', ['disables 7 rules with ids from 10 to 16 for this transaction']],
  ['ctl:ruleRemoveTargetById=11;ARGS:q', ['excludes ARGS:q from rule 11 for this transaction']],
];

const MANY = [10, 11, 12, 13, 14, 15, 16]
  .map((id) => `SecRule ARGS "@contains ${id}" "id:${id},phase:2,deny,tag:many"\n`)
  .join('');
const READS = 'SecRule TX:a|TX:b|IP:a|ENV:WHO "@contains x" "id:20,phase:2,deny"\n';

function explained(
  text: string,
): readonly [effects: readonly string[], outcome: readonly string[]] {
  const files = memoryFiles({ 'a.conf': `SecRuleEngine On\n${text}\n${MANY}${READS}` });
  const profile = compileProfile(profileOfEntries('test', ['a.conf']), files);
  const fate = explainRule({ kind: 'Id', id: 1 }, [profile], files)[0]?.profiles[0]?.fate;
  assert.ok(fate?.kind === 'Kept', `${text}: ${JSON.stringify(fate)}`);
  return [fate.links[0]?.effects ?? [], fate.outcome];
}

test('effects of a match', async (t) => {
  for (const [list, words] of actions) {
    await t.test(list, () => {
      const text = `SecRule REQUEST_URI "@contains x" "id:1,phase:1,pass,nolog,${list}"`;
      assert.deepEqual(explained(text)[0], words);
    });
  }
  assert.equal(actions.length, 15);
});

const outcomes: readonly (readonly [actions: string, words: readonly string[]])[] = [
  [
    'deny,status:406,log',
    ['refuses the transaction with status 406', 'writes to the error log and the audit log'],
  ],
  ['drop,log,noauditlog', ['closes the connection', 'writes to the error log']],
  ['redirect:/no,nolog', ['redirects to /no with status 302', 'logs nothing']],
  ['allow,nolog', ['ends the inspection of the transaction', 'logs nothing']],
  ['allow:request,nolog', ['ends the inspection of the request', 'logs nothing']],
  ['allow:phase,nolog', ['ends the phase', 'logs nothing']],
  [
    'pass,nolog,skipAfter:END',
    ['continues with the next rule', 'skips to marker END', 'logs nothing'],
  ],
];

test('what a match does to the transaction', async (t) => {
  for (const [list, words] of outcomes) {
    await t.test(list, () => {
      const text = `SecRule REQUEST_URI "@contains x" "id:1,phase:1,${list}"\nSecAction "id:2,phase:1,deny"\nSecMarker END`;
      assert.deepEqual(explained(text)[1], words);
    });
  }
  assert.equal(outcomes.length, 7);
});
