/** Long texts are read only where matches may begin: the same is found as by reading everything. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { randomMember } from '#compiler/cli/commands/bench/worst/members.ts';
import { findSplit } from '#compiler/regex/find-split.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { createBudget, createDfa } from '#engine/regex/dfa.ts';
import { search } from '#engine/regex/dfa-search.ts';
import { captures, loadMatcher, locate, type Matcher } from '#engine/regex/matcher.ts';
import { buildNfa } from '#engine/regex/nfa.ts';
import {
  createPrefixFilters,
  expectSearches,
  forgetTexts,
  LONG_TEXT,
} from '#engine/regex/prefix-filter.ts';
import { crsPatterns, patternsOf, regexOf } from '../../compiler/regex/crs-patterns.ts';

/** What a prefix may look like: empty, short, behind anchors, endless, counted, at an end. */
const written = [
  'a',
  'ab',
  'abc',
  'abcd',
  'abcde',
  'a?',
  '(?:abc)?',
  '^abcd',
  'abcd$',
  'a$',
  'ab?$',
  '\\bab\\b',
  '\\Bcd',
  'a.{0,9}d',
  '.{3}z',
  '\\s*abc',
  '[^a]bcd',
  '(?:ab|cde|f)x',
  '(?i)ABCD',
  'a{2,6}b',
  '(?:ab){3}',
  '(?m)^ab.?$',
  '(?:a|b)*a(?:a|b){8}c',
  'a(?=b)',
  'ab(?!c)',
  '(?<=x)ab',
  'x*',
  '\\x00\\xff',
  '[\\x80-\\xff]{4}',
  'a\\nb',
  'a*b{3}c',
  'q(?:u(?:i(?:c(?:k)?)?)?)?',
  '(?:|ab)cd',
  'ab(?:cd|$)',
  // Split: matches may begin nearly anywhere, and the rest of them at few positions.
  '.*abcd',
  '\\w+=\\S*bcda',
  '[^x]\\s*\\babcd',
  '(?m)^.*cde$',
  '((?:[a-d]|x.*)+)(bcde|qui\\b)',
  '(?:(?:^|\\W)\\w*)+?(?:abcd|cde)(?:ab)?$',
];

type Loaded = { readonly pattern: string; readonly matcher: Matcher; readonly plain: Matcher };

/** `isShared`: all expressions have one filter; otherwise each has its own, which may find its bytes with V8. */
function load(patterns: readonly string[], bytes: number, isShared = true): readonly Loaded[] {
  const [budget, other] = [createBudget(bytes), createBudget(16 << 20)];
  const shared = createPrefixFilters();
  return patterns.flatMap((pattern) => {
    const compiled = compileAutomaton(regexOf(pattern));
    if (compiled.kind !== 'Ok') return [];
    const { code } = compiled;
    const plain = loadMatcher(code, other);
    const filters = isShared ? shared : createPrefixFilters();
    return [{ pattern, matcher: loadMatcher(code, budget, filters, findSplit(code)), plain }];
  });
}

/** The whole text read by a table of its own. */
function matchesAnywhere({ plain }: Loaded, value: string): boolean {
  const automaton = decodeAutomaton(plain.code);
  if (automaton.lookarounds.length > 0) return captures(plain, value) !== undefined;
  plain.searcher ??= createDfa(
    buildNfa(automaton, automaton.tree(), 'forward'),
    'search',
    plain.budget,
  );
  const position = search(plain.searcher, value);
  return position === undefined ? captures(plain, value) !== undefined : position !== -1;
}

/** `isThird`: a third of the expressions are expected to be searched for. */
function compareAll(loaded: readonly Loaded[], value: string, isThird = false): number {
  const members = loaded.map(({ matcher }) => matcher.prefixes ?? assert.fail());
  if (isThird)
    expectSearches(
      members,
      members.filter((_, index) => index % 3 === 0),
    );
  let matches = 0;
  for (const each of loaded) {
    const place = locate(each.matcher, value);
    const expected = matchesAnywhere(each, value);
    assert.equal(place !== -1, expected, each.pattern);
    if (!expected) continue;
    matches += 1;
    assert.deepEqual(
      captures(each.matcher, value, place),
      captures(each.plain, value),
      each.pattern,
    );
  }
  forgetTexts();
  return matches;
}

const noise = fc.constantFrom(
  'the quick brown fox and 1 of 12 others, or so. ',
  'abcdbcabdacbdx ',
  '{"a":[1,2],"b":"<p>x</p>"}\n',
  'QUJDRGFiY2Q+/0a1b2c3==',
  '\x00\x7f\xc3\xa9\xff \t\r\n',
);

/** Members among noise: at the start, at the end, across blocks of LONG_TEXT bytes, near each other and far away. */
function textsWith(members: readonly string[]): fc.Arbitrary<string> {
  const stuffing = fc.tuple(noise, fc.nat(400)).map(([text, count]) => text.repeat(count));
  const piece = fc.tuple(fc.oneof(stuffing, noise, fc.constant('')), fc.constantFrom(...members));
  const filler = fc.tuple(noise, fc.integer({ min: 0, max: 3 }));
  return fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), filler, fc.boolean())
    .map(([pieces, [text, extra], isAtEnd]) => {
      const inner = pieces.flat().join('');
      const around = text.repeat(Math.ceil((LONG_TEXT + extra - inner.length / 2) / text.length));
      return isAtEnd ? around + inner : inner + around;
    })
    .filter(({ length }) => length >= LONG_TEXT);
}

const simple = [
  'abcd',
  'ab',
  'a',
  'd',
  'x',
  'aab',
  'xab',
  'cde',
  'ABCD',
  'bbbc',
  'qui',
  'quick',
  'a\nb',
  '\x00\xff',
  '',
];

for (const [name, bytes, isShared, isThird] of [
  ['room for all states', 16 << 20, true, false],
  ['tables that are dropped again and again', 1 << 13, true, false],
  ['a third of them expected', 16 << 20, true, true],
  ['each with a filter of its own', 16 << 20, false, false],
] as const) {
  check(`written expressions, ${name}`, () => {
    const loaded = load(written, bytes, isShared);
    assert.equal(loaded.length, written.length);
    let matches = 0;
    const property = fc.property(textsWith(simple), (text) => {
      matches += compareAll(loaded, text, isThird);
    });
    fc.assert(property, { seed: 7, numRuns: 60 });
    assert.ok(matches > 500, `${matches} matches`);
  });
}

for (const [name, isShared, isThird] of [
  ['one filter', true, false],
  ['one filter, a third of them expected', true, true],
  ['a filter each', false, false],
] as const) {
  check(`expressions of the rules in long texts with members of them, ${name}`, () => {
    compareRules(isShared, isThird);
  });
}

function compareRules(isShared: boolean, isThird: boolean): void {
  const own = readdirSync('rules')
    .filter((name) => name.endsWith('.conf'))
    .flatMap((name) => patternsOf(readFileSync(join('rules', name), 'latin1')));
  const patterns = [...new Set([...own, ...(crsPatterns() ?? [])])];
  const loaded = load(patterns, 24 << 20, isShared);
  assert.ok(loaded.length > 100, `${loaded.length} expressions`);
  const random = seededRandom(15);
  const members = loaded.map(({ pattern }) => randomMember(regexOf(pattern).root, random));
  let matches = 0;
  const property = fc.property(textsWith(members), (text) => {
    matches += compareAll(loaded, text, isThird);
  });
  fc.assert(property, { seed: 11, numRuns: 6 });
  assert.ok(matches > 25, `${matches} matches`);
}
