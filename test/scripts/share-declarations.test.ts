/** Which declarations of compiled profiles the bundle has once, on modules small enough to be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareDeclarations } from '#scripts/share-declarations.ts';

const ENGINE = 'portcullis-waf/engine';

type Variant = { readonly limit: number; readonly index: number; readonly states: string };

/** Modules as the compiler emits them, with what differs from profile to profile. */
function modules({ limit, index, states }: Variant): ReadonlyMap<string, string> {
  return new Map([
    [
      'data.ts',
      `// Made for a profile.
import { createBudget, loadMatcher, type Unused } from '${ENGINE}';
const budget = createBudget(1000);
const own = createBudget(${limit});
/** @rx a */
export const patternOne = loadMatcher('one', budget);
export const patternTwo = loadMatcher('two', own);`,
    ],
    [
      'states.ts',
      `import { loadStates } from '${ENGINE}';
import * as data from './data.ts';
loadStates(data.patternOne, '${states}');
loadStates(data.patternTwo, '${states}');`,
    ],
    [
      'phase1.ts',
      `import * as op from '${ENGINE}/operators';
import { budgetOf } from './helpers.ts';
import * as data from './data.ts';
function rule1(tx) { return op.rx(data.patternOne) && link1(tx); }
function rule2(tx) { return op.rx(data.patternTwo); }
function rule3(tx) { return tx.removed.has(${index}); }
function link1(tx) { const own = { rule3: tx }; return own.rule2; }
function even(n) { return n === 0 || odd(n - 1); }
function odd(n) { return n !== 0 && even(n - 1); }
export function phase1(tx) { rule1(tx); rule2(tx); rule3(tx); even(2); }`,
    ],
    [
      'index.ts',
      `import { phase1 } from './phase1.ts';\nexport const waf = phase1;\nimport './states.ts';`,
    ],
  ]);
}

const ONE = { limit: 1, index: 1, states: 'ab' };

test('alike is what has the same text and names only what is alike', () => {
  const { profiles, modules: shared } = shareDeclarations(
    new Map([
      ['a', modules(ONE)],
      ['b', modules({ limit: 2, index: 2, states: 'abc' })],
    ]),
  );
  const of = (specifier: string): string => shared.get(specifier) ?? '';
  assert.deepEqual(of('shared:a+b/data.ts').split('\n'), [
    `import { createBudget, loadMatcher } from '${ENGINE}';`,
    'export const budget = createBudget(1000);',
    "export const patternOne = loadMatcher('one', budget);",
  ]);
  // The same text names different declarations; each stays with its profile.
  assert.deepEqual(profiles.get('b')?.get('data.ts')?.split('\n'), [
    "export * from 'shared:a+b/data.ts';",
    `import { createBudget, loadMatcher } from '${ENGINE}';`,
    'export const own = createBudget(2);',
    "export const patternTwo = loadMatcher('two', own);",
  ]);
  assert.deepEqual(
    of('shared:a+b/phase1.ts')
      .split('\n')
      .filter((line) => line !== ''),
    [
      `import * as op from '${ENGINE}/operators';`,
      "import * as data from 'view:a+b/data.ts';",
      'export function rule1(tx) { return op.rx(data.patternOne) && link1(tx); }',
      'export function link1(tx) { const own = { rule3: tx }; return own.rule2; }',
    ],
  );
  const left = profiles.get('a')?.get('phase1.ts') ?? '';
  assert.match(left, /^import \{ rule1 \} from 'shared:a\+b\/phase1\.ts';$/m);
  for (const name of ['rule2', 'rule3', 'even', 'odd', 'phase1'])
    assert.match(left, new RegExp(`^export function ${name}\\(`, 'm'), name);
  // States are a cache of an automaton: the profile with more of them gives them to all.
  assert.match(of('shared:a+b/states.ts'), /^loadStates\(data\.patternOne, 'abc'\);$/m);
  assert.equal(of('shared:a+b/states.ts').includes('patternTwo'), false);
  assert.match(profiles.get('a')?.get('index.ts') ?? '', /^import '\.\/states\.ts';$/m);
});

test('with three profiles each group sees what larger groups have', () => {
  const { modules: shared, profiles } = shareDeclarations(
    new Map([
      ['a', modules(ONE)],
      ['b', modules({ ...ONE, limit: 2 })],
      ['c', modules({ ...ONE, index: 2 })],
    ]),
  );
  const groups = [...shared.keys()].filter((specifier) => specifier.startsWith('shared:'));
  assert.deepEqual(groups.toSorted(), [
    'shared:a+b+c/data.ts',
    'shared:a+b+c/phase1.ts',
    'shared:a+b+c/states.ts',
    'shared:a+b/phase1.ts',
    'shared:a+c/data.ts',
    'shared:a+c/phase1.ts',
    'shared:a+c/states.ts',
  ]);
  assert.deepEqual(shared.get('view:a+c/data.ts')?.split('\n').toSorted(), [
    "export * from 'shared:a+b+c/data.ts';",
    "export * from 'shared:a+c/data.ts';",
  ]);
  assert.equal(shared.get('view:a+b/data.ts'), "export * from 'shared:a+b+c/data.ts';");
  assert.match(profiles.get('b')?.get('data.ts') ?? '', /createBudget\(2\)/);
});

test('one profile shares nothing', () => {
  const { modules: shared, profiles } = shareDeclarations(new Map([['a', modules(ONE)]]));
  assert.equal(shared.size, 0);
  assert.match(profiles.get('a')?.get('phase1.ts') ?? '', /^export function rule1/m);
});
