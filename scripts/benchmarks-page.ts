/** `npx tsx scripts/benchmarks-page.ts`: writes docs/benchmarks.md from docs/benchmarks.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { benchmarksPage } from './bench/benchmarks-page.ts';

writeFileSync(
  'docs/benchmarks.md',
  benchmarksPage(JSON.parse(readFileSync('docs/benchmarks.json', 'utf8'))),
);
