/** The documents leave nothing out: every point on which the engines disagree and every row of the language tables. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Action, Directive, Target } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { actions, refusedActions } from '#compiler/language/actions.ts';
import { controls, ignoredControls, refusedControls } from '#compiler/language/controls.ts';
import { directives, ruleDirectives } from '#compiler/language/directives/index.ts';
import {
  operators,
  refusedOperators,
  skippedOperators,
} from '#compiler/language/operators/index.ts';
import { transformations } from '#compiler/language/transformations/index.ts';
import { refusedVariables, variables } from '#compiler/language/variables/index.ts';
import { deviations } from '#scripts/compatibility/deviations.ts';
import { readDocument } from './read-document.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readDocument(folder + name));

/** Numbers of docs/compatibility.md#where-the-engines-disagree. */
const numbers = deviations.map((_, index) => index + 1);

test('every point on which the engines disagree has a case that names it', () => {
  const named = new Set(cases.map(({ title }) => Number(/\[deviation (\d+)\]$/.exec(title)?.[1])));
  assert.equal(numbers.length, 52);
  assert.deepEqual(
    numbers.filter((number) => !named.has(number)),
    [],
  );
});

const parsed = cases.flatMap(({ rules, files }) =>
  [rules, ...Object.values(files)].flatMap((text) =>
    parse({ path: 'case.conf', text }, new Diagnostics()),
  ),
);
const written = parsed.flatMap(actionsOf);
const argumentsOf = (name: string): readonly string[] =>
  written
    .filter((action) => action.name.text.toLowerCase() === name)
    .map((action) => action.argument?.text ?? '');

/** What the documents use of each table, and the rows of the table. */
const tables: readonly (readonly [
  table: string,
  used: readonly string[],
  rows: Iterable<string>,
])[] = [
  [
    'directives',
    textsOf(/^\s*(Sec\w+|Include\w*)/gm),
    [...directives.keys(), ...ruleDirectives.keys()],
  ],
  ['actions', written.map(({ name }) => name.text), [...actions.keys(), ...refusedActions.keys()]],
  [
    'controls',
    argumentsOf('ctl').map((text) => text.split('=')[0] ?? ''),
    [...controls.keys(), ...ignoredControls.keys(), ...refusedControls.keys()],
  ],
  [
    'operators',
    parsed.flatMap((directive) =>
      directive.kind === 'SecRule' ? [directive.operator.name.text] : [],
    ),
    [...operators.keys(), ...refusedOperators.keys(), ...skippedOperators.keys()],
  ],
  ['transformations', argumentsOf('t'), transformations.keys()],
  [
    'variables',
    parsed.flatMap(targetsOf).map(({ variable }) => variable.text),
    [...variables.keys(), ...refusedVariables.keys()],
  ],
];

for (const [table, used, rows] of tables) {
  test(`every row of ${table} stands in a case`, () => {
    const names = new Set(used.map((name) => name.toLowerCase()));
    const missing = [...rows].filter((name) => !names.has(name.toLowerCase()));
    assert.deepEqual(missing, []);
  });
}

function textsOf(pattern: RegExp): readonly string[] {
  return cases.flatMap(({ rules }) => [...rules.matchAll(pattern)].map((found) => found[1] ?? ''));
}

function actionsOf(directive: Directive): readonly Action[] {
  return 'actions' in directive ? directive.actions : [];
}

function targetsOf(directive: Directive): readonly Target[] {
  return 'targets' in directive ? directive.targets : [];
}
