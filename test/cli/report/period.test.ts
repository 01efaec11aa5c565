/** `--period` and `--compare`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpan } from '#compiler/cli/commands/report/period.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const at = (text: string): number => Date.parse(text);

const spans: readonly (readonly [text: string, from?: number, to?: number])[] = [
  ['2026-11-01..2026-11-07', at('2026-11-01T00:00Z'), at('2026-11-08T00:00Z')],
  ['2026-11-01..2026-11-01', at('2026-11-01T00:00Z'), at('2026-11-02T00:00Z')],
  ['2026-11-01T10:00..2026-11-01T11:30', at('2026-11-01T10:00Z'), at('2026-11-01T11:30Z')],
  ['2026-11-01 10:00:05..', at('2026-11-01T10:00:05Z'), Number.POSITIVE_INFINITY],
  ['..2026-11-01T10:00+02:00', Number.NEGATIVE_INFINITY, at('2026-11-01T08:00Z')],
  ['..'],
  [''],
  ['2026-11-01'],
  ['2026-11-07..2026-11-01'],
  ['2026-11-01T10:00..2026-11-01T10:00'],
  ['2026-02-30..2026-03-01'],
  ['2026-13-01..'],
  ['2026-11-01T25:00..'],
  ['1..2..3'],
  ['yesterday..'],
];

test('spans of time are parsed to their first and last moment', async (t) => {
  for (const [text, from, to] of spans) {
    await t.test(rowTitle(text), () => {
      assert.deepEqual(
        parseSpan(text),
        from === undefined || to === undefined ? undefined : { from, to },
      );
    });
  }
  assert.equal(spans.length, 15);
});
