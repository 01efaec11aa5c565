/** Long texts that have changed: the changed part alone, with what stands around it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enclosingGroups } from '#compiler/cli/commands/diff/enclosing-groups.ts';
import { expressionHunks } from '#compiler/cli/commands/diff/expression-hunks.ts';
import { hunkLines } from '#compiler/cli/commands/diff/format-hunks.ts';
import { type Hunk, textHunks } from '#compiler/cli/commands/diff/hunks.ts';
import { longChange } from '#compiler/cli/commands/diff/long-change.ts';
import { crsPatterns, missingData } from '../../compiler/regex/crs-patterns.ts';

/** `removed -> added` of each hunk. */
const shown = (older: string, newer: string, hunks: readonly Hunk[]): readonly string[] =>
  hunks.map(
    ({ older: was, newer: is }) =>
      `${older.slice(was.start, was.end)} -> ${newer.slice(is.start, is.end)}`,
  );

const expressions: readonly (readonly [older: string, newer: string, hunks: readonly string[]])[] =
  [
    ['a|b|c', 'a|c', ['|b -> ']],
    ['a|c', 'a|b|c', [' -> |b']],
    ['x(?:a|b)y', 'x(?:a|b|c)y', [' -> |c']],
    ['x(?:cat|dog)+y', 'x(?:cow|dog)+y', ['at -> ow']],
    ['x(?:cat|dog)+y', 'x(?:cat|dog)*y', ['+ -> *']],
    ['x(?:a(?:b|c(?:d|e))|f)y', 'x(?:a(?:b|c(?:d|g))|f)y', ['e -> g']],
    ['(?i)evil', '(?s)evil', ['(?i) -> (?s)']],
    ['a(?#one)bcdef', 'a(?#two)bcdef', ['a(?#one)bcdef -> a(?#two)bcdef']],
    ['[abc]x{2}long', '[abd]x{2}long', ['[abc] -> [abd]']],
    ['(?=abc)d', '(?!abc)d', ['(?= -> (?!']],
    ['b|c', 'a|b|c', [' -> a|']],
    ['a|b|c', 'x|y', ['a|b|c -> x|y']],
    ['(', '((', [' -> (']],
  ];

test('only changed branches of expressions are shown', async (t) => {
  for (const [older, newer, expected] of expressions) {
    await t.test(`${older} to ${newer}`, () => {
      assert.deepEqual(shown(older, newer, expressionHunks(older, newer)), expected);
    });
  }
  assert.equal(expressions.length, 13);
});

/** Puts the new parts into the old text. */
function applied(older: string, newer: string, hunks: readonly Hunk[]): string {
  let [text, at] = ['', 0];
  for (const { older: was, newer: is } of hunks) {
    text += older.slice(at, was.start) + newer.slice(is.start, is.end);
    at = was.end;
  }
  return text + older.slice(at);
}

test('the hunks make the new text of the old one: every expression of the CRS against the next', (t) => {
  const sources = crsPatterns();
  if (sources === undefined) return t.skip(missingData);
  let compared = 0;
  for (const [index, older] of sources.entries()) {
    for (const newer of [sources[index + 1] ?? '', mutated(older, index)]) {
      for (const hunksOf of [expressionHunks, textHunks]) {
        assert.equal(applied(older, newer, hunksOf(older, newer)), newer, `${older}\n${newer}`);
        compared += 1;
      }
    }
  }
  assert.ok(compared > 1000, String(compared));
});

/** With some branches gone, doubled or changed; another choice for each `seed`. */
function mutated(source: string, seed: number): string {
  const parts = source.split('|');
  return parts
    .flatMap((part, index) => {
      const choice = ((index + 1) * (seed + 7)) % 8;
      if (choice === 0) return [];
      if (choice === 1) return [part, part];
      return [choice === 2 ? part.replace(/[a-z]/, 'Q') : part];
    })
    .join('|');
}

const groups: readonly (readonly [source: string, mark: string, path: string])[] = [
  ['abc', 'c', ''],
  ['x(?:a|bc)', 'c', 'x(?:'],
  ['x(?:a|b(c|d))', 'd', 'x(?:...|b('],
  ['[(](?i:a\\)b)', 'b', '[(](?i:'],
  ['[^](](a)', 'a', '[^](]('],
  ['(?#()(?<n>a)', 'a', '(?#()(?<n>'],
  ['(?:a)b', 'b', ''],
  [`${'y'.repeat(60)}(?:z)`, 'z', `...${'y'.repeat(18)}(?:`],
];

test('the groups around a char are found', async (t) => {
  for (const [source, mark, path] of groups) {
    await t.test(`${mark} in ${source}`, () => {
      assert.equal(enclosingGroups(source, source.lastIndexOf(mark)), path);
    });
  }
  assert.equal(groups.length, 8);
});

const WORDS = Array.from({ length: 30 }, (_, index) => `word${index}`);

test('of a long expression the path to the branch and both sides are shown', () => {
  const older = `@rx (?i)\\b(?:${WORDS.join('|')})\\s*\\(`;
  const newer = older.replace('|word20|', '|word20|fresh|');
  const change = longChange([older], [newer]);
  assert.ok(change?.isExpression === true);
  assert.deepEqual(hunkLines(change, '  '), [
    '  in (?i)\\b(?:',
    '  - ...|word17|word18|word19|word20|word21|word22|word23|word24...',
    '  + ...|word17|word18|word19|word20|fresh|word21|word22|word23|word24...',
    `    ${' '.repeat('...|word17|word18|word19|word20'.length)}^^^^^^`,
  ]);
});

test('a long list of words: the words that changed', () => {
  const older = `@within ${WORDS.join(' ')}`;
  const newer = older.replace('word9 ', '').replace('word25', 'other');
  const change = longChange([older], [newer]);
  assert.ok(change?.isExpression === false);
  const lines = hunkLines(change, '');
  assert.equal(lines.filter((line) => line.startsWith('- ')).length, 2);
  assert.match(lines.join('\n'), /^\+ .*word24 other word26/m);
});

test('short texts, several items and texts with nothing in common are shown whole', () => {
  assert.equal(longChange(['@rx a'], ['@rx b']), undefined);
  assert.equal(longChange(['a'.repeat(99), 'b'], ['a'.repeat(98)]), undefined);
  assert.equal(longChange([`@rx ${'abc|'.repeat(40)}`], [`@rx ${'xyz'.repeat(40)}`]), undefined);
});
