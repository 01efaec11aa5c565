/** docs/benchmarks.md and its pictures are made from docs/benchmarks.json. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benchmarksPage } from '#scripts/bench/benchmarks-page.ts';
import { plotsOf } from '#scripts/bench/plots.ts';
import { targetsPlot } from '#scripts/bench/targets-plot.ts';

const file = JSON.parse(readFileSync('docs/benchmarks.json', 'utf8'));

test('the page is up to date: npx tsx scripts/benchmarks-page.ts', () => {
  assert.equal(readFileSync('docs/benchmarks.md', 'utf8'), benchmarksPage(file, plotsOf(file)));
  assert.equal(readFileSync('docs/images/benchmarks.svg', 'utf8'), targetsPlot(file.targets));
  assert.equal(file.schemaVersion, 1);
});

test('so are its pictures', () => {
  const pictures = plotsOf(file);
  assert.ok(pictures.length >= 3);
  for (const { name, svg } of pictures)
    assert.equal(readFileSync(`docs/images/${name}.svg`, 'utf8'), svg, name);
});

test('a run that left parts out has fewer pictures, one with kinds of body one more', () => {
  const none = { ...file, bodySizes: undefined, bodyKinds: undefined, transactions: undefined };
  assert.deepEqual(plotsOf(none), []);
  const bodyKinds = [
    { kind: 'prose <&>', bytes: 1000, microseconds: 90 },
    { kind: 'given up', bytes: 1000, microseconds: undefined },
  ];
  const [picture, ...others] = plotsOf({ ...none, bodyKinds });
  assert.deepEqual([picture?.name, others], ['benchmarks-kind', []]);
  assert.match(picture?.svg ?? '', />prose &lt;&amp;&gt;<\/text>.*>90<\/text>/s);
});

test('adapters have a section of their own, beside what others publish for another machine', () => {
  const figures = {
    mix: 'json',
    rules: 900,
    adapters: [
      { name: 'node:http', added: 12.34 },
      { name: 'fetch', added: 7 },
    ],
    fetchPlatform: 61,
    together: 915,
  };
  const page = benchmarksPage({ ...file, adapters: [figures] }, []);
  const section = /^## In an application\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  assert.match(section, /\| json \| 900 us \| 915 us \| 132 ms \|/);
  assert.match(section, /coraza-node, published for another machine/);
  assert.match(section, /\| mix \| node:http \| fetch \| fetch API \|/);
  assert.match(section, /\| json \| 12\.3 us \| 7\.0 us \| 61\.0 us \|/);
  assert.doesNotMatch(benchmarksPage({ ...file, adapters: undefined }, []), /In an application/);
});
