/** `%uHHHH` for every code point that four digits can name, against the definition of the code page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlDecodeUni, utf8toUnicode } from '#engine/transformations/index.ts';
import { createUrlDecodeUni } from '#engine/transformations/url-decode-uni.ts';
import { CODE_PAGE_20127 } from './code-page-20127.ts';

/** What the page does not say: two more full stops, and U+FF1F, since `?` is its character for all unknown ones. */
const BESIDE = new Map([
  [0x3002, 0x2e],
  [0xff61, 0x2e],
  [0xff1f, 0x3f],
]);

const page = new Map(
  CODE_PAGE_20127.trim()
    .split(/\s+/)
    .map((entry) => {
      const [code = '', byte = ''] = entry.split(':');
      return [Number.parseInt(code, 16), Number.parseInt(byte, 16)] as const;
    }),
);

const escapeOf = (code: number): string => `%u${code.toString(16).padStart(4, '0')}`;

test('each of the 370 entries of code page 20127 becomes its byte, 76 of them below U+0100', () => {
  assert.equal(page.size, 370);
  assert.equal([...page.keys()].filter((code) => code < 0x100).length, 76);
  for (const [code, byte] of page) {
    assert.equal(urlDecodeUni(escapeOf(code)), String.fromCharCode(byte), escapeOf(code));
    assert.equal(urlDecodeUni(escapeOf(code).toUpperCase()), String.fromCharCode(byte));
  }
});

test('every other code point becomes its low byte, but for two full stops and a question mark', () => {
  let count = 0;
  for (let code = 0; code < 0x10000; code += 1) {
    if (page.has(code)) continue;
    const byte = BESIDE.get(code) ?? code & 0xff;
    assert.equal(urlDecodeUni(escapeOf(code)), String.fromCharCode(byte), escapeOf(code));
    count += 1;
  }
  assert.equal(count, 0x10000 - 370);
});

test('the same characters in UTF-8 end as the same bytes', () => {
  for (const [code, byte] of page) {
    const utf8 = Buffer.from(String.fromCharCode(code), 'utf8').toString('latin1');
    assert.equal(urlDecodeUni(utf8toUnicode(utf8)), String.fromCharCode(byte), escapeOf(code));
  }
});

test('another page replaces all of 20127 but the dots; full-width forms and low bytes apply after it', () => {
  const decode = createUrlDecodeUni('0100:41 2212:2d ff1e:7d 0020:40 0100:42');
  const cases: readonly (readonly [string, string])[] = [
    ['%u0100', 'B'],
    ['%u2212', '-'],
    ['%uff1e', '}'],
    ['%u0020', '@'],
    ['%uff1c', '<'],
    ['%u00e9', '\xe9'],
    ['%u3002%uff61', '..'],
    ['%41+%zz', 'A %zz'],
  ];
  for (const [input, output] of cases) assert.equal(decode(input), output, input);
  assert.equal(cases.length, 8);
});
