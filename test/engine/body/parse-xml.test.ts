import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#engine/body/parse-xml.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

type Row = [source: string, texts: readonly string[], attributes: readonly string[]];

const valid: readonly Row[] = [
  ['<a/>', [], []],
  ['<a></a>', [], []],
  ['<a>x</a>', ['x'], []],
  ['<a> x y\n</a>\n', ['x y'], []],
  ['<a>\xa0x\xc2\xa0</a>', ['\xa0x\xc2\xa0'], []],
  ['<a b="1" c = \'2"\' d=""/>', [], ['1', '2"', '']],
  ['<a\n\tb="x\n y"\r\n>t</a >', ['t'], ['x\n y']],
  ['<a>x<b>y</b>z</a>', ['x', 'y', 'z'], []],
  ['<s:a xmlns:s="u" xmlns="v" s:b="1">x</s:a>', ['x'], ['u', 'v', '1']],
  [
    '<a xmlns="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg" b="http://www.w3.org/2000/svg"/>',
    [],
    ['http://www.w3.org/2000/svg'],
  ],
  [
    '<a xmlns:xi="http://www.w3.org/2001/XInclude" xmlns="http://www.w3.org/1999/xhtml?"/>',
    [],
    ['http://www.w3.org/2001/XInclude', 'http://www.w3.org/1999/xhtml?'],
  ],
  ['<?xml version="1.0" encoding="UTF-8"?><a>x</a>', ['x'], []],
  ["<?xml version='1.0' encoding='windows-1252'?><a/>", [], []],
  ['\r\n<?xml version="1.1" standalone = "no" ?><?xml-stylesheet href="x"?><a/>', [], []],
  ['\xef\xbb\xbf<a>x</a>', ['x'], []],
  ['<!-- c --><a>x</a><!-- <script> --><?p <script>?>', ['x'], []],
  ['<a>uni<!-- -->on <?p?>sel<![CDATA[ect]]></a>', ['union select'], []],
  ['<a><![CDATA[<b c="&lt;">]]></a>', ['<b c="&lt;">'], []],
  ['<a><![CDATA[x]]]]><![CDATA[>y]]></a>', ['x]]>y'], []],
  ['<a b="&lt;&gt;&amp;&quot;&apos;">&lt;&gt;&amp;&quot;&apos;</a>', [`<>&"'`], [`<>&"'`]],
  ['<a>&#65;&#x42;&#0067;&#x00044;</a>', ['ABCD'], []],
  ['<a>&#xFFFD;&#x10000;&#x10FFFF;</a>', ['\xef\xbf\xbd\xf0\x90\x80\x80\xf4\x8f\xbf\xbf'], []],
  ['\xef\xbb\xbf<?xml version="1.0"?><a>x</a>', ['x'], []],
  ['<a>&#233;&#x20AC;&#128512;</a>', ['\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'], []],
  ['<a>&amp;lt;</a>', ['&lt;'], []],
  ['<\xc3\xa9>x</\xc3\xa9>', ['x'], []],
  ['<a b="\xc0\xbc">\xff</a>', ['\xff'], ['\xc0\xbc']],
  ['<__proto__ constructor="x">y</__proto__>', ['y'], ['x']],
];

test('texts and attribute values of well-formed documents are read', async (t) => {
  for (const [source, texts, attributes] of valid) {
    await t.test(rowTitle(source), () => {
      const expected = { source, texts, attributes, limitReached: false, error: undefined };
      const { joined: _, ...parsed } = parseXml(source, 100);
      assert.deepEqual(parsed, expected, source);
    });
  }
  assert.equal(valid.length, 28);
});

/** SimpleXML, Go, xml2js and fast-xml-parser join the text nodes of an element; `textContent` all that is in it. */
const mixed: readonly (readonly [source: string, joined: readonly string[]])[] = [
  ['<a>x</a>', []],
  ['<a>\n <b>x</b>\n <c>y</c>\n</a>', []],
  ['<a>UN<b/>ION</a>', ['UNION']],
  ['<a> UN<b/> <b/>ION </a>', ['UN ION']],
  ['<a>x<b>y</b>z</a>', ['xz', 'xyz']],
  ['<a>x<b>y<c>z</c></b></a>', ['xyz']],
  ['<a>\n<b>x<c>y</c></b>\n<b>x<c/>y</b>\n<c>z</c></a>', ['xy', 'xy']],
  ['<a><b>x<c>y</c></b>z</a>', ['xyz']],
  ['<a>x<b/>y', []],
];

