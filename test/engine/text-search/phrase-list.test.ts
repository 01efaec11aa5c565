/** How phrase lists are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhrases } from '#engine/text-search/phrase-list.ts';

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

test('the argument of @pm is divided into phrases', () => {
  for (const [text, expected] of ARGUMENTS) assert.deepEqual(parsePhrases(text), expected, text);
  assert.equal(ARGUMENTS.length, 13);
});
