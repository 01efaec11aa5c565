import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { requiredLiterals } from '../../../compiler/regex/analyze-regex.ts';
import { contains, membersOf } from '../../../compiler/regex/byte-set.ts';
import { requiredBytes } from '../../../compiler/regex/required-bytes.ts';
import { lowerAscii } from '../../../runtime/engine/byte-string.ts';
import { crsPatterns, missingData, regexOf } from './crs-patterns.ts';
import { referenceMatch } from './reference-matcher.ts';
import { subjectOf } from './subjects.ts';

const cases: readonly (readonly [pattern: string, literals: string[] | undefined])[] = [
  ['(?i)UNION\\s+select', ['select']],
  ['foo(?:bar|baz)', ['foobar', 'foobaz']],
  ['(?:foo|ba[rz])x*', ['foo', 'bar', 'baz']],
  ['(?:ab){2}c', ['ababc']],
  ['(?:abc)+d', ['abc']],
  ['x?yz', ['yz']],
  ['<script[^>]*>', ['<script']],
  ['(?:javascript|java)', ['java']],
  ['a*|b', undefined],
  ['^$', undefined],
  ['[^a]', undefined],
  ['(a)?\\1', undefined],
];

test('the literals that every match contains', () => {
  for (const [pattern, literals] of cases) {
    assert.deepEqual(requiredLiterals(regexOf(pattern)), literals, pattern);
  }
});

test('no match of a CRS expression is without one of its literals', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  let matches = 0;
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const literals = requiredLiterals(regex);
    if (literals === undefined) continue;
    const property = fc.property(subjectOf(regex), (subject) => {
      const found = referenceMatch(regex, subject);
      if (found === undefined || found === 'gave up') return;
      matches += 1;
      const lower = lowerAscii(subject.slice(...(found[0] ?? [])));
      assert.ok(
        literals.some((literal) => lower.includes(literal)),
        pattern,
      );
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

test('bytes that every match has one of', () => {
  for (const [pattern, sets] of bytes) {
    const found = requiredBytes(regexOf(pattern)).map((set) =>
      String.fromCharCode(...membersOf(set)),
    );
    assert.deepEqual(found, sets, pattern);
  }
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
