import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalsLowered, lowerAscii } from '#engine/bytes/byte-string.ts';

test('a value equals its ASCII lower case, for every byte, and nothing else', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  for (const byte of bytes) {
    for (const other of bytes) {
      assert.equal(
        equalsLowered(`x${byte}`, `x${other}`),
        lowerAscii(byte) === other,
        byte + other,
      );
    }
  }
  assert.equal(equalsLowered('Host', 'hos'), false);
  assert.equal(equalsLowered('Hos', 'host'), false);
});
