/** Bodies without a body processor that are no UTF-8, but that some back end reads as JSON or XML all the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processUntyped } from '#engine/body/process-untyped.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const LIMITS = { argumentsLimit: 100, jsonDepthLimit: 20 };
const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');

const rows: readonly (readonly [body: string, processor: string | undefined, value?: string])[] = [
  ['{"\xff":1,"a":"x"}', 'JSON', 'x'],
  ['["\xff","x"]', 'JSON', 'x'],
  [`{"\xff":1,"a":"x","b":${'['.repeat(100)}`, 'JSON', 'x'],
  [wide('{"a":"x"}'), 'JSON', 'x'],
  [wide('\ufeff["x"'), 'JSON', 'x'],
  [wide('a=1&b=x'), 'URLENCODED', 'x'],
  [wide('<doc>x</doc>'), 'XML'],
  [wide('words'), undefined],
  ['[0\x8f\x01', undefined],
  ['{"\xff\x01', undefined],
  ['{a\xff', undefined],
  // The first error is at byte 15, and at byte 16.
  ['{"\xff":"x","bcd":\x01', undefined],
  ['{"\xff":"x","bcde":\x01', 'JSON', 'x'],
  ['"\x8f words that are long enough"', undefined],
  ['\xff\xd8\xff\xe0\0\x10JFIF', undefined],
];

test('what is read as JSON, XML or a form, and what stays unread', async (t) => {
  for (const [body, processor, value] of rows) {
    await t.test(rowTitle(JSON.stringify(body)), () => {
      const found = processUntyped(body, 'application/octet-stream', LIMITS);
      assert.equal(found?.processor, processor);
      const values = found?.variables.pairs?.map(([, text]) => text) ?? [];
      if (value !== undefined) assert.ok(values.includes(value), JSON.stringify(values));
      if (processor === 'XML') assert.deepEqual(found?.variables.xml?.texts, ['x']);
    });
  }
  assert.equal(rows.length, 15);
});
