import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateXPath } from '#engine/body/evaluate-xpath.ts';
import { MOST_LEVELS, parseXml } from '#engine/body/parse-xml.ts';
import { compileXPath } from '#engine/body/xpath.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function evaluate(source: string, expression: string, limit = 100): readonly string[] {
  const compiled = compileXPath(expression);
  assert.ok(compiled.kind === 'Ok', expression);
  return evaluateXPath(parseXml(source, 100), compiled.path, limit).values;
}

const DOCUMENT = [
  '<a i="0">p',
  '<b i="1">q<c i="2" j="3">r</c>s</b>',
  '<b i="4">t<b i="5">u</b></b>',
  '<x:d i="6"><b>v</b><b>w</b></x:d>',
  '<e/></a>',
].join('');

const rows: readonly [expression: string, values: string][] = [
  ['/*', 'p q r s t u v w'],
  ['//*', 'p q r s t u v w'],
  ['/a', 'p q r s t u v w'],
  ['a', 'p q r s t u v w'],
  ['/b', ''],
  ['/a/b', 'q r s t u'],
  ['a/b', 'q r s t u'],
  ['/a/b/c', 'r'],
  ['/*/b/*', 'r u'],
  ['//b', 'q r s t u v w'],
  ['//b/b', 'u'],
  ['//b//b', 'u'],
  ['/a//b', 'q r s t u v w'],
  ['//c', 'r'],
  ['//e', ''],
  ['//d', ''],
  ['//x:d', 'v w'],
  ['/a/x:d/b', 'v w'],
  ['/a/text()', 'p'],
  ['//text()', 'p q r s t u v w'],
  ['text()', ''],
  ['/a/b/text()', 'q s t'],
  ['/a//text()', 'p q r s t u v w'],
  ['//b/text()', 'q s t u v w'],
  ['/a/b[1]', 'q r s'],
  ['/a/b[2]', 't u'],
  ['/a/b[3]', ''],
  ['//b[1]', 'q r s u v'],
  ['//b[2]', 't u w'],
  ['/a/*[3]/b[2]', 'w'],
  ['/a/b[1]/text()', 'q s'],
  ['//@*', '0 1 2 3 4 5 6'],
  ['//@i', '0 1 2 4 5 6'],
  ['//@j', '3'],
  ['/@i', ''],
  ['/a/@i', '0'],
  ['/a/b/@i', '1 4'],
  ['/a/b//@i', '1 2 4 5'],
  ['//c/@*', '2 3'],
  ['//b[2]/@i', '4'],
  ['//@k', ''],
];

test('paths select their values of a document', async (t) => {
  for (const [expression, values] of rows) {
    await t.test(rowTitle(expression), () => {
      assert.equal(evaluate(DOCUMENT, expression).join(' '), values, expression);
    });
  }
  assert.equal(rows.length, 41);
});

/** What libxml2, and so ModSecurity, has as content of the elements, and SimpleXML as their string. */
const joined: readonly [source: string, expression: string, joined: readonly string[]][] = [
  ['<a>x</a>', '//a', []],
  ['<a><b>x</b></a>', '/a', []],
  ['<a><b>UN<c/>ION</b></a>', '//b', ['UNION']],
  ['<a><b>UN<c/>ION</b></a>', '/a/b', ['UNION']],
  ['<a><b>UN<c/>ION</b></a>', '//c', []],
  ['<a><b>UN<c>I</c>ON</b></a>', '//b', ['UNON', 'UNION']],
  ['<a><b>UN<c>I</c>ON</b></a>', '//b/text()', ['UNON']],
  ['<a><b>UN<c/>ION</b></a>', '/a/text()', []],
  ['<a><b><c>UN</c><d>ION</d></b></a>', '//b', ['UNION']],
  ['<a><b><c>UN</c><d>ION</d></b></a>', '/a', ['UNION']],
  ['<a><b>U</b><b>N</b><c>I</c></a>', '/a/b', []],
  ['<a><b>U<b>N</b>I</b><b><b>O</b><b>N</b></b></a>', '//b', ['UI', 'UNI', 'ON']],
  ['<a>t<b c="U">N</b></a>', '//@c', []],
  ['<a>UN<b/>ION</a>', '/*', ['UNION']],
];

test('the texts of a selected element are joined', async (t) => {
  for (const [source, expression, values] of joined) {
    await t.test(rowTitle(`${expression} in ${source}`), () => {
      const compiled = compileXPath(expression);
      assert.ok(compiled.kind === 'Ok');
      // As few values as rules ask for: the texts and attributes of the document.
      const { texts, attributes } = parseXml(source, 100);
      const limit = texts.length + attributes.length;
      const found = evaluateXPath(parseXml(source, 100), compiled.path, limit);
      assert.deepEqual(found.joined, values);
    });
  }
  assert.equal(joined.length, 14);
});

