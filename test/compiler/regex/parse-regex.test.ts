import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '#engine/regex/compile/ast.ts';
import { contains } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { findNonRegular } from '#engine/regex/compile/find-non-regular.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { crsPatterns, missingData, regexOf } from './crs-patterns.ts';
import { referenceMatch } from './reference-matcher.ts';

const errors: readonly (readonly [pattern: string, index: number, message: RegExp])[] = [
  ['(a', 0, /never closed/],
  ['ab)c', 2, /no opening parenthesis/],
  ['x[a', 1, /never closed/],
  ['[]', 0, /never closed/],
  ['*a', 0, /a repeatable item/],
  ['a|+', 2, /a repeatable item/],
  ['a**', 2, /a repeatable item/],
  ['a{2}{3}', 4, /a repeatable item/],
  ['(?i)*', 4, /a repeatable item/],
  ['{2}', 0, /a repeatable item/],
  ['a{3,2}', 1, /out of order/],
  ['a{65536}', 1, /larger than 65535/],
  ['[z-a]', 1, /out of order/],
  ['[\\x{80}-\\x{100}]', 1, /begins with a byte/],
  ['[^\\x{100}]', 0, /negated class/],
  ['[[:foo:]]', 1, /Unknown class/],
  ['[[:al pha:]]', 1, /Unknown class/],
  ['[a[:<:]]b', 2, /Unknown class/],
  ['[[:>:]]', 1, /Unknown class/],
  ['[:alpha:]', 0, /must be inside brackets/],
  ['[\\B]', 1, /brackets|not supported/],
  ['a\\', 1, /ends with a backslash/],
  ['\\x', 0, /hexadecimal/],
  ['\\x{110000}', 0, /not a code point/],
  ['\\x{d800}', 0, /not a code point/],
  ['\\777', 0, /no group 777|more than a byte/],
  ['\\u0041', 0, /not supported/],
  ['a\\K', 1, /not supported/],
  ['\\y', 0, /not supported/],
  ['\\p{Nonsense}', 0, /Unknown property/],
  ['\\N{U+41}', 0, /not supported/],
  ['a\\N{1', 1, /not supported/],
  ['\\N{,2}', 0, /not supported/],
  ['a(?<1>b)', 1, /group name/],
  ['(?<n>a)(?<n>b)', 7, /Two groups/],
  ['(?J)(?<n>a)(?-J)(?<n>b)', 16, /Two groups/],
  ['(?J:(?<n>a))(?<n>b)', 12, /Two groups/],
  ['(?J)(?<n>a)(?<n>b)\\k<n>', 18, /Several groups are named n/],
  ['(?J)(?<n>a)(?<n>b)(?<n>c)(?P=n)', 25, /Several groups are named n/],
  ['(?J)(?<n>a)\\k<n>(?<n>b)', 16, /Two groups/],
  ['(?n)(a)\\1', 7, /no group 1/],
  ['(?z)a', 0, /group or flag/],
  ['a(?ixx)b', 1, /flag xx is not supported/],
  ['(?', 0, /group or flag/],
  ['(?#a', 0, /comment/],
  ['b(?#a', 1, /comment is never closed/],
  ['(?#a)*', 5, /repeatable item/],
  ['a|(?#a)*', 7, /repeatable item/],
  ['a+(?#a)?', 7, /repeatable item/],
  ['(?(1)a)', 0, /Conditional/],
  ['(?|a)', 0, /reset/],
  ['a(?R)', 1, /Calls/],
  ['a(?1)', 1, /Calls/],
  ['(?<n>a)\\g<n>', 7, /Calls/],
  ["(?<n>a)\\g'n'", 7, /Calls/],
  ['(a)\\g<1>', 3, /Calls/],
  ['(*UTF8)a', 0, /Verbs/],
  ['(a)\\2', 3, /no group 2/],
  ['\\k<n>', 0, /No group named n precedes/],
  ['\\g{-1}', 0, /no group/],
  ['('.repeat(251), 250, /nested more than 250/],
];

test('what cannot be said is an error with its place', async (t) => {
  for (const [pattern, index, message] of errors) {
    await t.test(rowTitle(pattern), () => {
      const parsed = parseRegex(pattern);
      if (parsed.kind === 'Ok') assert.fail(`${pattern} was accepted`);
      assert.match(parsed.message, message, pattern);
      assert.equal(parsed.index, index, pattern);
    });
  }
  assert.equal(errors.length, 61);
});

