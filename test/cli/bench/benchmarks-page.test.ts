import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benchmarksPage } from '../../../scripts/bench/benchmarks-page.ts';
import { targetsPlot } from '../../../scripts/bench/targets-plot.ts';

test('docs/benchmarks.md is made from docs/benchmarks.json: npx tsx scripts/benchmarks-page.ts', () => {
  const file = JSON.parse(readFileSync('docs/benchmarks.json', 'utf8'));
  assert.equal(readFileSync('docs/benchmarks.md', 'utf8'), benchmarksPage(file));
  assert.equal(readFileSync('docs/images/benchmarks.svg', 'utf8'), targetsPlot(file.targets));
  assert.equal(file.schemaVersion, 1);
});
