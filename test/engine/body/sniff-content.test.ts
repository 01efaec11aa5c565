/** What bodies look like, whatever their Content-Type. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SniffedContent, sniffContent } from '#engine/body/sniff-content.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const cases: readonly (readonly [body: string, expected: SniffedContent | undefined])[] = [
  ['{}', 'JSON'],
  ['{"a":1}', 'JSON'],
  [' \r\n\t{ "a" : 1}', 'JSON'],
  ['\xef\xbb\xbf{"a":1}', 'JSON'],
  ['[]', 'JSON'],
  ['[1,2]', 'JSON'],
  ['[ -1]', 'JSON'],
  ['[null]', 'JSON'],
  ['[[{"a":1}]]', 'JSON'],
  ['"text"', 'JSON'],
  ['{"a":"text that goes on\0', 'JSON'],
  ['{"a":"text that goes on\xff', 'JSON'],
  ['{"a":\0', undefined],
  ['"\x8f\x01', undefined],
  ['[0\x8f\x01', undefined],
  ['[note] more', 'TEXT'],
  ['{a:1}', 'TEXT'],
  ['{\\rtf1\\ansi}', 'TEXT'],
  ['<doc/>', 'XML'],
  ['<?xml version="1.0"?><a/>', 'XML'],
  ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'XML'],
  ['\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'XML'],
  ['<doc attribute="x">\0', 'XML'],
  ['<!DOCTYPE html><p>', 'TEXT'],
  ['<script>alert(1)</script>', 'TEXT'],
  ['<img src=x onerror=alert(1)>', 'TEXT'],
  ['<body onload=alert(1)>', 'TEXT'],
  ['<\x01\x02', 'TEXT'],
  ['< 1', 'TEXT'],
  ['a=1', 'URLENCODED'],
  ['a[b]=1&c=2', 'URLENCODED'],
  ['%61=1', 'URLENCODED'],
  ['a=a value long enough\0', 'URLENCODED'],
  ['a b=1', 'TEXT'],
  ['some words', 'TEXT'],
  ['gr\xc3\xbc\xc3\x9fe', 'TEXT'],
  ['gr\xfc\xdfe', undefined],
  ['words\0', undefined],
  ['\0', undefined],
  // Pictures, documents and archives as they begin; the GIF is 61 pixels wide.
  ['GIF89a=\0\x10\0\xf7\0\0', undefined],
  ['GIF87a\x10\0\x10\0', undefined],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', undefined],
  ['\xff\xd8\xff\xe0\0\x10JFIF', undefined],
  ['RIFF\x24\0\0\0WEBPVP8 ', undefined],
  ['BM6=\0\0', undefined],
  ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', undefined],
  ['PK\x03\x04\x14\0', undefined],
  ['\x1f\x8b\x08\0', undefined],
];

test('text by its Content-Type stays text with any bytes', () => {
  const types: readonly (readonly [type: string, isText: boolean])[] = [
    ['text/css', true],
    [' Text/html; charset=iso-8859-1', true],
    ['application/octet-stream; type=multipart; boundary=x', true],
    ['application/octet-stream; type=x-www-form-URLENCODED', true],
    ['application/grpc-web+json', false],
    ['multipart/mixed; boundary=x', true],
    ['application/octet-stream', false],
    ['image/png', false],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
    ['', false],
  ];
  for (const [type, isText] of types) {
    assert.equal(sniffContent('\0\xffwords', type), isText ? 'TEXT' : undefined, type);
    assert.equal(sniffContent('{"a\xff":1}', type), isText ? 'JSON' : undefined, type);
  }
  assert.equal(types.length, 10);
});

test('a body is what it looks like', async (t) => {
  for (const [body, expected] of cases) {
    await t.test(rowTitle(body), () => {
      assert.equal(sniffContent(body), expected, JSON.stringify(body));
    });
  }
  assert.equal(cases.length, 48);
});

test('a long body is looked at in linear time', () => {
  const size = 4_000_000;
  for (const body of [
    '='.repeat(size),
    'a'.repeat(size),
    ' '.repeat(size),
    `<${'a'.repeat(size)}`,
  ]) {
    const took = cpuMilliseconds(() => sniffContent(body));
    assert.ok(took < 1000, `${body.slice(0, 2)}: ${took} ms`);
  }
});
