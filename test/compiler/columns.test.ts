/** Columns of findings count characters, and carets are below what they mark, in every encoding of a rule file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { error, formatDiagnostic } from '#compiler/diagnostics.ts';
import { positionOf, type Span } from '#compiler/source.ts';
import { bytesOfText, textOfBytes } from '#compiler/utf8.ts';
import { rowTitle } from '../helpers/row-title.ts';

/** The bytes of a line, the column of `X` in it, and the columns of a terminal before it. */
const cases: readonly (readonly [bytes: string, column: number, before: number])[] = [
  ['SecRule X', 9, 8],
  ['\tX', 2, 1],
  [bytesOfText("msg:'é',X"), 9, 8],
  [bytesOfText("msg:'€',X"), 9, 8],
  [bytesOfText("msg:'e\u0301',X"), 10, 8],
  [bytesOfText("msg:'日本',X"), 10, 11],
  [bytesOfText("msg:'😀',X"), 9, 9],
  [bytesOfText('\ufeffSecRule X'), 9, 8],
  ["msg:'\xe9',X", 9, 8],
  ["msg:'\xe9\xe9',X", 10, 9],
  [bytesOfText(`${'é'.repeat(100)}X`), 101, 63],
  [bytesOfText(`${'€'.repeat(100)}X`), 101, 43],
];

/** The part of `text` that the carets of a report mark. */
function marked(bytes: string, span: Span): readonly [column: number, before: number] {
  const [, line = '', carets = ''] = formatDiagnostic({
    ...error('code', 'Message.'),
    span,
    notes: [],
  }).split('\n');
  assert.equal(carets.trim(), '^');
  assert.ok(!textOfBytes(bytes).includes('\ufffd') === !textOfBytes(line).includes('\ufffd'));
  return [positionOf(span).column, carets.indexOf('^') - '  '.length];
}

test('columns count characters, and carets stand below them', async (t) => {
  let count = 0;
  for (const [bytes, column, before] of cases) {
    await t.test(rowTitle(textOfBytes(bytes)), () => {
      const start = bytes.indexOf('X');
      const span = { source: { path: 'a.conf', text: `${bytes}\n` }, start, end: start + 1 };
      assert.deepEqual(marked(bytes, span), [column, before]);
    });
    count += 1;
  }
  assert.equal(count, 12);
});

test('the mark is as wide as what it marks', () => {
  const text = bytesOfText('é 日本 x\n');
  const span = { source: { path: 'a.conf', text }, start: 3, end: 9 };
  const [, line = '', carets] = formatDiagnostic({
    ...error('code', 'Message.'),
    span,
    notes: [],
  }).split('\n');
  assert.equal(textOfBytes(line), '  é 日本 x');
  assert.equal(carets, '    ^^^^');
});
