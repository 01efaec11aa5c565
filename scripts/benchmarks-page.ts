/** `npx tsx scripts/benchmarks-page.ts`: writes docs/benchmarks.md and its plots from docs/benchmarks.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type BenchFile, benchmarksPage } from './bench/benchmarks-page.ts';
import { plotsOf } from './bench/plots.ts';
import { targetsPlot } from './bench/targets-plot.ts';

const file: BenchFile = JSON.parse(readFileSync('docs/benchmarks.json', 'utf8'));
const pictures = plotsOf(file);
for (const { name, svg } of pictures) writeFileSync(`docs/images/${name}.svg`, svg);
writeFileSync('docs/images/benchmarks.svg', targetsPlot(file.targets));
writeFileSync('docs/benchmarks.md', benchmarksPage(file, pictures));
