/** Operators that check the encoding of a value, and the argument of @validateByteRange. */
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { loadByteSet } from '#engine/bytes/byte-set.ts';
import {
  noMatch,
  unconditionalMatch,
  validateByteRange,
  validateUrlEncoding,
  validateUtf8Encoding,
} from '#engine/operators/index.ts';
import { parseByteRanges } from '#engine/operators/validate-byte-range.ts';
import { rowTitle } from '../../helpers/row-title.ts';

test('a byte outside of the ranges is a match', async (t) => {
  const cases = [
    ['1-255', 'a\xff\x01', false],
    ['1-255', 'a\0b', true],
    ['9,10,13,32-126,128-255', 'a\tb\x80', false],
    ['9,10,13,32-126,128-255', 'a\x7f', true],
    [' 32 - 36 , 38-126 ', '%', true],
    ['0-255', '', false],
    ['', '', false],
    ['', 'a', true],
  ] as const;
  for (const [argument, value, expected] of cases) {
    await t.test(rowTitle(argument), () => {
      const ranges = parseByteRanges(argument);
      assert.ok(ranges.kind === 'Ok', argument);
      assert.equal(validateByteRange(value, loadByteSet(ranges.value)), expected, argument);
    });
  }
  assert.equal(cases.length, 8);
});

test('byte ranges that cannot be read', async (t) => {
  const cases = [
    ['256', 0],
    ['1-2,300-301', 4],
    ['1, 2-', 3],
    ['5,,6', 2],
    ['100-50', 0],
    ['0x20', 0],
    ['-1', 0],
    ['1-2-3', 0],
  ] as const;
  for (const [argument, index] of cases) {
    await t.test(rowTitle(argument), () => {
      const ranges = parseByteRanges(argument);
      assert.ok(ranges.kind === 'Error', argument);
      assert.equal(ranges.index, index, argument);
    });
  }
  assert.equal(cases.length, 8);
});

test('invalid URL encoding is a match', () => {
  const good = ['', 'a+b', '%41', 'x%C3%a9y', '%25%25'];
  const bad = ['%', '%4', 'a%', '%%41', '%u0041', '%4g', '%g4', '%41%'];
  for (const value of good) assert.equal(validateUrlEncoding(value), false, value);
  assert.equal(good.length, 5);
  for (const value of bad) assert.equal(validateUrlEncoding(value), true, value);
  assert.equal(bad.length, 8);
});

test('UTF-8: first and last of each length are valid, their neighbours are not', async (t) => {
  const bytes = (...values: readonly number[]) => String.fromCharCode(...values);
  const good = [
    [0x00],
    [0x7f],
    [0xc2, 0x80],
    [0xdf, 0xbf],
    [0xe0, 0xa0, 0x80],
    [0xed, 0x9f, 0xbf],
    [0xee, 0x80, 0x80],
    [0xef, 0xbf, 0xbf],
    [0xf0, 0x90, 0x80, 0x80],
    [0xf4, 0x8f, 0xbf, 0xbf],
  ];
  const bad = [
    [0x80],
    [0xbf],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xc2],
    [0xc2, 0x41],
    [0xe0, 0x9f, 0xbf],
    [0xed, 0xa0, 0x80],
    [0xe2, 0x82],
    [0xe2, 0x82, 0x41],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf0, 0x90, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xff],
  ];
  for (const sequence of good) {
    await t.test(rowTitle(sequence), () => {
      assert.equal(validateUtf8Encoding(`a${bytes(...sequence)}b`), false, sequence.join());
      assert.equal(validateUtf8Encoding(bytes(...sequence)), false, sequence.join());
    });
  }
  for (const sequence of bad) {
    await t.test(rowTitle(sequence), () => {
      assert.equal(validateUtf8Encoding(`a${bytes(...sequence)}b`), true, sequence.join());
      assert.equal(validateUtf8Encoding(bytes(...sequence)), true, sequence.join());
    });
  }
});

test('UTF-8 agrees with Node on all pairs and on triples around the bounds', () => {
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  let ran = 0;
  for (let first = 0; first < 256; first += 1) {
    for (let second = 0; second < 256; second += 1) {
      const pair = String.fromCharCode(first, second);
      for (const value of [
        pair,
        ...edges.map((third) => pair + String.fromCharCode(third, 0x80)),
      ]) {
        if (validateUtf8Encoding(value) === isUtf8(Buffer.from(value, 'latin1')))
          assert.fail(Buffer.from(value, 'latin1').toString('hex'));
        ran += 1;
      }
    }
  }
  assert.equal(ran, 256 * 256 * 11);
});

test('operators that do not look', () => {
  assert.equal(noMatch('x'), false);
  assert.equal(unconditionalMatch(''), true);
});
