/** Every name of the language has its sentence, and no sentence speaks of a name that is not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions } from '../../compiler/language/actions.ts';
import { controls } from '../../compiler/language/controls.ts';
import { directives, ruleDirectives } from '../../compiler/language/directives.ts';
import { actionTexts } from '../../compiler/language/documentation/actions.ts';
import { controlTexts } from '../../compiler/language/documentation/controls.ts';
import { directiveTexts } from '../../compiler/language/documentation/directives.ts';
import { operatorTexts } from '../../compiler/language/documentation/operators.ts';
import { transformationTexts } from '../../compiler/language/documentation/transformations.ts';
import { variableTexts } from '../../compiler/language/documentation/variables.ts';
import { operators } from '../../compiler/language/operators.ts';
import { transformations } from '../../compiler/language/transformations.ts';
import { variables } from '../../compiler/language/variables.ts';

const inEffect = [...directives]
  .filter(([, { kind }]) => kind !== 'Ignored' && kind !== 'Refused')
  .map(([name]) => name);

const tables: readonly (readonly [
  of: string,
  names: Iterable<string>,
  texts: ReadonlyMap<string, string>,
])[] = [
  ['directives', [...ruleDirectives, ...inEffect], directiveTexts],
  ['variables', variables.keys(), variableTexts],
  ['operators', operators.keys(), operatorTexts],
  ['transformations', ['none', ...transformations.keys()], transformationTexts],
  ['actions', actions.keys(), actionTexts],
  ['options of ctl', controls, controlTexts],
];

for (const [of, names, texts] of tables) {
  test(of, () => {
    assert.deepEqual([...texts.keys()].toSorted(), [...names].toSorted());
    const odd = [...texts.values()].filter((text) => !/^[A-Za-z0-9].*\.$/.test(text));
    assert.deepEqual(odd, []);
  });
}