test('elements are matched down to the limit of levels', () => {
  const nested = (levels: number): string =>
    `${'<a>'.repeat(levels - 1)}<b>x</b>${'</a>'.repeat(levels - 1)}`;
  assert.deepEqual(evaluate(nested(MOST_LEVELS), '//b'), ['x']);
  assert.deepEqual(evaluate(nested(MOST_LEVELS + 1), '//b'), []);
});

test('declarations of vocabularies take no attribute away', () => {
  const source =
    '<a xmlns="http://www.w3.org/1999/xhtml" b="1"><c xmlns:d="http://www.w3.org/2000/svg" xmlns="u" b="2"/></a>';
  const xml = parseXml(source, 100);
  // As many values as the rules that read the path ask for.
  const limit = xml.texts.length + xml.attributes.length;
  const expected = [
    ['//@*', '1 u 2'],
    ['/a/@*', '1'],
    ['/a/c/@*', 'u 2'],
    ['//*/@*', '1 u 2'],
    ['//@b', '1 2'],
    ['//@xmlns', 'u'],
  ] as const;
  for (const [expression, values] of expected) {
    assert.equal(evaluate(source, expression, limit).join(' '), values, expression);
  }
  assert.equal(expected.length, 6);
});

const errors: readonly [expression: string, index: number, message: RegExp][] = [
  ['', 0, /expected a step/],
  ['/', 0, /expected a step/],
  ['//', 0, /expected a step/],
  ['///a', 0, /expected a step/],
  ['/a/', 2, /expected a step/],
  ['/a//', 2, /expected a step/],
  ['/a[', 2, /expected a step/],
  ['/a[0]', 2, /expected a step/],
  ['/a[last()]', 2, /expected a step/],
  ["/a[@b='c']", 2, /expected a step/],
  ['/a|/b', 2, /expected a step/],
  ['/a/..', 2, /expected a step/],
  ['a|b', 1, /expected a step/],
  ['//node()', 6, /expected a step/],
  ["//*[local-name()='a']", 3, /expected a step/],
  ['/child::a', 6, /expected a step/],
  ['/a b', 2, /expected a step/],
  ['/@a/b', 3, /last step/],
  ['/a/text()/b', 9, /last step/],
  ['/@a[1]', 0, /only elements/],
  ['/a'.repeat(31), 60, /more than 30 steps/],
];

test('what is not understood is an error with its place', async (t) => {
  for (const [expression, index, message] of errors) {
    await t.test(rowTitle(expression), () => {
      const compiled = compileXPath(expression);
      assert.ok(compiled.kind === 'Error', expression);
      assert.equal(compiled.index, index, expression);
      assert.match(compiled.message, message, expression);
    });
  }
  assert.equal(errors.length, 21);
});

test('compiled paths are plain data', () => {
  assert.deepEqual(compileXPath('//s:a[2]/@b'), {
    kind: 'Ok',
    path: {
      text: '//s:a[2]/@b',
      steps: [
        { axis: 'Descendant', test: 'Element', name: 's:a', index: 2 },
        { axis: 'Child', test: 'Attribute', name: 'b', index: undefined },
      ],
    },
  });
});

test('paths may have 30 steps', () => {
  const source = `${'<a>'.repeat(30)}x${'</a>'.repeat(30)}`;
  assert.deepEqual(evaluate(source, '/a'.repeat(30)), ['x']);
  assert.deepEqual(evaluate(source, '//a'.repeat(30)), ['x']);
});

test('documents that are not well-formed', () => {
  assert.deepEqual(evaluate('<a><b>x</a>y</b></b>z', '/a/b'), ['x']);
  assert.deepEqual(evaluate('</a></a><a><b i="1">x', '/a/b'), ['x']);
  assert.deepEqual(evaluate('', '/a'), []);
  const deep = `${'<a>'.repeat(1000)}<b>x</b>${'</a>'.repeat(1000)}`;
  assert.deepEqual(evaluate(`<r>${deep}<b>y</b></r>`, '/r/b'), ['y']);
});

test('a path selects at most `limit` values', () => {
  assert.deepEqual(evaluate(DOCUMENT, '//b/text()', 2), ['q', 's']);
  assert.deepEqual(evaluate(DOCUMENT, '//@i', 2), ['0', '1']);
});
