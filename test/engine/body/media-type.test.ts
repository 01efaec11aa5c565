import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyProcessorFor, parseMediaType } from '../../../runtime/engine/body/media-type.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const processors: readonly [contentType: string | undefined, processor: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['application/x-www-form-urlencoded', 'URLENCODED'],
  ['application/x-www-form-urlencoded; charset=utf-8', 'URLENCODED'],
  ['Application/X-WWW-Form-URLEncoded;charset=x', 'URLENCODED'],
  ['\tapplication/x-www-form-urlencoded', 'URLENCODED'],
  ['application/x-www-form-urlencoded, text/plain', 'URLENCODED'],
  ['multipart/form-data; boundary=b', 'MULTIPART'],
  ['MULTIPART/FORM-DATA', 'MULTIPART'],
  ['multipart/form-data boundary=b', 'MULTIPART'],
  ['multipart/form-dataX; boundary=b', 'MULTIPART'],
  ['Multipart/Related', undefined],
  ['multipart/foo; boundary=0000', undefined],
  ['multipart/; boundary=0000', undefined],
  ['x-multipart/form-data', undefined],
  ['application/json', undefined],
  ['text/xml', undefined],
  ['text/plain; x=application/x-www-form-urlencoded', undefined],
];

test('selects a processor by prefix, without case', async (t) => {
  for (const [contentType, processor] of processors) {
    await t.test(rowTitle(contentType), () => {
      assert.equal(bodyProcessorFor(contentType), processor, contentType);
    });
  }
  assert.equal(processors.length, 18);
});

const types: readonly [
  text: string,
  type: string,
  parameters: readonly (readonly [string, string])[],
][] = [
  ['', '', []],
  ['Text/HTML', 'text/html', []],
  [' text/html ;Charset="UTF-8"', 'text/html', [['charset', 'UTF-8']]],
  [
    'a/b; c=d; E="f;\\"g\\\\"',
    'a/b',
    [
      ['c', 'd'],
      ['e', 'f;"g\\'],
    ],
  ],
  ['a/b; c = d', 'a/b', [['c', 'd']]],
  [
    'a/b; charset=a; charset=b',
    'a/b',
    [
      ['charset', 'a'],
      ['charset', 'b'],
    ],
  ],
  ['a/b; c', 'a/b', []],
  ['a/b; c; d=e', 'a/b', [['d', 'e']]],
  ['a/b;;=x', 'a/b', [['', 'x']]],
  ['a/b; c="d', 'a/b', [['c', 'd']]],
  ['a/b; __proto__=x', 'a/b', [['__proto__', 'x']]],
];

test('reads a media type and its parameters', async (t) => {
  for (const [text, type, parameters] of types) {
    await t.test(rowTitle(text), () => {
      assert.deepEqual(parseMediaType(text), { type, parameters }, text);
    });
  }
  assert.equal(types.length, 11);
});