test('texts with elements between them are joined', async (t) => {
  for (const [source, joined] of mixed) {
    await t.test(rowTitle(source), () => assert.deepEqual(parseXml(source, 100).joined, joined));
  }
  assert.equal(mixed.length, 9);
});

type Fault = [
  source: string,
  error: string,
  texts: readonly string[],
  attributes?: readonly string[],
];

const faults: readonly Fault[] = [
  ['', 'no root element at byte 0', []],
  ['<!-- x -->', 'no root element at byte 10', []],
  ['q=<script>', 'text outside the root element at byte 2', ['q=']],
  ['<a>x', 'element not closed at byte 4', ['x']],
  ['<a><b>x</a></b>', 'mismatched end tag at byte 7', ['x']],
  ['<a>x</A>', 'mismatched end tag at byte 4', ['x']],
  ['<a/></a>', 'mismatched end tag at byte 4', []],
  ['</a>', 'mismatched end tag at byte 0', []],
  ['<a/><b c="d"/>', 'second root element at byte 4', [], ['d']],
  ['<a/>x', 'text outside the root element at byte 5', ['x']],
  ['x<a/>', 'text outside the root element at byte 1', ['x']],
  ['<a b=c d>x</a>', 'attribute value without quotes at byte 0', ['x'], ['c', '']],
  ['<a b>x</a>', 'attribute without value at byte 0', ['x'], ['']],
  ['<a b="1"c="2"/>', 'blank missing in tag at byte 0', [], ['1', '2']],
  ['<a b="<script>"/>', '< in attribute value at byte 0', [], ['<script>']],
  ['<a b="<script>', 'attribute value not closed at byte 0', [], ['<script>']],
  ['<a <script>x</script></a>', 'invalid character in tag at byte 0', ['x'], ['']],
  ['<a b="c"', 'tag not closed at byte 0', [], ['c']],
  ['<a', 'tag not closed at byte 0', []],
  ['<a>x</a', 'tag not closed at byte 4', ['x']],
  ['<a ="b" c="d"/>', 'attribute without name at byte 0', [], ['b', 'd']],
  ['<a =b>x</a>', 'attribute without name at byte 0', ['x'], ['b']],
  ['<a  = >x</a>', 'attribute without name at byte 0', ['x'], ['']],
  ['<a "b" \'c\' d="e">x</a>', 'invalid character in tag at byte 0', ['x'], ['b', 'c', 'e']],
  ['<a "b', 'invalid character in tag at byte 0', [], ['b']],
  // Rules do not read names, so that nothing may hide in them.
  ['<a;cat c="1">x</a>', 'invalid character in tag at byte 0', ['x'], ['', '1']],
  ['<a$(id)/>', 'invalid character in tag at byte 0', [], ['']],
  ['<a b;c="1"/>', 'attribute without value at byte 0', [], ['', '1']],
  ['<a 1b="c"/>', 'invalid character in tag at byte 0', [], ['c']],
  ['<a b="1" c="2" b="3"/>', 'duplicate attribute at byte 0', [], ['1', '2', '3']],

  ['<a></a b="c">', 'malformed end tag at byte 3', [], ['c']],
  ['<a></a/>', 'malformed end tag at byte 3', []],
  ['<a></></a>', 'tag without name at byte 3', []],
  ['<a>1 < 2</a>', 'stray < at byte 5', ['1 < 2']],
  ['<a><1></a>', 'stray < at byte 3', ['<1>']],
  ['<a>x & y</a>', 'unknown reference at byte 3', ['x & y']],
  ['<a>&e;&lt;</a>', 'unknown reference at byte 3', ['&e;<']],
  ['<a b="&nbsp;"/>', 'unknown reference at byte 0', [], ['&nbsp;']],
  ['<a>&#0;</a>', 'unknown reference at byte 3', ['&#0;']],
  ['<a>&#xFFFE;</a>', 'unknown reference at byte 3', ['&#xFFFE;']],
  ['<a>&#xD800;</a>', 'unknown reference at byte 3', ['&#xD800;']],
  ['<a>&#x110000;</a>', 'unknown reference at byte 3', ['&#x110000;']],
  ['<a>&#99999999999999999999;</a>', 'unknown reference at byte 3', ['&#99999999999999999999;']],
  ['<a>&#65</a>', 'unknown reference at byte 3', ['&#65']],
  ['<a>&#;&#x;</a>', 'unknown reference at byte 3', ['&#;&#x;']],
  ['<a>x\0</a>', 'control character at byte 4', ['x\0']],
  ['<a><!-- <script></a>', '<!-- not closed at byte 3', ['<script></a>']],
  ['<a><!-- x -- y --></a>', '-- in comment at byte 3', []],
  ['<a><!-- x ---></a>', '-- in comment at byte 3', []],
  ['<a><![CDATA[<script></a>', '<![CDATA[ not closed at byte 3', ['<script></a>']],
  ['<a/><?p <script>', '<? not closed at byte 4', ['p <script>']],
  [
    '<?xml version="1.0" encoding="utf-7"?><a>+ADw-</a>',
    'encoding not supported at byte 0',
    ['+ADw-'],
  ],
  ["<?xml version='1.0' encoding = 'IBM037'?><a/>", 'encoding not supported at byte 0', []],
  ['<?xml?><a/>', 'malformed XML declaration at byte 0', []],
  ['<?xml version="1.0" x="y"?><a/>', 'malformed XML declaration at byte 0', []],
  ['<?XML version="1.0"?><a/>', 'malformed XML declaration at byte 0', []],
  ['<a><?xml version="1.0"?></a>', 'XML declaration not at the beginning at byte 3', []],
  ['<a><? x?></a>', 'malformed instruction at byte 3', []],
  ['<a><?x;y?></a>', 'malformed instruction at byte 3', []],
  ['\xff\xfe<\0a\0/\0>\0', 'stray < at byte 2', ['\xff\xfe<\0a\0/\0>\0']],
];