/** Pattern, what it finds, what it does not find. */
const meanings: readonly (readonly [pattern: string, yes: string[], no: string[]])[] = [
  ['^a.b$', ['a\nb', 'a\xffb'], ['a\nb\n', 'x\na\nb']],
  ['(?m)^a$', ['a', 'x\na\ny', 'a\n'], ['xa']],
  ['(?-s)a.b', ['axb'], ['a\nb']],
  ['a\\Z', ['a', 'a\n'], ['a\n\n', 'ab']],
  ['a\\z', ['a'], ['a\n']],
  ['\\A\\x41\\x{42}\\103\\x4g', ['ABC\x04g'], ['AB']],
  ['^\\cA\\a\\e\\f\\t\\0\\12\\o{101}$', ['\x01\x07\x1b\x0c\t\x00\nA'], []],
  ['^\\s\\S$', ['\vx', ' \xa0'], ['\xa0x']],
  ['^\\h\\v\\H\\V\\N\\C$', ['\xa0\x85aaa\n'], ['\xa0\x85aa\na']],
  ['^[\\d\\-a]+$', ['1-a'], ['b']],
  ['^[\\w-.]+$', ['a-.'], ['/', ',']],
  ['^[a-\\d]+$', ['a-5'], ['b']],
  ['^[]a^-]+$', [']a^-'], ['b']],
  ['^[^]a]$', ['b', '\n'], [']', 'a']],
  ['^[\\E\\Q\\E^a]$', ['b', '^'], ['a']],
  ['^[\\\\E^a]$', ['\\', 'E', 'a'], ['b']],
  ['^\\N{2}\\N{1,}$', ['abc'], ['ab']],
  ['^[\\Q^]-\\E]+$', ['^]-'], ['\\', 'Q']],
  ['^[[:alpha:][:^print:]]+$', ['aZ\x00\x80'], ['1']],
  ['^[\\b]$', ['\b'], ['b']],
  ['(?i)^[^k-m]$', ['j', 'K'.replace('K', 'n')], ['K', 'l']],
  ['(?i)^\xe9$', ['\xe9'], ['\xc9']],
  ['(?i)^[[:^upper:]]$', ['1'], ['a', 'A']],
  ['^\\pL\\P{Lu}\\p{^Lu}[\\p{Greek}x]$', ['\xe9aax'], ['\xe9Aax', '1aax']],
  ['^[\\x{100}\\x{20ac}a]$', ['\xc4\x80', '\xe2\x82\xac', 'a'], ['\xc4']],
  ['^\\x{20ac}+$', ['\xe2\x82\xac\xe2\x82\xac'], ['\xe2\x82\xac\xac']],
  ['a{,3}', ['a{,3}'], ['aaa']],
  ['a{x}|b{', ['a{x}', 'b{'], ['a']],
  ['^a{2}?b$', ['aab'], ['ab']],
  ['^(?:a|b)++b', [], ['abab']],
  ['^\\R$', ['\r\n', '\r', '\x85', '\v'], ['\n\r']],
  ['^\\R\\n', ['\n\n'], ['\r\n']],
  ['a(?i)b|c', ['aB', 'C'], ['AB']],
  ['(?:a(?i)b)c', ['aBc'], ['aBC']],
  ['(?i-s:a.)(?^:b)', ['Axb'], ['A\nb', 'axB']],
  ['(?x) a [ ] b # comment )\n c\\ d', ['a bc d'], ['abcd']],
  ['^\\Qa+\\E+$', ['a+', 'a++'], ['aa']],
  ['^a\\Q\\E+b\\E$', ['aab'], ['a+b']],
  ['a(?#comment)b', ['ab'], []],
  ['^a(?#one)(?#two)*b$', ['b', 'aab'], []],
  ['(?x)^a (?#one) # two\n {2}$', ['aa'], ['a']],
  ['^\\Qa(?#\\E(?#b)+$', ['a(?#', 'a(?##'], ['aa']],
  ['^a(?#comment)+(?#other)b$', ['aab'], ['a']],
  ['^(?x)[ab](?#comment) {2}$', ['ab'], ['a']],
  ['^[[:]:]$', ['[:]', '::]'], ['a:]']],
  ["(?P<one>a)(?'two'b)(?<three>c)", ['abc'], []],
  ['(a|b)\\1', ['aa', 'bb'], ['ab']],
  ['(?<n>.)x\\k{n}(?P=n)\\g{-1}\\g1', ['axaaaa'], ['axaaab']],
  ['(?<!a)b(?=c)', ['bc'], ['abc', 'bd']],
  ['(?U)^(?:a+)(?:a*?)b', ['aab'], []],
  ['|a', ['', 'b'], []],
  ['^*a', ['xa'], []],
  ['\\Gab', ['ab'], ['xab', '\nab']],
  ['(?m)\\Gab|x\\Gb', ['ab'], ['\nab', 'xb']],
  ['^[\\p{L&}]\\P{L&}$', ['a1', '\xe9\xaa'], ['ab', '\xaa1']],
];

