/** Targets, parts of macros and effects of the RuleSet point at what was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import type { Effect, Link, Macro, Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { textOf } from '#compiler/source.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

function rulesIn(files: RuleFiles, ...entries: readonly string[]): readonly Rule[] {
  const { ruleSet, diagnostics } = analyze(profileOfEntries('test', entries), files);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return rulesOf(ruleSet ?? assert.fail());
}

function rulesOf({ entries }: RuleSet): readonly Rule[] {
  return entries.filter((entry) => entry.kind === 'Rule');
}

function macrosOf(effect: Effect): readonly Macro[] {
  switch (effect.kind) {
    case 'SetVariable':
    case 'SetEnv':
      return [effect.name, effect.value];
    case 'ExpireVariable':
      return [effect.name, effect.seconds];
    case 'DeprecateVariable':
      return [effect.name];
    case 'InitCollection':
      return [effect.key];
    case 'Control':
      return [];
  }
}

function macrosOfLink({ test, effects, message, logdata }: Link): readonly Macro[] {
  const argument =
    test?.argument.kind === 'Text' || test?.argument.kind === 'Expression'
      ? [test.argument.text]
      : [];
  return [...argument, ...effects.flatMap(macrosOf), message ?? [], logdata ?? []];
}

const text = String.raw`SecRule ARGS:a|&TX:b|\
    !REQUEST_COOKIES:/^x\/y/|REQUEST_COOKIES "@streq a%{tx.c}\
    d%{REMOTE_ADDR}" \
    "id:1,phase:2,pass,t:none,\
    msg:'say \"hello\" to %{MATCHED_VAR}',\
    logdata:'%{tx.c} and %{tx.c}',setvar:tx.score=+%{tx.points},\
    setvar:'tx.%{matched_var_name}=1',\
    ctl:ruleRemoveTargetById=2;ARGS:password,expirevar:ip.x=60"
SecRule ARGS "@rx a" "id:2,phase:2,pass"
SecRuleUpdateTargetById 2 "REQUEST_HEADERS:Host"
`;

test('targets, parts of macros and effects are written where their spans say', () => {
  const [first, second] = rulesIn(memoryFiles({ 'a.conf': text }), 'a.conf');
  assert.ok(first !== undefined && second !== undefined);
  const [link] = first.links;
  const targets = [first, second].flatMap(({ links }) => links[0].test?.targets ?? []);
  assert.deepEqual(
    targets.map(({ span }) => textOf(span)),
    ['ARGS:a', '&TX:b', 'REQUEST_COOKIES', 'ARGS', 'REQUEST_HEADERS:Host'],
  );
  assert.deepEqual(
    link.effects.map(({ span }) => textOf(span)),
    [
      'setvar:tx.score=+%{tx.points}',
      "setvar:'tx.%{matched_var_name}=1'",
      'ctl:ruleRemoveTargetById=2;ARGS:password',
      'expirevar:ip.x=60',
    ],
  );
  const { message = [], logdata = [] } = first.metadata;
  const macros = [...macrosOfLink(link), message, logdata];
  assert.deepEqual(
    macros.map((macro) => macro.map(({ span }) => textOf(span))).filter(({ length }) => length > 0),
    [
      ['a', '%{tx.c}', 'd', '%{REMOTE_ADDR}'],
      ['score'],
      ['%{tx.points}'],
      ['%{matched_var_name}'],
      ['1'],
      ['x'],
      ['60'],
      [String.raw`say \"hello\" to `, '%{MATCHED_VAR}'],
      ['%{tx.c}', ' and ', '%{tx.c}'],
    ],
  );
  const [one, , two] = logdata;
  assert.ok(one !== undefined && two !== undefined && one.span.start < two.span.start);
});

/** What joins a line to the next one. */
const CONTINUATION = /\\\n[ \t]*/g;

test('the built-in rules are found again at their spans', () => {
  const rules = rulesIn(disk, 'profiles/base.conf', 'profiles/pl2-setup.conf', 'rules/*.conf');
  let parts = 0;
  for (const { links, metadata } of rules) {
    for (const { test, effects } of links) {
      for (const { variable, span } of test?.targets ?? []) {
        assert.match(textOf(span).toUpperCase(), new RegExp(`^&?${variable.name}`));
      }
      for (const { span } of effects) assert.match(textOf(span), /^(?:setvar|ctl|initcol):/);
    }
    const macros = [...links.flatMap(macrosOfLink), metadata.message ?? [], metadata.logdata ?? []];
    for (const part of macros.flat()) {
      parts += 1;
      const written = textOf(part.span)
        .replaceAll(CONTINUATION, '')
        .replaceAll('\\"', '"')
        .toLowerCase();
      assert.equal(written, macroSource([part]).toLowerCase());
    }
  }
  assert.ok(parts > 2000, `${parts} parts`);
});
