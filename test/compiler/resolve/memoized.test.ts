/** Rules are resolved once for several profiles, and again for each that changes what they depend on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Test } from '#compiler/2-resolve/ruleset.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const RULES = `SecRule ARGS "@rx (a)\\1" "id:1,phase:2,block,log,t:lowercase,chain"
    SecRule ARGS "@rx b" "t:trim"
SecRule ARGS "@pmFromFile words.data" "id:2,phase:2,deny,log"
`;

/** The tests of a profile that has `settings` before the rules, as JSON; and the verdict of the first rule. */
function testsAfter(settings: string, words = 'x'): string {
  const files = memoryFiles({
    'settings.conf': settings,
    'rules.conf': RULES,
    'words.data': words,
  });
  const { recovered, diagnostics } = analyze(
    profileOfEntries('test', ['settings.conf', 'rules.conf']),
    files,
  );
  const rules = recovered.entries.flatMap((entry) => (entry.kind === 'Rule' ? [entry] : []));
  const shown = ({ argument, transformations }: Test): unknown => [
    argument.kind === 'Regex' ? argument.backtracking?.limit : undefined,
    argument.kind === 'Phrases' ? argument.phrases : [],
    transformations,
  ];
  return JSON.stringify([
    rules.map(({ disruptive, links }) => [
      disruptive,
      links.map((link) => link.test && shown(link.test)),
    ]),
    diagnostics.map(({ code }) => code),
  ]);
}

const DEFAULTS = 'SecDefaultAction "phase:2,log,auditlog,deny,t:urlDecode"';

const rows: readonly (readonly [title: string, settings: string, words?: string])[] = [
  ['nothing', ''],
  ['another limit of steps', 'SecPcreMatchLimit 77'],
  ['default actions', DEFAULTS],
  ['another verdict', DEFAULTS.replace('deny', 'drop')],
  ['other transformations', DEFAULTS.replace('urlDecode', 'trim')],
  ['another data file', '', 'y'],
];

test('a cached rule is the same as one resolved with its settings and files', async (t) => {
  const found = rows.map(([, settings, words]) => testsAfter(settings, words));
  assert.equal(new Set(found).size, 6);
  for (const [index, [title, settings, words]] of rows.entries()) {
    await t.test(rowTitle(`${title}: the same again`), () => {
      assert.equal(testsAfter(settings, words), found[index]);
    });
  }
  assert.equal(rows.length, 6);
});
