/** `npx tsx scripts/benchmarks-page.ts`: writes docs/benchmarks.md and its plot from docs/benchmarks.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type BenchFile, benchmarksPage } from './bench/benchmarks-page.ts';
import { targetsPlot } from './bench/targets-plot.ts';

const file: BenchFile = JSON.parse(readFileSync('docs/benchmarks.json', 'utf8'));
writeFileSync('docs/benchmarks.md', benchmarksPage(file));
writeFileSync('docs/images/benchmarks.svg', targetsPlot(file.targets));
