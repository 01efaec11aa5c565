import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformationRecord, transformations } from '#compiler/language/transformations/index.ts';
import { BLOCK } from '#engine/bytes/byte-block.ts';
import { byteClassesOf, bytesOfClasses, hasByteClass } from '#engine/bytes/byte-classes.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { keywordTypes } from '#engine/libinjection/sql/keywords.ts';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { ALL } from '../transformations/all.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
/** Each transformation once, whatever its aliases. */
const NAMES = [...new Set(transformations.values())];

test('every byte is in one class, and the classes give the bytes back', () => {
  const traits = new Set(BYTES.map((byte) => byteClassesOf(byte)));
  for (const each of traits) assert.equal(each & (each - 1), 0);
  assert.equal(traits.size, 32);
  assert.equal(bytesOfClasses(-1).length, 256);
  assert.equal(byteClassesOf(''), 0);
  assert.equal(byteClassesOf('aB'), byteClassesOf('z') | byteClassesOf('A'));
  assert.ok(hasByteClass({ byteClasses: byteClassesOf('a<b') }, byteClassesOf('>')));
});

test('a long text has the classes of all its bytes, wherever they stand', () => {
  let compared = 0;
  for (const length of [511, 512, 513, 514, 515, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3]) {
    for (const at of [0, 1, 2, 3, length - 4, length - 3, length - 2, length - 1]) {
      const text = `${'a'.repeat(at)}%${'a'.repeat(length - at - 1)}`;
      assert.equal(byteClassesOf(text), byteClassesOf('a%'), `${at} of ${length}`);
      assert.equal(byteClassesOf(text.replace('%', 'a')), byteClassesOf('a'), `${length}`);
      compared += 1;
    }
  }
  assert.equal(compared, 72);
});

test('a transformation changes nothing in values without the bytes that it changes', () => {
  let ran = 0;
  const changing = NAMES.filter((name) => transformationRecord(name).changes !== undefined);
  for (const name of changing) {
    const { bytes = '', lowerCase } = transformationRecord(name).changes ?? {};
    const transform = ALL.get(name) ?? assert.fail(name);
    const others = BYTES.filter((byte) => !bytes.includes(byte));
    for (const value of valuesOf(others)) {
      ran += 1;
      const result = transform(value);
      assert.equal(result, lowerCase ? lowerAscii(value) : value, `t:${name} of ${escape(value)}`);
    }
  }
  assert.equal(changing.length, 21);
  assert.equal(ran, changing.length * 3000);
});

test('without the bytes that a transformation rewrites, its result is a substring of the value', () => {
  let ran = 0;
  const rewriting = NAMES.filter((name) => transformationRecord(name).rewrites !== undefined);
  for (const name of rewriting) {
    const { rewrites = '' } = transformationRecord(name);
    const transform = ALL.get(name) ?? assert.fail(name);
    for (const few of ['./\\ a', ' \t\n\v\f\ra', '. ']) {
      const others = [...few].filter((byte) => !rewrites.includes(byte));
      for (const value of valuesOf(others)) {
        ran += 1;
        assert.ok(value.includes(transform(value)), `t:${name} of ${escape(value)}`);
      }
    }
  }
  assert.equal(rewriting.length, 5);
  assert.equal(ran, rewriting.length * 9000);
});

test('a transformation that ignores case changes letters of either case in the same way', () => {
  let ran = 0;
  const ignoring = NAMES.filter((name) => transformationRecord(name).ignoresCase);
  for (const name of ignoring) {
    const transform = ALL.get(name) ?? assert.fail(name);
    for (const few of [
      '%uUfFaA0+',
      './\\ aB',
      ' \t\0\xa0\xc2\xe2zZ',
      '/*-#<>!aA',
      BYTES.join(''),
    ]) {
      for (const value of valuesOf([...few])) {
        ran += 1;
        const [result, lower] = [transform(value), transform(lowerAscii(value))];
        assert.equal(lowerAscii(result), lowerAscii(lower), `t:${name} of ${escape(value)}`);
      }
    }
  }
  assert.equal(ignoring.length, 16);
  assert.equal(ran, ignoring.length * 15_000);
});

test('a transformation adds no byte classes but those that are said', () => {
  let ran = 0;
  const adding = NAMES.filter((name) => transformationRecord(name).adds !== undefined);
  for (const name of adding) {
    const { adds = [], changes } = transformationRecord(name);
    const transform = ALL.get(name) ?? assert.fail(name);
    assert.ok(changes !== undefined, `t:${name}: 'adds' is read only together with 'changes'`);
    for (const few of ['%+u2/*-<!>#a', '\\"^,;\t\n (/.', '\0\x85\xa0\xc2\xe1\xe2\x80\xe3 Az']) {
      for (const value of [...valuesOf([...few]), ...valuesOf(BYTES)]) {
        ran += 1;
        let possible = byteClassesOf(value) | byteClassesOf('aA');
        for (const { from, bytes } of adds) {
          if ((possible & byteClassesOf(from)) === 0) continue;
          possible = bytes === undefined ? -1 : possible | byteClassesOf(bytes);
        }
        const result = byteClassesOf(transform(value));
        assert.equal(result & ~possible, 0, `t:${name} of ${escape(value)}`);
      }
    }
  }
  assert.equal(adding.length, 17);
  assert.equal(ran, adding.length * 18_000);
});

test('a part of the result without separators is a part of the value', () => {
  let compared = 0;
  const separating = NAMES.filter((name) => transformationRecord(name).separators !== undefined);
  for (const name of separating) {
    const { separators = '' } = transformationRecord(name);
    const transform = ALL.get(name) ?? assert.fail(name);
    for (const few of ['./\\ aB', '/*a -', ' \t\v\0\x85\xa0\xc2\xe1\xe2\x80\x9f\xe3aB']) {
      for (const value of valuesOf([...few])) {
        const parts = separators === '' ? [transform(value)] : transform(value).split(separators);
        for (const part of parts) {
          compared += 1;
          const isPart = lowerAscii(value).includes(lowerAscii(part));
          assert.ok(isPart, `t:${name} of ${escape(value)}: ${escape(part)}`);
        }
      }
    }
  }
  assert.equal(separating.length, 9);
  assert.equal(compared, 120_466);
});

/** A fixed walk through short and long values of the given bytes. */
function* valuesOf(bytes: readonly string[]): Generator<string> {
  let state = 1;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let turn = 0; turn < 3000; turn += 1) {
    const length = next(turn % 10 === 0 ? 80 : 6);
    yield Array.from({ length }, () => bytes[next(bytes.length)]).join('');
  }
}

test('no word of SQL is an injection, alone or after a number', () => {
  const numbers = ['', '1', '12', '0x41', '0x', '0b01', '0b2', '1e5', '1e', '1d', '1e5f', '9_'];
  const words = [...keywordTypes.keys()].filter((word) => /^\w+$/.test(word));
  let ran = 0;
  for (const word of ['', ...words]) {
    for (const value of numbers.flatMap((number) => [number + word, `${number}${word}1`])) {
      ran += 1;
      assert.equal(sqliFingerprint(value).injection, false, value);
    }
  }
  assert.ok(words.length > 500, `${words.length} words`);
  assert.equal(ran, (words.length + 1) * numbers.length * 2);
});
