/** The search of long texts for literals against a naive one: few literals and many, in texts that resemble them and in others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#compiler/seeded-random.ts';
import { createBits, hasBit } from '#engine/bytes/bit-words.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { createLiteralTables, lookFor } from '#engine/prefilter/literal-tables.ts';
import { addClausesOfLong, createLongTextSearch } from '#engine/prefilter/long-texts.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const random = seededRandom(11);
const pick = <T>(values: readonly T[]): T | undefined =>
  values[Math.floor(random() * values.length)];
const text = (alphabet: string, length: number): string => {
  const bytes = [...alphabet];
  return Array.from({ length }, () => pick(bytes)).join('');
};

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-/_(. \xe9';
const alphabets: readonly (readonly [name: string, alphabet: string])[] = [
  ['letters in either case', `${letters}ABCDEFGHIJKLMNOPQRSTUVWXYZ`],
  ['few bytes', 'abA-\0'],
  ['hexadecimal', '0123456789abcdef'],
];

/** Of `shortest` to 12 bytes, lower case. */
function literalsOf(alphabet: string, count: number, shortest: number): readonly string[] {
  const made = Array.from({ length: count }, () =>
    text(alphabet, shortest + Math.floor(random() * (13 - shortest))),
  );
  return [...new Set(made.map((each) => each.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}

function clausesFound(literals: readonly string[], value: string): readonly number[] {
  const clauses = literals.map((_, index) => [index]);
  const found = createBits(literals.length);
  const longest = Math.max(...literals.map(({ length }) => length));
  const search = createLongTextSearch(literals, clauses, longest);
  addClausesOfLong(search, value, byteClassesOf(value), found);
  return literals.flatMap((_, index) => (hasBit(found, index) ? [index] : []));
}

/** How many literals, and bytes of the shortest: the search compares fewer positions when all are long. */
const LITERALS = [
  [400, 2],
  [400, 5],
  [400, 7],
  [20, 3],
  [20, 6],
  [18, 4],
  [40, 3],
  [20, 8],
  [3, 2],
  [1, 4],
] as const;

test('finds the literals that a naive search finds in long texts', async (t) => {
  let ran = 0;
  let found = 0;
  for (const [name, alphabet] of alphabets) {
    for (const length of [2000, 16_384, 70_001, 200_002]) {
      await t.test(rowTitle(`${name}, ${length} bytes`), () => {
        for (const [count, shortest] of LITERALS) {
          const literals = [
            ...new Set([
              ...literalsOf(letters, count, shortest),
              ...literalsOf(alphabet, count / 4, shortest),
            ]),
          ];
          const value = textWith(literals, alphabet, length);
          const folded = value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
          const naive = literals.flatMap((each, index) => (folded.includes(each) ? [index] : []));
          assert.deepEqual(clausesFound(literals, value), naive);
          found += naive.length;
        }
      });
      ran += 1;
    }
  }
  assert.equal(ran, 12);
  assert.ok(found > 2000, `${found} literals`);
});

function textWith(literals: readonly string[], alphabet: string, length: number): string {
  const positions = Array.from({ length: 60 }, () => Math.floor(random() * length)).sort(
    (a, b) => a - b,
  );
  let value = '';
  for (const position of positions) {
    value += text(alphabet, Math.max(0, position - value.length)) + pick(literals);
  }
  // The last bytes of a text, in capitals.
  return value + (literals[0] ?? '').toUpperCase();
}

test('finds literals at the start and at the end of a long text', () => {
  const literals = [')$', 'ab', '\xe9-', 'from', 'union', 'select', '!?;'];
  let ran = 0;
  for (const [index, literal] of literals.entries()) {
    for (const fill of ['Q<p>x</p>\n', 'z', '0123456']) {
      for (const length of [4096, 16_385, 33_333]) {
        const rest = fill.repeat(length).slice(0, length);
        assert.deepEqual(clausesFound(literals, literal + rest), [index], `${literal} first`);
        assert.deepEqual(clausesFound(literals, rest + literal), [index], `${literal} last`);
        ran += 1;
      }
    }
  }
  assert.equal(ran, 63);
});

test('two bytes are compared when few literals are short, and none has only two', () => {
  const long = ['javascript', 'document.cookie'];
  const short = Array.from({ length: 24 }, (_, index) => `${'abcdefghijklmnopqrstuvwx'[index]}-x`);
  const cases = [
    [[...long, 'eval', 'env['], true],
    [['call', 'expect'], true],
    [[...long, ...short], true],
    [[...long, ...short, 'eval'], false],
    [[...long, 'eval', '..'], false],
    [long, false],
  ] as const;
  for (const [literals, byPairs] of cases) {
    const tables = createLiteralTables(literals);
    const all = literals.map((_, index) => index);
    lookFor(tables, all, text(letters, 4096));
    assert.equal(tables.byPairs, byPairs, literals.join(' '));
    // Two rows for each short literal, four for each long one.
    const rows = literals.reduce((sum, { length }) => sum + (length < 7 ? 2 : 4), 0);
    if (byPairs) assert.equal(tables.rows, rows);
  }
  assert.equal(cases.length, 6);
});