test('a fault has a text and an offset, and hides nothing', async (t) => {
  for (const [source, error, texts, attributes = []] of faults) {
    await t.test(rowTitle(source), () => {
      const parsed = parseXml(source, 100);
      assert.equal(parsed.error, error, source);
      assert.deepEqual(parsed.texts, texts, source);
      assert.deepEqual(parsed.attributes, attributes, source);
    });
  }
  assert.equal(faults.length, 60);
});

test('100,000 empty elements are well-formed', () => {
  const { error, texts } = parseXml(`<r>${'<a/>'.repeat(100_000)}</r>`, 100);
  assert.deepEqual([error, texts], [undefined, []]);
});

test('256 levels are read, more are an error and are read too', () => {
  const nested = (levels: number) => `${'<a>'.repeat(levels)}x${'</a>'.repeat(levels)}`;
  assert.equal(parseXml(nested(256), 9).error, undefined);
  const deep = parseXml(nested(200_000), 9);
  assert.equal(deep.error, 'more than 256 levels of elements at byte 768');
  assert.deepEqual(deep.texts, ['x']);
});

test('stops at the limit of values', () => {
  assert.equal(parseXml('<a b="1">x<c/>y</a>', 3).limitReached, false);
  const cut = parseXml('<a b="1">x<c/>y</a>', 2);
  assert.deepEqual([cut.limitReached, cut.attributes, cut.texts], [true, ['1'], ['x']]);
  const inTag = parseXml('<a>x<b c="1" d="2"/></a>', 2);
  assert.deepEqual([inTag.limitReached, inTag.attributes, inTag.texts], [true, ['1'], ['x']]);
});

test('a thousand misplaced declarations after 3 MB of white space take linear time', () => {
  const source = `${' '.repeat(3_000_000)}${'<?xml version="1.0"?>'.repeat(1000)}<a/>`;
  const took = cpuMilliseconds(() => {
    assert.equal(
      parseXml(source, 100).error,
      `XML declaration not at the beginning at byte ${3_000_000 + 21}`,
    );
  });
  assert.ok(took < 1000, `${took} ms`);
});
