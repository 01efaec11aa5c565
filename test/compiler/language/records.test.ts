/** The sentences and notes of the records of the language read as sentences. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions, refusedActions } from '#compiler/language/actions.ts';
import { controls, ignoredControls, refusedControls } from '#compiler/language/controls.ts';
import { directives, ruleDirectives } from '#compiler/language/directives/index.ts';
import type { NameRecord } from '#compiler/language/name-record.ts';
import {
  operators,
  refusedOperators,
  skippedOperators,
} from '#compiler/language/operators/index.ts';
import {
  none,
  transformationRecord,
  transformations,
} from '#compiler/language/transformations/index.ts';
import { refusedVariables, variables } from '#compiler/language/variables/index.ts';
import * as operatorFunctions from '#engine/operators/index.ts';
import * as transformationFunctions from '#engine/transformations/index.ts';
import * as variableFunctions from '#engine/variables/index.ts';

const settings = [...directives.values()];

const tables: readonly (readonly [of: string, records: Iterable<NameRecord>, size: number])[] = [
  ['directives that are rules', ruleDirectives.values(), 14],
  ['directives', settings.filter((record) => 'documentation' in record), 35],
  ['variables', variables.values(), 119],
  ['operators', operators.values(), 36],
  [
    'transformations',
    [none, ...Array.from(new Set(transformations.values()), transformationRecord)],
    1 + Object.keys(transformationFunctions).length,
  ],
  ['actions', actions.values(), 37],
  ['options of ctl', controls.values(), 18],
];

const isSentence = (text: string): boolean => /^[A-Za-z0-9^@].*\.$/.test(text);

for (const [of, records, size] of tables) {
  test(`${of} are documented in sentences`, () => {
    const texts = Array.from(records, ({ documentation, differs = 'As elsewhere.' }) => [
      documentation,
      differs,
    ]);
    assert.equal(texts.length, size);
    assert.deepEqual(
      texts.flat().filter((text) => !isSentence(text)),
      [],
    );
  });
}

test('what is not supported says why in a sentence, and is no supported name as well', () => {
  const supported = new Set([
    ...actions.keys(),
    ...[...controls.keys()].map((name) => name.toLowerCase()),
    ...operators.keys(),
    ...[...variables.keys()].map((name) => name.toLowerCase()),
  ]);
  const unsupported = [
    refusedActions,
    ignoredControls,
    refusedControls,
    refusedOperators,
    skippedOperators,
    refusedVariables,
  ].flatMap((names) => [...names]);
  const reasons = [
    ...unsupported.map(([, { why }]) => why),
    ...settings.flatMap((record) => ('why' in record ? [record.why] : [])),
  ];
  assert.ok(reasons.length > 90, `${reasons.length}`);
  assert.deepEqual(
    reasons.filter((why) => !isSentence(why)),
    [],
  );
  assert.deepEqual(
    unsupported.filter(([name]) => supported.has(name)),
    [],
  );
});

/** Chosen by the compiler in place of rx: for expressions that no automaton matches, and for such as match whole values. */
const variantsOfRx = [
  'backtrack',
  'backtrackCaptures',
  'expandedRx',
  'expandedRxCaptures',
  'expandedRxGlobalCaptures',
  'rxBacktracking',
  'rxBacktrackingCaptures',
  'rxWholeCaptures',
];

test('every operator and variable of the engine has a record', () => {
  const used = new Set<string>([
    ...variantsOfRx,
    ...[...operators.values()].flatMap(({ engine, captures = engine }) => [engine, captures]),
    ...Array.from(variables.values(), ({ engine }) => engine),
  ]);
  const functions = [...Object.keys(operatorFunctions), ...Object.keys(variableFunctions)];
  assert.ok(functions.length > 150, `${functions.length}`);
  assert.deepEqual(
    functions.filter((name) => !used.has(name)),
    [],
  );
});
