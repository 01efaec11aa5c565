/** @restpath: templates against paths, and against the expressions they stand for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { restpath, restpathParameters } from '#engine/operators/index.ts';
import { type PathTemplate, parsePathTemplate } from '#engine/operators/restpath.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function template(text: string): PathTemplate {
  const parsed = parsePathTemplate(text);
  assert.ok(parsed.kind === 'Ok', text);
  return parsed.value;
}

const CASES = [
  ['/api/{id}/x', '/zz/api/42/x', [['id', '42']]],
  ['/api/{id}/x', '/api//x', undefined],
  ['/api/{id}/x', '/api/4/2/x', undefined],
  ['/api/{id}', '/api/42?q=1', [['id', '42']]],
  ['/api/{id}', '/api/?q', undefined],
  [
    '/{a}/{b}',
    '/x/y/z',
    [
      ['a', 'x'],
      ['b', 'y'],
    ],
  ],
  ['/f/{name}.json', '/f/a.json.json', [['name', 'a.json']]],
  ['/f/{name}.json', '/f/.json', undefined],
  [
    '{a}-{b}',
    'x-y-z',
    [
      ['a', 'x-y'],
      ['b', 'z'],
    ],
  ],
  [
    '{a}{b}',
    'xyz',
    [
      ['a', 'xy'],
      ['b', 'z'],
    ],
  ],
  ['/api', '/my/api/', []],
  ['', '', []],
  ['{a}', '', undefined],
  ['/a.c/{id}', '/abc/1', undefined],
] as const;

test('path templates match whole paths and capture their parameters', async (t) => {
  for (const [text, value, expected] of CASES) {
    await t.test(rowTitle(text), () => {
      assert.deepEqual(restpathParameters(value, template(text)), expected, `${text} ${value}`);
      assert.equal(restpath(value, template(text)), expected !== undefined, `${text} ${value}`);
    });
  }
  assert.equal(CASES.length, 14);
});

test('path templates that cannot be read', () => {
  const cases = [
    ['/a/{', 3],
    ['/a/{}', 3],
    ['/a/{b c}', 3],
    ['/{a}/{a}', 5],
  ] as const;
  for (const [text, index] of cases) {
    const parsed = parsePathTemplate(text);
    assert.ok(parsed.kind === 'Error', text);
    assert.equal(parsed.index, index, text);
  }
});

test('a template finds what the expression it stands for finds', () => {
  const names = ['a', 'b', 'c'];
  const literal = fc.string({ unit: fc.constantFrom('/', 'x', '-'), maxLength: 2 });
  const value = fc.string({ unit: fc.constantFrom('/', '?', 'x', '-', 'y'), maxLength: 14 });
  const literals = fc.array(literal, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(literals, value, (parts, text) => {
      const used = names.slice(0, parts.length - 1);
      const regex = new RegExp(
        parts.reduce((left, right, n) => `${left}(?<${names[n - 1]}>[^?/]+)${right}`),
      );
      const groups = regex.exec(text);
      const expected = groups === null ? undefined : used.map((name, n) => [name, groups[n + 1]]);
      assert.deepEqual(restpathParameters(text, { literals: parts, names: used }), expected);
    }),
    { seed: 20_26, numRuns: 20_000 },
  );
});
