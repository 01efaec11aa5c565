/** A precondition is tested before transformations that cannot make what it asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisiveTransformations } from '#compiler/4-emit/decisive-transformations.ts';
import type { TransformationName } from '#compiler/language/transformations/index.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';

type Row = {
  readonly transformations: readonly TransformationName[];
  readonly literals?: readonly string[];
  /** One byte of each class that a match needs. */
  readonly needs?: string;
  /** How many of the transformations count. */
  readonly count: number;
};

const rows: readonly Row[] = [
  { transformations: ['normalizePath'], literals: ['passwd'], count: 0 },
  { transformations: ['normalizePath'], literals: ['passwd', 'etc/'], count: 1 },
  { transformations: ['normalizePath'], needs: '/.', count: 0 },
  { transformations: ['normalizePathWin'], needs: '/', count: 1 },
  { transformations: ['normalizePathWin'], needs: '.', count: 0 },
  { transformations: ['urlDecodeUni', 'normalizePath'], literals: ['passwd'], count: 1 },
  { transformations: ['normalizePath', 'urlDecodeUni'], literals: ['passwd'], count: 2 },
  { transformations: ['urlDecodeUni', 'replaceComments'], literals: ['union'], count: 1 },
  { transformations: ['urlDecodeUni', 'replaceComments'], literals: ['union select'], count: 2 },
  { transformations: ['urlDecodeUni', 'replaceComments'], needs: ' ', count: 2 },
  { transformations: ['replaceComments', 'lowercase', 'trim'], literals: ['union'], count: 0 },
  { transformations: ['replaceComments', 'removeWhitespace'], literals: ['union'], count: 2 },
  { transformations: ['removeWhitespace'], needs: '(', count: 0 },
  { transformations: ['removeNulls'], literals: ['union'], count: 1 },
  { transformations: ['urlDecodeUni'], needs: '(', count: 1 },
  { transformations: ['length'], needs: '(', count: 1 },
  { transformations: ['base64Decode'], literals: ['union'], count: 1 },
];

for (const { transformations, literals = [], needs = '', count } of rows) {
  const asked = [...literals, ...needs].join(' ');
  test(`t:${transformations.join(',t:')} for ${asked}: ${count}`, () => {
    const clause = literals.length === 0 ? undefined : { literals, byteClasses: 0 };
    const masks = [...needs].map((byte) => byteClassesOf(byte));
    const decisive = decisiveTransformations({ transformations, needs: masks }, clause);
    assert.deepEqual(decisive, transformations.slice(0, count));
  });
}

test('a byte that a clause takes for a literal counts, too', () => {
  const clause = { literals: ['union'], byteClasses: byteClassesOf(' ') };
  const decisive = decisiveTransformations(
    { transformations: ['replaceComments'], needs: [] },
    clause,
  );
  assert.deepEqual(decisive, ['replaceComments']);
});