test('patterns mean what the manuals say', async (t) => {
  for (const [pattern, yes, no] of meanings) {
    await t.test(rowTitle(pattern), () => {
      const regex = regexOf(pattern);
      for (const subject of yes) {
        const label = `${pattern} finds ${JSON.stringify(subject)}`;
        assert.ok(Array.isArray(referenceMatch(regex, subject)), label);
      }
      for (const subject of no) {
        const label = `${pattern} does not find ${JSON.stringify(subject)}`;
        assert.equal(referenceMatch(regex, subject), undefined, label);
      }
    });
  }
  assert.equal(meanings.length, 55);
});

test('nodes know their place, groups their number', () => {
  const { root, captureCount } = regexOf('a(?:b)(?<n>[cd]+)');
  assert.equal(captureCount, 1);
  assert.ok(root.kind === 'Sequence');
  const places = root.items.map((node: Node) => [node.kind, node.start, node.end]);
  assert.deepEqual(places, [
    ['Bytes', 0, 1],
    ['Bytes', 1, 6],
    ['Group', 6, 17],
  ]);
});

/** Pattern, and the groups that capture: their numbers and names. */
const captured: readonly (readonly [pattern: string, groups: string[]])[] = [
  ['(a)(?<n>b)', ['1', '2 n']],
  ['(?n)(a)(?<n>b)(?:c)', ['1 n']],
  ["(?n:(a)(?'n'b))(c)", ['1 n', '2']],
  ['(a(?n)(b))(c)', ['1', '2']],
  ['(?n)(?i-n:(a))(b)', ['1']],
  ['(?n)(?^)(a)', ['1']],
  ['(?n)(?=(a))(?P<n>b)\\k<n>', ['1 n']],
  ['(?J)(?<n>a)|(?<n>b)(?<m>c)\\k<m>', ['1 n', '2 n', '3 m']],
  ['(?Jn:(?<n>a)(?<n>b)(c))', ['1 n', '2 n']],
  ['(?J)(?^)(?<n>a)(?<n>b)\\2', ['1 n', '2 n']],
];

function groupsIn(node: Node): readonly string[] {
  const inner = childrenOf(node).flatMap(groupsIn);
  return node.kind === 'Group' ? [`${node.index} ${node.name ?? ''}`.trim(), ...inner] : inner;
}

test('flags say which groups capture, and whether they share a name', async (t) => {
  for (const [pattern, groups] of captured) {
    await t.test(rowTitle(pattern), () => {
      const { root, captureCount } = regexOf(pattern);
      assert.deepEqual(groupsIn(root), groups);
      assert.equal(captureCount, groups.length);
    });
  }
  assert.equal(captured.length, 10);
});

test('bytes of the pattern from 0x80 are bytes of the class', () => {
  const { root } = regexOf('[\xc3\xa9]');
  assert.ok(root.kind === 'Bytes');
  assert.ok(contains(root.set, 0xc3) && contains(root.set, 0xa9));
});

test('only what is not regular is refused', async (t) => {
  const cases: readonly (readonly [pattern: string, kind: string | undefined, start: number])[] = [
    ['a(?!b)c', undefined, 0],
    ['a++b(?>[a-z]*)', undefined, 0],
    ['(?>abc)', undefined, 0],
    ['(?:ab)++', 'Atomic', 0],
    ['x(?>a|ab)', 'Atomic', 1],
    ['(a)b\\1', 'BackReference', 4],
  ];
  for (const [pattern, kind, start] of cases) {
    await t.test(rowTitle(pattern), () => {
      const found = findNonRegular(regexOf(pattern));
      assert.equal(found?.kind, kind, pattern);
      assert.equal(found?.start ?? 0, start, pattern);
    });
  }
  assert.equal(cases.length, 6);
});

test('every CRS expression parses and is regular', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  assert.equal(patterns.length, 294);
  for (const pattern of patterns) assert.equal(findNonRegular(regexOf(pattern)), undefined);
});
