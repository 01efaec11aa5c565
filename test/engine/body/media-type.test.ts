import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyProcessorFor } from '#engine/body/media-type.ts';
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
