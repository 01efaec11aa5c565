/** No input makes a transformation throw, leave the bytes, grow beyond its bound or take more than linear time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { ALL } from './all.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
/** What the decoders, paths and comments look at. */
const ALPHABET = [...'\\%&#;ux0Af=+/.*-<![ ]\0\n\xa0\xc2\xff'];

/** Longest result for `length` chars. */
const FIXED = new Map([
  ['md5', 16],
  ['sha1', 20],
  ['length', 16],
]);
const GROWTH = new Map([
  ['utf8toUnicode', 3],
  ['urlEncode', 3],
  ['hexEncode', 2],
]);
function bound(name: string, length: number): number {
  if (name === 'base64Encode') return Math.ceil(length / 3) * 4;
  return FIXED.get(name) ?? length * (GROWTH.get(name) ?? 1);
}

/** Plain loops: this runs four million times. */
function check(name: string, transform: (value: string) => string, value: string): void {
  const result = transform(value);
  if (result.length > bound(name, value.length) || /[^\0-\xff]/.test(result)) {
    const shown = `${name}(${JSON.stringify(value)}) = ${JSON.stringify(result)}`;
    assert.fail(`${shown}: no bytes, or longer than FIXED and GROWTH allow`);
  }
}

test('every byte value at lengths 0 to 2 and an alphabet at length 3 have bounded results', (t) => {
  let ran = 0;
  for (const [name, transform] of ALL) {
    check(name, transform, '');
    for (const first of BYTES) {
      check(name, transform, first);
      for (const second of BYTES) check(name, transform, first + second);
    }
    for (const first of ALPHABET) {
      for (const second of ALPHABET) {
        for (const third of ALPHABET) check(name, transform, first + second + third);
      }
    }
    ran += 1 + 256 + 256 ** 2 + ALPHABET.length ** 3;
  }
  assert.equal(ran, ALL.size * (65793 + ALPHABET.length ** 3));
  t.diagnostic(`${ran} calls`);
});

/** One of so many; a prime, so that every value of each byte is met. `EVERY_VALUE=1` takes all of them. */
const STRIDE = process.env['EVERY_VALUE'] === '1' ? 1 : 251;

test('every 251st text of length 3, or all of them, have bounded results', (t) => {
  let ran = 0;
  for (const [name, transform] of ALL) {
    for (let text = 0; text < 256 ** 3; text += STRIDE) {
      check(name, transform, String.fromCharCode(text >> 16, (text >> 8) & 255, text & 255));
      ran += 1;
    }
  }
  assert.equal(ran, ALL.size * Math.ceil(256 ** 3 / STRIDE));
  t.diagnostic(`${ran} calls, ${STRIDE === 1 ? 'all' : `one of ${STRIDE}`} of the texts`);
});

const REPEATED = [
  ...ALPHABET,
  ...['%41', '%u', '%uff1c', '\\x41', '\\101', '\\41 ', '&lt;', '&#', '&#x', '&a', '&#60;', '0x41'],
  ...[
    '../',
    'a/',
    'a/../',
    './',
    '/*',
    '/**/',
    '<!--',
    '-->',
    '[]',
    'a[',
    '[ ]',
    '\r\n',
    ' /',
    '; ',
  ],
  ...[
    '  a',
    'Aa',
    '\0a',
    '\xc2\xa0',
    '\xe2\x80',
    '\xe2\x80\x83',
    '\xf0\x9f\x98\x80',
    'QUJD',
    'QU==',
  ],
];
/** Parts that stand once, where a scan that starts over at every char would show. */
const FRAMED = [
  [' ', 'x'],
  ['a[', ']'],
  ['&#', '0'],
  ['/*', '*'],
] as const;

test('time is linear: 200 kB of any repeated text', (t) => {
  const SIZE = 200_000;
  const inputs = REPEATED.map((part) => part.repeat(Math.ceil(SIZE / part.length)));
  for (const [frame, part] of FRAMED) {
    inputs.push(frame + part.repeat(SIZE), part.repeat(SIZE) + frame, frame.repeat(SIZE) + part);
  }
  let slowest = 0;
  for (const [name, transform] of ALL) {
    for (const input of inputs) {
      const start = performance.now();
      check(name, transform, input);
      const time = performance.now() - start;
      slowest = Math.max(slowest, time);
      // Quadratic time would be minutes.
      assert.ok(time < 2000, `${name} took ${time} ms for ${JSON.stringify(input.slice(0, 8))}...`);
    }
  }
  t.diagnostic(`slowest: ${slowest.toFixed(0)} ms of CPU time`);
});

/** The most work each one can be given. */
const HARDEST = new Map([
  ['base64Decode', 'QUJD'],
  ['base64DecodeExt', 'QU=='],
  ['cmdLine', ' A'],
  ['compressWhitespace', '\xe2\x80\x83'],
  ['cssDecode', '\\41 '],
  ['escapeSeqDecode', '\\101'],
  ['hexDecode', '41'],
  ['htmlEntityDecode', '&a'],
  ['jsDecode', '\\n'],
  ['lowercase', 'A\xff'],
  ['normalizePath', 'a/../b/'],
  ['normalizePathWin', '\\'],
  ['phpArgsNames', 'a[]'],
  ['removeComments', '/**/'],
  ['removeCommentsChar', '#'],
  ['removeNulls', '\0'],
  ['removeWhitespace', '\xe2\x80\x83'],
  ['replaceComments', '/**/'],
  ['replaceNulls', '\0'],
  ['sqlHexDecode', '0'],
  ['trim', ' '],
  ['trimLeft', ' '],
  ['trimRight', ' '],
  ['urlDecode', '%41'],
  ['urlDecodeUni', '+%'],
  ['utf8toUnicode', '\xc3\xa9'],
]);

test('10 MB of the hardest input take bounded time', (t) => {
  const SIZE = 10_000_000;
  let slowest = 0;
  for (const [name, transform] of ALL) {
    const part = HARDEST.get(name) ?? 'a\xff';
    const input = part.repeat(SIZE / part.length);
    let result = '';
    const time = cpuMilliseconds(() => {
      result = transform(input);
    });
    slowest = Math.max(slowest, time);
    assert.ok(result.length <= bound(name, input.length), name);
    assert.ok(time < 10_000, `${name} took ${time} ms of CPU time`);
  }
  t.diagnostic(`slowest: ${slowest.toFixed(0)} ms of CPU time`);
});

test('plain text comes back as it is', () => {
  const CHANGING = [
    ...['base64Decode', 'base64DecodeExt', 'base64Encode', 'hexDecode', 'hexEncode', 'length'],
    ...['md5', 'sha1', 'uppercase', 'parityEven7bit', 'parityOdd7bit'],
  ];
  const unchanged = [...ALL].filter(([name]) => !CHANGING.includes(name));
  assert.equal(unchanged.length, ALL.size - CHANGING.length);
  for (const [name, transform] of unchanged) {
    assert.equal(transform('plain1'), 'plain1', `${name}: if it may, name it in CHANGING`);
  }
});
