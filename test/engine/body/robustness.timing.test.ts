/** What holds for every parser of request data: never throws, linear time, nothing grows unbounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evaluateXPath } from '#engine/body/evaluate-xpath.ts';
import { bodyProcessorFor } from '#engine/body/media-type.ts';
import { parseCookies } from '#engine/body/parse-cookies.ts';
import { parseJson } from '#engine/body/parse-json.ts';
import { parseMultipart } from '#engine/body/parse-multipart.ts';
import { parseParameters } from '#engine/body/parse-parameters.ts';
import { parseTarget } from '#engine/body/parse-target.ts';
import { parseUrlEncoded } from '#engine/body/parse-url-encoded.ts';
import { parseXml } from '#engine/body/parse-xml.ts';
import { compileXPath } from '#engine/body/xpath.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const LIMITS = { depthLimit: 64, argumentsLimit: 1000, fileLimit: 10 };
const CONTENT_TYPE = 'multipart/form-data; boundary=b';

function xmlValues(text: ByteString): object {
  const path = compileXPath('//a[2]//b/@*');
  return path.kind === 'Ok' ? evaluateXPath(parseXml(text, 1000), path.path, 1000) : [];
}

const parsers: Readonly<Record<string, (text: ByteString) => object>> = {
  target: parseTarget,
  urlencoded: (text) => parseUrlEncoded(text, 1000),
  cookies: parseCookies,
  parameters: (text) => parseParameters(text, 0),
  processor: (text) => [bodyProcessorFor(text)],
  contentType: (text) => parseMultipart(text, '--b\r\n', LIMITS),
  multipart: (text) => parseMultipart(CONTENT_TYPE, text, LIMITS),
  json: (text) => parseJson(text, LIMITS),
  xml: (text) => parseXml(text, 1000),
  xpath: xmlValues,
};

/** Bytes, mostly those that mean something to one of the parsers. */
const bytes = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'<>&;=%"\'\\{}[]:,/-?#!\r\n\t abu01') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '--b',
          '\r\n',
          '<![CDATA[',
          ']]>',
          '<!--',
          '\\u00',
          '&#x',
          '<a b="',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'Content-Disposition: form-data; name=',
          ' filename*=',
          '\r\n\r\n',
        ),
      },
      { weight: 1, arbitrary: fc.nat(255).map((code) => String.fromCharCode(code)) },
    ),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(''));

for (const [name, parse] of Object.entries(parsers)) {
  test(`${name}: random bytes never throw and give the same twice`, () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const once = parse(text);
        assert.deepEqual(once, parse(text));
        assert.doesNotMatch(JSON.stringify(once), /[\u0100-\uffff]/, 'chars are bytes');
      }),
      { numRuns: 500 },
    );
  });
}

const PART = 'Content-Disposition: form-data; name="a"; filename="x\\"y"; filename*=UTF-8\'\'%41';

const samples: Readonly<Record<string, ByteString>> = {
  target: 'http://u:p@h:80/a/%41%2fb;c=d?e=%zz&f=+#g',
  urlencoded: 'a=1&b=%41%4&c+d=e%20f&&=g&h',
  cookies: ' $Version=1; a="b;c"; d = e ;; =f; g',
  parameters: 'text/html; charset="a\\"b"; c=\'d\' ;e',
  contentType: 'multipart/form-data; boundary = "b c"; charset=utf-8',
  multipart: `x\r\n--b\r\n${PART}\r\n folded\r\nX: y\r\n\r\nv\n--c\r\n--b\r\n\r\n\r\n--b--\r\ny`,
  json: ' {"a":[1,-2.5e+3,true,null,{"\\u00e9\\ud83d\\ude00\\n":"x"}],"b":{},"c":[]} x',
  xml: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "]">]><a b=\'1\'>&lt;&#x41;<![CDATA[x]]><!--y--><c/></a>',
  xpath: '<r><a/><a><b c="1" d=\'&amp;\'/></a></r>',
};

