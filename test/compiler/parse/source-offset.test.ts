import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Text } from '#compiler/1-parse/ast.ts';
import { spanWithin, subText } from '#compiler/1-parse/source-offset.ts';
import { positionOf } from '#compiler/source.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { parseText, summarize, textsOf } from './summarize.ts';

/** The first text with `word` in it: where that word starts and what the file has there. */
function find(input: string, word: string): readonly [place: string, written: string] {
  const text = textsOf(parseText(input).directives).find((candidate) =>
    candidate.text.includes(word),
  );
  assert.ok(text !== undefined, input);
  const from = text.text.indexOf(word);
  const span = spanWithin(text, from, from + word.length);
  const { line, column } = positionOf(span);
  return [`${line}:${column}`, span.source.text.slice(span.start, span.end)];
}

const cases: readonly (readonly [input: string, word: string, place: string, written: string])[] = [
  ['SecRule ARGS "@rx a(b" "id:1"', '(b', '1:20', '(b'],
  ['SecRule ARGS "@rx \\"a\\" (b"', '(b', '1:25', '(b'],
  ['SecRule ARGS "@rx \\"a\\" (b"', '"a"', '1:20', '"a\\"'],
  ['SecRule ARGS "@rx a\\\\b(c"', '(c', '1:23', '(c'],
  ['SecRule ARGS "@rx a\\\n  b(c"', '(c', '2:4', '(c'],
  ['SecRule ARGS "@rx a\\\n  b(c"', 'ab', '1:19', 'a\\\n  b'],
  ['SecRule ARGS \\\r\n  "@rx a \\ \r\n# (c\r\n\r\n  (c"', '(c', '5:3', '(c'],
  ['SecRule ARGS "@rx a\\\n\\\n(c"', '(c', '3:1', '(c'],
  ['SecRule ARGS "@rx a\\\\\n"(c"', '"(c', '2:1', '"(c'],
  ["SecAction \"id:1,\\\n  msg:'it\\'s \\\n  %{a}'\"", '%{a}', '3:3', '%{a}'],
  ['SecAction "id:1,setvar:tx.a=%{b}"', '%{b}', '1:29', '%{b}'],
  ['SecRule ARGS:/a\\/b(/ "x"', '(', '1:19', '('],
  ['SecRule "TX|ARGS:\'/a\\"b(/\'" "x"', '(', '1:24', '('],
  ['SecRuleRemoveById 1 "2 3"', '3', '1:24', '3'],
  ['  SecFoo a \\\n b', 'b', '2:2', 'b'],
];

test('a part of a text has its true place in the file', async (t) => {
  for (const [input, word, place, written] of cases) {
    await t.test(rowTitle(input), () => {
      assert.deepEqual(find(input, word), [place, written], input);
    });
  }
  assert.ok(cases.length >= 15);
});

test('positions before and after a text are limited to it', () => {
  const [rule] = parseText('SecRule ARGS "@rx a\\"b" "id:1"').directives;
  assert.ok(rule?.kind === 'SecRule');
  const { argument, name } = rule.operator;
  assert.deepEqual(spanWithin(argument, 0, 99), argument.span);
  assert.equal(spanWithin(argument, 99, 99).start, argument.span.end);
  assert.deepEqual(spanWithin(name, 2, 2), { ...name.span, start: name.span.end });
  const second = name.span.start + 1;
  assert.deepEqual(spanWithin(name, 1, 0), { ...name.span, start: second, end: second });
  assert.equal(subText(argument, 1, 3).text, '"b');
});

/** Rules with every kind of text and escape. */
const rules = [
  "SecRule ARGS|!TX:a-b|&FILES:/^a\\/b$/|XML:/*|ARGS:'q,k' \"!@rx ^\\\"a\\\\b\\\" c$\" \"id:1,phase:2,msg:'it\\'s, so',setvar:'tx.a=+%{tx.b}',pass\"",
  'SecRule "ARGS | REQUEST_HEADERS:\'/^a b|\\"c/\'" "@pm a b c" "id:3,logdata:\'%{MATCHED_VAR}\',t:none,chain"',
  'SecAction id:4,phase:1,setvar:tx.a=1',
  'SecRuleUpdateTargetById 12 34-56 "!ARGS:x|ARGS_NAMES"',
  'SecComponentSignature "a \\"b\\" c"',
];

/** `rule` with a continuation at each of `places` where one means nothing. */
function breakUp(rule: string, places: readonly number[], join: string): string {
  const cuts = [...new Set(places.map((place) => 1 + (place % (rule.length - 1))))].sort(
    (a, b) => b - a,
  );
  return cuts.reduce(
    (text, at) =>
      // Blanks that start a physical line are dropped, and `#` there makes a comment.
      /[ #]/.test(rule.charAt(at)) ? text : text.slice(0, at) + join + text.slice(at),
    rule,
  );
}

const joins = fc.constantFrom(
  '\\\n',
  '\\\r\n\t ',
  '\\ \t\n  ',
  '\\\n\n # "c\' \\\n  ',
  '\\\n\\\n ',
);

test('continuations change places, never meanings', () => {
  const places = fc.array(fc.nat(200), { maxLength: 12 });
  const property = fc.property(fc.constantFrom(...rules), places, joins, (rule, cuts, join) => {
    const input = breakUp(rule, cuts, join);
    const whole = parseText(rule);
    const broken = parseText(input);
    assert.deepEqual(whole.diagnostics, []);
    assert.deepEqual(broken.directives.map(summarize), whole.directives.map(summarize), input);
    const texts = textsOf(broken.directives);
    assert.ok(texts.length > 1);
    for (const text of texts) assertPlaces(text, input);
  });
  fc.assert(property, { seed: 11, numRuns: 300 });
});

/** Every char of `text` is written at its place, and places ascend. */
function assertPlaces(text: Text, input: string): void {
  if (text.span.start === text.span.end) return;
  let before = text.span.start - 1;
  for (const [index, char] of [...text.text].entries()) {
    const { start, end } = spanWithin(text, index, index + 1);
    assert.equal(input.slice(start, end), char, `${text.text} in ${input}`);
    assert.ok(start > before);
    before = start;
  }
  assert.ok(before < text.span.end);
}
