/** Findings of a program stay where they belong while their file is typed in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveSpan, quickFindings } from '#compiler/cli/commands/lsp/quick-findings.ts';
import type { Finding } from '#compiler/cli/findings/finding.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly (readonly [before: string, after: string, word: string | undefined])[] = [
  ['one two three', 'one two four', 'two'],
  ['one two three', 'zero one two three', 'two'],
  ['one two three', 'two three', 'two'],
  ['one two three', 'one two', 'two'],
  ['one two three', 'one twwo three', undefined],
  ['one two three', '', undefined],
  ['two', 'two two', 'two'],
];

test('a place in a text that changes in one place', async (t) => {
  for (const [before, after, word] of rows) {
    await t.test(rowTitle(`${before} -> ${after}`), () => {
      const start = before.indexOf('two');
      const span = { source: { path: 'a', text: before }, start, end: start + 3 };
      const moved = moveSpan(span, { path: 'a', text: after });
      assert.equal(moved && after.slice(moved.start, moved.end), word);
    });
  }
  assert.equal(rows.length, 7);
});

test('what the program said stays, what it refuted is not shown again', () => {
  const source = { path: 'a', text: 'one two three' };
  const finding = (code: string, start: number): Finding => ({
    code,
    severity: 'warning',
    message: `${code} here`,
    hint: undefined,
    notes: [],
    profiles: [],
    span: { source, start, end: start + 3 },
  });
  const known = {
    whole: [finding('slow-regex', 0), finding('unset-variable', 4)],
    alone: [finding('slow-regex', 0), finding('never-runs', 0)],
  };
  const after = { path: 'a', text: ' one two three' };
  const alone = [finding('never-runs', 1), finding('bad-regex', 1), finding('unknown-marker', 1)];
  const found = quickFindings(known, alone, after).map(({ code, span }) => [code, span.start]);
  assert.deepEqual(found, [
    ['bad-regex', 1],
    ['unset-variable', 5],
  ]);
  const elsewhere = {
    ...finding('bad-regex', 0),
    span: { source: { path: 'b', text: 'x' }, start: 0, end: 1 },
  };
  assert.deepEqual(quickFindings(known, [...alone, elsewhere], after).length, 2);
  assert.deepEqual(
    quickFindings(undefined, alone, after).map(({ code }) => code),
    ['never-runs', 'bad-regex'],
  );
});
