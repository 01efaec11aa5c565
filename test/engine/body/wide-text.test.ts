import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeWide } from '#engine/body/wide-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const TEXT = '{"a":"x\u00e9\u20ac\u{1f600}<"}';

type Encode = (text: string) => Buffer;

const utf16le: Encode = (text) => Buffer.from(text, 'utf16le');
const utf16be: Encode = (text) => utf16le(text).swap16();
const utf32le: Encode = (text) =>
  Buffer.concat(
    [...text].map((char) => {
      const unit = Buffer.alloc(4);
      unit.writeUInt32LE(char.codePointAt(0) ?? 0);
      return unit;
    }),
  );
const utf32be: Encode = (text) => utf32le(text).swap32();

test('text is decoded in every encoding, with and without a byte order mark', () => {
  let ran = 0;
  for (const encode of [utf16le, utf16be, utf32le, utf32be]) {
    for (const text of [TEXT, `\ufeff${TEXT}`]) {
      const decoded = decodeWide(encode(text).toString('latin1')) ?? assert.fail();
      assert.equal(Buffer.from(decoded, 'latin1').toString('utf8'), TEXT);
      ran += 1;
    }
  }
  assert.equal(ran, 8);
});

const rows: readonly (readonly [body: string, text: string | undefined])[] = [
  ['', undefined],
  ['a', undefined],
  ['{"a":1}', undefined],
  ['\x89PNG\r\n\x1a\n\0\0', undefined],
  ['\xff\xfe', ''],
  ['a\0b', 'a'],
  ['a\0\x00\xd8b\0', 'a\xed\xa0\x80b'],
  ['a\0\x00\xdcb\0', 'a\xed\xb0\x80b'],
  ['a\0\x00\xd8', 'a\xed\xa0\x80'],
  ['\0a\0\0\0b', 'a\0b'],
  ['a\0\0\0\xff\xff\x10\0', 'a\xf4\x8f\xbf\xbf'],
  ['a\0\0\0\xff\xff\xff\xff', 'a\xef\xbf\xbd'],
];

test('malformed text is decoded as far as it goes, and other bytes are not decoded', async (t) => {
  for (const [body, text] of rows) {
    await t.test(rowTitle(JSON.stringify(body)), () => assert.equal(decodeWide(body), text));
  }
  assert.equal(rows.length, 12);
});
