/** Texts of any length to their bytes and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOfText, textOfBytes } from '#compiler/utf8.ts';

test('texts that are longer than one call takes arguments are encoded and decoded', () => {
  for (const text of ['', 'a', 'é', 'aé€😀'.repeat(200_000), `${'x'.repeat(8191)}é`]) {
    const bytes = Buffer.from(text, 'utf8').toString('latin1');
    assert.ok(bytesOfText(text) === bytes, `${text.length} encoded`);
    assert.ok(textOfBytes(bytes) === text, `${text.length} decoded`);
  }
  assert.equal(textOfBytes('a\xff'), 'a\ufffd');
});

test('200 MB are decoded, as a HAR file with downloads has', () => {
  const length = 200 << 20;
  assert.equal(textOfBytes('x'.repeat(length)).length, length);
});
