/** Long values, which are read in blocks, give what their short parts give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import { BLOCK } from '#engine/bytes/byte-block.ts';
import { base64Decode, base64DecodeExt } from '#engine/transformations/base64.ts';
import { dividesAt } from '#engine/transformations/divide.ts';
import { htmlEntityDecode } from '#engine/transformations/html-entity-decode.ts';
import { sqlHexDecode } from '#engine/transformations/sql-hex-decode.ts';
import { ALL } from './all.ts';

const PIECES =
  '\t\t\t\t\t|\xe2\x80\t\t\t\t|%|%4|%41|%u00|%u0041|%uff1c|%2e|+| |  |\t|\n|\xa0|\xc2|\xc2\xa0|\xc2\x85|\xe1\x9a|\xe1\x9a\x80|\xe2\x80\x83|"|\'|\\|^|,|;|(|/| /|aB|Z|0|\0|\xff|&amp;|&LT|&#x3c|&#9;|&Tab;|&am|&x;|=|*'.split(
    '|',
  );
/** Shorter than what is read in blocks. */
const PART = 1000;

/** About so long: the first pieces of a part are far apart, the last ones not. */
function part(random: Random): string {
  let text = '.';
  while (text.length < PART) {
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '';
    text += 'x'.repeat(Math.floor(random() * random() * 20)) + piece;
  }
  return text;
}

test('a value of several blocks gives what its parts give', () => {
  let compared = 0;
  for (const [name, transform] of ALL) {
    const random = seededRandom(11);
    for (let round = 0; round < 4; round += 1) {
      let [value, expected] = ['', ''];
      // Another length each time: so every piece stands across the ends of blocks.
      while (value.length < 3 * BLOCK) {
        const next = part(random).slice(0, PART - Math.floor(random() * 100));
        if (!dividesAt(transform, value, next)) break;
        value += next;
        expected += transform(next);
      }
      if (value.length < 3 * BLOCK) continue;
      compared += 1;
      assert.ok(transform(value) === expected, name);
    }
  }
  assert.ok(compared > 40, `${compared} values`);
});

test('a value of more blocks than are collected gives what its parts give', () => {
  let compared = 0;
  for (const [name, transform] of ALL) {
    const random = seededRandom(13);
    const parts = Array.from({ length: 640 }, () => part(random));
    const isDivided = parts.every((text, index) =>
      dividesAt(transform, parts[index - 1] ?? '', text),
    );
    if (!isDivided || name.startsWith('replaceComments')) continue;
    compared += 1;
    assert.ok(transform(parts.join('')) === parts.map(transform).join(''), name);
  }
  assert.equal(compared, 12);
});

test('the few references among many ampersands are decoded', () => {
  const plain = 'a & b&c; &ampl &# &#x &l t; '.repeat(BLOCK / 16);
  assert.ok(htmlEntityDecode(plain) === plain.replaceAll('&ampl', '&l'));
  const harmless = plain.replaceAll('&ampl', '&mpl');
  assert.ok(htmlEntityDecode(harmless) === harmless);
  for (const [reference, text] of [
    ['&lt;', '<'],
    ['&QUOTe', '"e'],
    ['&#0000000000000000000000000000060;', '<'],
    ['&#X3Cx', '<x'],
    ['&Tab;', '\t'],
    ['&NonBreakingSpace;', '\xa0'],
    ['&DiacriticalGrave;', '`'],
    ['&#x1f600;', '\xf0\x9f\x98\x80'],
    ['&&amp;amp;', '&&amp;'],
  ] as const) {
    const value = `${reference}${harmless}${reference}${harmless}${reference}`;
    const expected = `${text}${harmless}${text}${harmless}${text}`;
    assert.ok(htmlEntityDecode(value) === expected, reference);
  }
});

test('Base64 of several blocks gives what Node reads', () => {
  const random = seededRandom(12);
  const bytes = Buffer.from(Array.from({ length: 4 * BLOCK }, () => Math.floor(random() * 256)));
  const [plain, text] = [bytes.toString('latin1'), bytes.toString('base64')];
  assert.ok(base64Decode(text) === plain);
  assert.ok(base64Decode(text.replace(/.{76}/g, '$&\r\n')) === plain);
  assert.ok(
    base64Decode(`${text.slice(0, 3 * BLOCK + 2)}!${text}`).length === 3 * (3 * (BLOCK / 4)) + 1,
  );
  assert.ok(base64DecodeExt(text.replace(/.{7}/g, '$&.')) === plain);
});

test('an escape longer than a block is decoded whole', () => {
  const lengths = [8191, 8192, 9000, 60_000, 600_000];
  for (const length of lengths) {
    const decoded = `ab${'x'.repeat(length - 2)}`;
    const hex = `0x6162${'78'.repeat(length - 2)}`;
    const rest = ' 0x63640 '.repeat(3000);
    const decodedRest = ' cd0 '.repeat(3000);
    assert.ok(sqlHexDecode(hex) === decoded, `${length} bytes`);
    assert.ok(sqlHexDecode(rest + hex + rest) === decodedRest + decoded + decodedRest, `${length}`);
    const zeros = '0'.repeat(length);
    const entity = ` &#${zeros}65; &#x100; `.repeat(3);
    assert.ok(htmlEntityDecode(entity) === ' A \xc4\x80 '.repeat(3), `${length} zeros`);
  }
  assert.equal(lengths.length, 5);
});
