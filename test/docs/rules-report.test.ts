import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { REPORT_PAGE, withReport } from '#scripts/rules-report/report-page.ts';
import { rowTitle } from '../helpers/row-title.ts';

test('the page has the figures of the built-in rules, with their day', async (t) => {
  const page = readFileSync(REPORT_PAGE, 'utf8');
  const block = /<!-- rules-report -->\n(.*)<!-- \/rules-report -->/s.exec(page)?.[1] ?? '';
  assert.match(block, /^Measured on 20\d\d-\d\d-\d\d by `make rules-report`\.$/m);
  for (const title of [
    'Detection at PL1',
    'Detection at PL2',
    'request mixes',
    'benign texts',
    'texts about programs',
  ]) {
    await t.test(rowTitle(title), () => {
      assert.ok(block.includes(title), title);
    });
  }
  const detected = [...block.matchAll(/^ *all +\d+\/\d+ (\d+\.\d) %/gm)].map(([, share]) =>
    Number(share),
  );
  assert.equal(detected.length, 4);
  assert.ok((detected[0] ?? 0) >= 85 && (detected[1] ?? 0) >= 90);
  assert.ok((detected[2] ?? 1) <= 0.3 && (detected[3] ?? 100) <= 3);
});

test('a report replaces the one before it and nothing else', () => {
  const page = 'a\n<!-- rules-report -->\nold\n<!-- /rules-report -->\nb\n';
  const once = withReport(page, ['x  1', 'y  2'], new Date(0));
  assert.match(once, /^a\n<!-- rules-report -->\nMeasured on 1970-01-01 .*x {2}1\n\ny {2}2.*b\n$/s);
  assert.equal(withReport(once, ['x  1', 'y  2'], new Date(0)), once);
});
