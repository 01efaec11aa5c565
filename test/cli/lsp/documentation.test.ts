/** Every name of the language has its sentence, and no sentence speaks of a name that is not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions } from '../../../compiler/language/actions.ts';
import { controls } from '../../../compiler/language/controls.ts';
import { directives, ruleDirectives } from '../../../compiler/language/directives.ts';
import { actionTexts } from '../../../compiler/language/documentation/actions.ts';
import { controlTexts } from '../../../compiler/language/documentation/controls.ts';
import { directiveTexts } from '../../../compiler/language/documentation/directives.ts';
import { operatorTexts } from '../../../compiler/language/documentation/operators.ts';
import { transformationTexts } from '../../../compiler/language/documentation/transformations.ts';
import { variableTexts } from '../../../compiler/language/documentation/variables.ts';
import { operators, refusedOperators } from '../../../compiler/language/operators.ts';
import { transformations } from '../../../compiler/language/transformations.ts';
import { refusedVariables, variables } from '../../../compiler/language/variables.ts';

const directiveNames = [...directives];
const inEffect = directiveNames.filter(([, { kind }]) => kind !== 'Ignored' && kind !== 'Refused');

/** `without`: names that mean nothing here; a sentence may be there for the day they do. */
const tables: readonly {
  readonly of: string;
  readonly names: readonly string[];
  readonly without: Iterable<string>;
  readonly texts: ReadonlyMap<string, string>;
}[] = [
  {
    of: 'directives',
    names: [...ruleDirectives, ...inEffect.map(([name]) => name)],
    without: directives.keys(),
    texts: directiveTexts,
  },
  {
    of: 'variables',
    names: [...variables.keys()],
    without: refusedVariables.keys(),
    texts: variableTexts,
  },
  {
    of: 'operators',
    names: [...operators.keys()],
    without: refusedOperators.keys(),
    texts: operatorTexts,
  },
  {
    of: 'transformations',
    names: ['none', ...transformations.keys()],
    without: [],
    texts: transformationTexts,
  },
  { of: 'actions', names: [...actions.keys()], without: [], texts: actionTexts },
  { of: 'options of ctl', names: controls, without: [], texts: controlTexts },
];

for (const { of, names, without, texts } of tables) {
  test(of, () => {
    assert.deepEqual(
      names.filter((name) => !texts.has(name)),
      [],
    );
    const known = new Set([...names, ...without]);
    assert.deepEqual(
      [...texts.keys()].filter((name) => !known.has(name)),
      [],
    );
    const odd = [...texts.values()].filter((text) => !/^[A-Za-z0-9].*\.$/.test(text));
    assert.deepEqual(odd, []);
  });
}
