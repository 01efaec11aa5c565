/** Every row of the tables of design/security.md that the service answers for has a test that names it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['../proxy/', '../e2e/', '../e2e/helpers/'];
/** Sections 1.2 (F, H, B) and 5 (faults C, audit log A, fail-closed X). */
const TABLES: readonly (readonly [prefix: string, numbers: readonly number[]])[] = [
  ['F', upTo(13)],
  ['H', upTo(10)],
  ['B', upTo(17)],
  ['C', [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13]],
  ['X', upTo(3)],
  ['A', [1, 3, 4, 5]],
];

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** Ids at the start of a string: of a test's title, or of a row of its table. */
function namedIds(): Set<string> {
  const files = FOLDERS.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(path)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path + name);
  });
  const titles = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/[`'"]((?:(?:table )?[A-Z][0-9]{0,2},? ?)+)[: ]/g),
  ]);
  return new Set(titles.flatMap(([, ids = '']) => ids.match(/[A-Z][0-9]{1,2}/g) ?? []));
}

test('every row has a test that names it', () => {
  const named = namedIds();
  const rows = TABLES.flatMap(([prefix, numbers]) => numbers.map((number) => prefix + number));
  assert.equal(rows.length, 58);
  assert.deepEqual(
    rows.filter((row) => !named.has(row)),
    [],
  );
  console.log(`${rows.length} rows of the tables, each named by a test`);
});