test('samples cut at every byte never throw', () => {
  let ran = 0;
  for (const [name, sample] of Object.entries(samples)) {
    for (let end = 0; end <= sample.length; end += 1) {
      assert.equal(typeof parsers[name]?.(sample.slice(0, end)), 'object', `${name} at ${end}`);
      ran += 1;
    }
  }
  assert.ok(ran > 500, `${ran}`);
});

/** Texts that are repeated to a large body: worst cases for naive searches. */
const repeated: readonly [
  parser: string,
  piece: ByteString,
  head?: ByteString,
  tail?: ByteString,
][] = [
  ['target', '%'],
  ['target', '/%41'],
  ['urlencoded', '&'],
  ['urlencoded', 'a&'],
  ['urlencoded', '%'],
  ['urlencoded', '%41+'],
  ['cookies', ' '],
  ['cookies', '; '],
  ['cookies', ' ', 'a=', '\\'],
  ['parameters', ';'],
  ['parameters', '; a="\\"'],
  ['contentType', 'boundary'],
  ['contentType', ' ', 'multipart/form-data;'],
  ['multipart', '\n'],
  ['multipart', '\n--'],
  ['multipart', '\n--   '],
  ['multipart', '--b\r\n'],
  ['multipart', 'x\n', '--b\r\n'],
  ['multipart', ' x\n', '--b\r\nX: y\r\n'],
  ['multipart', ';', '--b\r\nContent-Disposition: form-data'],
  ['multipart', ';a=', '--b\r\nContent-Disposition: form-data'],
  ['multipart', "'", '--b\r\nContent-Disposition: form-data; filename*='],
  ['multipart', '\\"', '--b\r\nContent-Disposition: form-data; name="'],
  ['json', '['],
  ['json', '{"a":'],
  ['json', '\\u0041', '"'],
  ['json', '1'],
  ['json', '[],', '['],
  ['xml', '<'],
  ['xml', '<a>'],
  ['xml', '</a>'],
  ['xml', '<a b="'],
  ['xml', ' a=', '<a '],
  ['xml', ' ', '<a'],
  ['xml', '&'],
  ['xml', '&#1'],
  ['xml', '<!D "['],
  ['xml', '<!--'],
  ['xml', '<?xml encoding '],
  ['xpath', '<a>'],
  ['xpath', '<a><a/><b c="1">'],
];

const SMALL = 100_000;
const FACTOR = 8;
/** Far above linear growth with a noisy clock, far below quadratic growth (64). */
const MOST_GROWTH = 30;
const FLOOR_MS = 4;

test('time grows with the size of the text, not with its square', async (t) => {
  for (const [name, piece, head = '', tail = ''] of repeated) {
    await t.test(rowTitle(name), () => {
      const parse = parsers[name];
      assert.ok(parse, name);
      const timeFor = (size: number): number => {
        const text = head + piece.repeat(size / piece.length) + tail;
        const start = performance.now();
        parse(text);
        return performance.now() - start;
      };
      timeFor(SMALL);
      const small = Math.max(FLOOR_MS, timeFor(SMALL));
      const large = Math.min(timeFor(SMALL * FACTOR), timeFor(SMALL * FACTOR));
      assert.ok(large < small * MOST_GROWTH, `${name} ${piece}: ${small} ms, then ${large} ms`);
    });
  }
  assert.equal(repeated.length, 41);
});

test('a boundary of 900 characters that nearly matches everywhere', () => {
  const boundary = `b${'a'.repeat(900)}`;
  const body = `--${boundary}\r\n\r\n${`--b${'a'.repeat(899)}`.repeat(2000)}${'a'.repeat(2_000_000)}`;
  const start = performance.now();
  const { flags } = parseMultipart(`multipart/form-data; boundary=${boundary}`, body, LIMITS);
  assert.ok(performance.now() - start < 500);
  assert.equal(flags.unmatchedBoundary, 1);
});
