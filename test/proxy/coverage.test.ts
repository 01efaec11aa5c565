/** Every row of the tables of design/security.md that the service answers for has a test that names it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['../proxy/', '../proxy/helpers/', '../e2e/', '../e2e/helpers/'];
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

/** Sources without what does not run: comments, and this file. */
function sources(): readonly { readonly name: string; readonly text: string }[] {
  return FOLDERS.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(path)
      .filter((name) => name.endsWith('.ts') && name !== 'coverage.test.ts')
      .map((name) => ({
        name,
        text: readFileSync(path + name, 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
      }));
  });
}

const SKIP = /\b(?:test|t)\.(?:skip|todo|only)\(|\bskip: /;
/** Without curl, and without `make build`. */
const MAY_SKIP = ['demo.test.ts', 'built.ts'];
const TITLE = /\btest\(\s*[`'"]([^`'"]*)/g;
/** `['F1 what', bytes, ...`, `name: 'F13 what'`, `typed('B2 what', ...`: rows of tables that tests run through. */
const ROW = /(?:\[|name: |\b(?:post|typed|get)\()\s*[`'"]([A-Z][0-9]{1,2}) /g;

/** Ids that stand before the colon of a test's title, or at the start of a row of a table. */
function namedIds(): ReadonlySet<string> {
  const all = sources().map(({ text }) => text);
  const titles = all.flatMap((text) => [...text.matchAll(TITLE)].map(([, title = '']) => title));
  const heads = titles.flatMap((title) =>
    title.includes(':') ? [title.split(':', 1).join()] : [],
  );
  const rows = all.flatMap((text) => [...text.matchAll(ROW)].map(([, id = '']) => id));
  return new Set([...rows, ...heads.flatMap((head) => head.match(/\b[A-Z][0-9]{1,2}\b/g) ?? [])]);
}

test('every row has a test that names it', () => {
  const named = namedIds();
  const rows = TABLES.flatMap(([prefix, numbers]) => numbers.map((number) => prefix + number));
  assert.equal(rows.length, 58);
  assert.deepEqual(
    rows.filter((row) => !named.has(row)),
    [],
  );
  const skipping = sources().filter(({ text }) => SKIP.test(text));
  assert.deepEqual(
    skipping.map(({ name }) => name),
    MAY_SKIP,
    'a test that does not run shows nothing',
  );
  console.log(`${rows.length} rows of the tables, each named by a test`);
});
