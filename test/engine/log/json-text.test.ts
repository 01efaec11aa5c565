import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonString } from '#engine/log/json-text.ts';

test('bytes become JSON strings', () => {
  const cases = [
    ['plain', '"plain"'],
    ['', '""'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\n\x00\x7f', '"\\n\\u0000\\u007f"'],
    ['\x9b', '"\\\\x9B"'],
    ['\xc2\x9b', '"\\u009b"'],
    ['\xc3\xa9', '"é"'],
    ['\xe2\x80\xa8\xe2\x80\xae\xef\xbb\xbf', '"\\u2028\\u202e\\ufeff"'],
    ['\xf3\xa0\x80\x81', '"\\udb40\\udc01"'],
    ['\\x9B', '"\\\\x5Cx9B"'],
    ['\\x9b', '"\\\\x9b"'],
  ] as const;
  for (const [bytes, json] of cases) assert.equal(jsonString(bytes), json);
  assert.equal(cases.length, 11);
});

test('any bytes can be read back, and none of them is a control', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const text = fc.array(fc.oneof(byte, fc.constantFrom('\\x5C', '\\x9B', '\\', 'x', '\xc2\x9b')));
  fc.assert(
    fc.property(text, (parts) => {
      const bytes = parts.join('');
      const json = jsonString(bytes);
      assert.doesNotMatch(json, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const shown = Buffer.from(JSON.parse(json), 'utf8').toString('latin1');
      const back = shown.replace(/\\x(5C|[89A-F][0-9A-F])/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      );
      assert.equal(back, bytes);
    }),
  );
});
