/** What is emitted type-checks with the project: the engine and the emitter cannot drift apart. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { emit } from '#compiler/4-emit/emit.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { typeErrors } from '../../helpers/type-errors.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const golden = `${project}test/golden/`;

/** Texts that name what emitted modules import, or end what they stand in. */
const NASTY = `SecRuleEngine On
SecAction "id:1,msg:'op. act. t. v. data. */ \${x} \` firstValue',logdata:'\\'); throw 1; //'"
SecRule ARGS "@pm loadMatcher loadIpSet */" "id:2,skipAfter:class while 1"
SecRule REQUEST_URI "@rx \\*/|\`\\$\\{" "id:3"
SecRule ARGS "@rx trace|all|prefilter" "id:5,logdata:'Found bad data. Value: %{MATCHED_VAR} trace.begin(views.forms)'"
SecMarker "class while 1"
SecRule XML:/a/b[2]/@c|!XML:/x "@within %{tx.a}" "id:4,t:none,deny"`;

function ruleTexts(): readonly string[] {
  const names = readdirSync(golden, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [NASTY, ...names.map(({ name }) => readFileSync(`${golden}${name}/rules.conf`, 'latin1'))];
}

test('emitted modules have no type errors, with and without passes', () => {
  const texts = ruleTexts();
  assert.ok(texts.length > 10);
  const modules = new Map<string, string>();
  texts.forEach((text, index) => {
    for (const optional of [passes, []]) {
      const { program, diagnostics } = compileText(text, {}, optional);
      assert.ok(program !== undefined, JSON.stringify(diagnostics.map(({ message }) => message)));
      const folder = `case-${index}-${optional.length}/`;
      for (const module of emit(program)) modules.set(folder + module.path, module.text);
    }
  });
  assert.deepEqual(typeErrors(modules), []);
});
