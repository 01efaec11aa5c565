/** How phrase lists are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhraseFile, parsePhrases } from '../../../runtime/engine/text-search/phrase-list.ts';

const ARGUMENTS = [
  ['a b', ['a', 'b']],
  ['  A  \tb ', ['a', 'b']],
  ['', []],
  ['|41 42|c', ['abc']],
  ['x|4142|', ['xab']],
  ['|41 20 42| c', ['a b', 'c']],
  ['| 0 0ff |', ['\0\xff']],
  [String.raw`a\:b \;c d\"e f\\g`, ['a:b', ';c', 'd"e', 'f\\g']],
  [String.raw`\n c:\x`, ['\\n', 'c:\\x']],
  ['|', ['|']],
  ['|| |4| |4g|', ['||', '|4|', '|4g|']],
  ['<![cdata[ <!-- ?> ( )', ['<![cdata[', '<!--', '?>', '(', ')']],
  ['\xc3\x80 \xa0x', ['\xc3\x80', '\xa0x']],
] as const;

test('the argument of @pm', () => {
  for (const [text, expected] of ARGUMENTS) assert.deepEqual(parsePhrases(text), expected, text);
  assert.equal(ARGUMENTS.length, 13);
});

test('phrase files: lines as they stand', () => {
  const file = '# comment\n\n  Two words \r\n|41|\\:\n  # indented\n#\nx#y\n\xc3\xa0\n\xa0\nlast';
  const expected = ['two words', '|41|\\:', 'x#y', '\xc3\xa0', '\xa0', 'last'];
  assert.deepEqual(parsePhraseFile(file), expected);
  assert.deepEqual(parsePhraseFile(''), []);
});
