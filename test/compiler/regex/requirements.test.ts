import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findRequirement } from '#compiler/regex/find-requirement.ts';
import { requiredBytes } from '#compiler/regex/required-bytes.ts';
import { meets } from '#compiler/regex/requirement.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { type ByteSet, contains, membersOf } from '#engine/regex/compile/byte-set.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { crsPatterns, missingData, regexOf } from './crs-patterns.ts';
import { referenceMatch } from './reference-matcher.ts';
import { subjectOf } from './subjects.ts';

const cases: readonly (readonly [pattern: string, literals: string[], bytes: string])[] = [
  ['(?i)UNION\\s+select', ['select'], ''],
  ['foo(?:bar|baz)', ['foobar', 'foobaz'], ''],
  ['(?:foo|ba[rz])x*', ['foo', 'bar', 'baz'], ''],
  ['(?:ab){2}c', ['ababc'], ''],
  ['(?:abc)+d', ['abc'], ''],
  ['x?yz', ['yz'], ''],
  ['<script[^>]*>', ['<script'], ''],
  ['(?:javascript|java)', ['java'], ''],
  ['a[xy]b[^a-z]', ['axb', 'ayb'], ''],
  // Either no quote stands in the gaps, or one does.
  [`u["']*n["']*i`, ['uni'], `"'`],
  [`u(?:"+n)?i`, ['ui'], '"'],
  ['(?:select|!\\w)', ['select'], '!'],
  ['\\.(?:%41)?\\.', ['.%41.', '..'], ''],
  ['\\.{2,3}', ['..'], ''],
  ['[/\\\\]\\.{2}', ['/..', '\\..'], ''],
  ['\\.{1,2}/\\w', ['./'], ''],
  // Iterations may differ, so the text between x and z is not known.
  ['x(?:ab|cd){1,3}z', ['ab', 'cd'], ''],
  // How an alternative begins is known although its end is not.
  ['z(?:cat[^a-z]|more\\w)', ['zcat', 'zmore'], ''],
  ['x(?:\\$\\w*)?y', ['xy'], '$'],
  // Of many letters one is nearly always there, and the name of every JSON member begins with `json.`.
  ['(?i)x?%[a-z]', [], '%'],
  ['json(?:_q|\\.q)', ['json_q', 'json.q'], ''],
  ['json\\w*#', [], '#'],
  // A space is met too often for that.
  ['foo *bar', ['bar'], ''],
  // One gap may be told by its bytes; those of both occur in most texts, so the second gap ends the literal.
  ['f[,.]*o[ _]*o', ['fo'], ',.'],
  ['foo(?:x|[ .-]+)bar', ['foox', 'foo ', 'foo-', 'foo.'], ''],
  // More pairs than a list may hold: those with a rare byte are told by it.
  ['(?:a|b|c|d|e|f|g|[%!]x){2}(?:hi|jk)', ['hi', 'jk'], ''],
];

test('what every match contains one of', async (t) => {
  for (const [pattern, literals, bytes] of cases) {
    await t.test(rowTitle(pattern), () => {
      const required = findRequirement(regexOf(pattern));
      assert.deepEqual(required?.literals, literals, pattern);
      assert.equal(textOf(required.bytes), bytes, pattern);
    });
  }
  assert.equal(cases.length, 26);
});

test('expressions whose matches have nothing in common', async (t) => {
  for (const pattern of ['a*|b', '^$', '[^a]', '(a)?\\1', '(?:foo|\\w)', 'a']) {
    await t.test(rowTitle(pattern), () => {
      assert.equal(findRequirement(regexOf(pattern)), undefined, pattern);
    });
  }
});

test('words without the byte after them, when there would be too many literals', () => {
  const words = Array.from({ length: 100 }, (_, index) => `x${(index + 936).toString(36)}q`);
  const required = findRequirement(regexOf(`^(?:(?:${words.join('|')})[ &|,;<>]|end)`));
  assert.deepEqual(required?.literals, [...words, 'end']);
});

function textOf(set: ByteSet): string {
  return String.fromCharCode(...membersOf(set));
}

test('no match of a CRS expression is without what it requires', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  let matches = 0;
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const required = findRequirement(regex);
    if (required === undefined) continue;
    const property = fc.property(subjectOf(regex), (subject) => {
      const found = referenceMatch(regex, subject);
      if (found === undefined || found === 'gave up') return;
      matches += 1;
      const lower = lowerAscii(subject.slice(...(found[0] ?? [])));
      assert.ok(meets(lower, required), pattern);
    });
    fc.assert(property, { seed: 7, numRuns: 20 });
  }
  assert.ok(matches > 1000, `only ${matches} matches`);
});

const bytes: readonly (readonly [pattern: string, sets: readonly string[]])[] = [
  ['a*<b?', ['<']],
  ['[<>]=', ['<>', '=']],
  ['(?:<|;x)', [';<']],
  ['(?:<|x*)', []],
  ['(?:\\(x)+', ['(', 'Xx']],
  ['^$', []],
];

test('bytes that every match has one of', async (t) => {
  for (const [pattern, sets] of bytes) {
    await t.test(rowTitle(pattern), () => {
      const found = requiredBytes(regexOf(pattern)).map(textOf);
      assert.deepEqual(found, sets, pattern);
    });
  }
  assert.equal(bytes.length, 6);
});

test('no match of a CRS expression is without one byte of each required set', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  let matches = 0;
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const sets = requiredBytes(regex);
    const property = fc.property(subjectOf(regex), (subject) => {
      const found = referenceMatch(regex, subject);
      if (found === undefined || found === 'gave up') return;
      const text = subject.slice(...(found[0] ?? []));
      for (const set of sets) {
        matches += 1;
        assert.ok(
          [...text].some((char) => contains(set, char.charCodeAt(0))),
          pattern,
        );
      }
    });
    fc.assert(property, { seed: 9, numRuns: 20 });
  }
  assert.ok(matches > 1000, `only ${matches} sets checked`);
});
