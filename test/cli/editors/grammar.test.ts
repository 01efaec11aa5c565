/** What the TextMate grammar makes of rules, by the engine that VS Code has for it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';
import { grammar as source } from '#compiler/cli/editors/grammar.ts';
import { actions } from '#compiler/language/actions.ts';
import { directives } from '#compiler/language/directives/index.ts';
import { operators } from '#compiler/language/operators/index.ts';
import { transformations } from '#compiler/language/transformations/index.ts';
import { variables } from '#compiler/language/variables/index.ts';
import { rowTitle } from '../../helpers/row-title.ts';

let grammar: IGrammar;

before(async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(JSON.stringify(source), 'seclang.json'),
  });
  const loaded = await registry.loadGrammar(source.scopeName);
  assert.ok(loaded !== null);
  grammar = loaded;
});

/** The words of a text with their innermost scopes, `.seclang` left out. */
function scopesOf(text: string): readonly (readonly [word: string, scope: string])[] {
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => {
      const scope = scopes.at(-1)?.replace(/\.seclang$/, '') ?? '';
      return [line.slice(startIndex, endIndex), scope] as const;
    });
  });
}

const rows: readonly (readonly [
  text: string,
  ...words: (readonly [word: string, scope: string])[],
])[] = [
  ['# SecRule ARGS', ['# SecRule ARGS', 'comment.line.number-sign']],
  [
    'SecRule ARGS|!ARGS:q|&REQUEST_HEADERS:/^x/ "@rx ^a+\\x00" "id:1,deny"',
    ['SecRule', 'keyword.control.directive'],
    ['ARGS', 'support.variable'],
    ['!', 'keyword.operator.target'],
    ['q', 'variable.other.member'],
    ['/^x/', 'variable.other.member'],
    ['rx', 'support.function.operator'],
    ['+', 'keyword.operator.quantifier.regexp'],
    ['\\x00', 'constant.character.escape.regexp'],
    ['1', 'constant.numeric.id'],
    ['deny', 'keyword.control.action'],
  ],
  [
    'secrule args "!@WITHIN %{tx.a}" "id:1"',
    ['secrule', 'keyword.control.directive'],
    ['!', 'keyword.operator.logical'],
    ['WITHIN', 'support.function.operator'],
    ['a', 'variable.other.member'],
  ],
  [
    'SecRule "ARGS|TX:a" "attack.*" "id:1"',
    ['ARGS', 'support.variable'],
    ['*', 'keyword.operator.quantifier.regexp'],
    ['id', 'entity.other.attribute-name.action'],
  ],
  [
    'SecRule ARGS "@nosuch a" "id:1,t:lowercase,t:nosuch,ctl:ruleEngine=Off"',
    ['nosuch', 'invalid.illegal.operator'],
    ['lowercase', 'support.function.transformation'],
    ['nosuch', 'invalid.illegal.transformation'],
    ['ruleEngine', 'support.constant.control'],
  ],
  [
    'SecRule ARGS "@rx x" \\\n    # why\n\n    "id:1,\\\n    msg:\'a %{TX.1}, deny\',\\\n    setvar:\'tx.a=+1\',\\\n    chain"\nSecMarker END',
    ['\\', 'punctuation.separator.continuation'],
    ['    # why', 'comment.line.number-sign'],
    ['msg', 'entity.other.attribute-name.action'],
    ['a ', 'string.quoted.single'],
    [', deny', 'string.quoted.single'],
    ['tx', 'support.variable'],
    ['chain', 'keyword.control.action'],
    ['SecMarker', 'keyword.control.directive'],
    ['END', 'string.unquoted'],
  ],
  [
    'SecRule ARGS "@rx x\nSecRule ARGS "@rx y"',
    ['SecRule', 'keyword.control.directive'],
    [' y', 'string.regexp'],
  ],
  ['SecRule ARGS "@rx x" \\  \n    "id:1,deny"', ['deny', 'keyword.control.action']],
  [
    `SecAction "id:'17',setvar:!ip.a,pass"`,
    ['17', 'constant.numeric.id'],
    ['ip', 'support.variable'],
    ['pass', 'keyword.control.action'],
  ],
  ['SecRuleRemoveById 1-3 7', ['1-3', 'constant.numeric.id'], ['7', 'constant.numeric.id']],
  [
    'SecRuleUpdateTargetById 7 "!ARGS:q"',
    ['7', 'constant.numeric.id'],
    ['ARGS', 'support.variable'],
  ],
  ['SecRuleEngine DetectionOnly', ['DetectionOnly', 'constant.language']],
  ['SecRul ARGS', ['SecRul', 'invalid.illegal.directive']],
  [
    'SecRequestBodyLimit 100',
    ['SecRequestBodyLimit', 'keyword.control.directive'],
    ['100', 'constant.numeric'],
  ],
  [
    'Include rules/*.conf',
    ['Include', 'keyword.control.directive'],
    ['rules/*.conf', 'string.unquoted'],
  ],
  ['listen 80;', ['listen 80;', 'source']],
];

test('words get the scopes of their kind', async (t) => {
  for (const [text, ...expected] of rows) {
    await t.test(rowTitle(text), () => {
      const found = scopesOf(text);
      let from = 0;
      for (const [word, scope] of expected) {
        const index = found.findIndex(
          (each, at) => at >= from && each[0] === word && each[1] === scope,
        );
        assert.notEqual(index, -1, `${word} as ${scope} in ${JSON.stringify(found.slice(from))}`);
        from = index + 1;
      }
    });
  }
  assert.equal(rows.length, 16);
});

test('every name of the language has its colour', () => {
  const has = (text: string, word: string, scope: RegExp): void => {
    const found = scopesOf(text).find(([each, of]) => each === word && scope.test(of));
    assert.ok(found !== undefined, `${word}: ${JSON.stringify(scopesOf(text))}`);
  };
  for (const { name } of directives.values()) has(`${name} 1`, name, /^keyword/);
  for (const name of variables.keys()) has(`SecRule ${name} "@rx x"`, name, /^support\.variable/);
  for (const { name } of operators.values())
    has(`SecRule ARGS "@${name} x"`, name, /^support\.function\.operator/);
  for (const name of transformations.keys())
    has(`SecAction "t:${name}"`, name, /^support\.function\.transformation/);
  for (const { name } of actions.values())
    has(
      `SecAction "${name}:x"`,
      name,
      /^(?:keyword\.control|entity\.other\.attribute-name)\.action/,
    );
  assert.ok(directives.size + variables.size + operators.size > 200);
});
