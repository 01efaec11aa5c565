/**
 * Runs every test file with node:test and ends with `N passed, N failed, N skipped`. Files that compare
 * times (*.timing.test.ts) run alone, one after the other: a busy core would decide what they find.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { FIGURES_FILE, type Figures } from './service-figures.ts';

type Counts = { passed: number; failed: number; skipped: number };
type Finished = { readonly skip?: string | boolean; readonly details?: { readonly type?: string } };

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${process.cwd()}/test/${name}`)
  .toSorted();
const isTiming = (name: string): boolean => name.endsWith('.timing.test.ts');

function isCounted({ details }: Finished): boolean {
  return details?.type !== 'suite';
}

function runFiles(chosen: string[], concurrency: number, counts: Counts): Promise<void> {
  const stream = run({ files: chosen, concurrency });
  stream.on('test:pass', (event) => {
    if (!isCounted(event)) return;
    if (event.skip === undefined || event.skip === false) counts.passed += 1;
    else counts.skipped += 1;
  });
  stream.on('test:fail', (event) => {
    if (isCounted(event)) counts.failed += 1;
  });
  stream.compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((resolve) => stream.on('end', () => setImmediate(resolve)));
}

/** The figures of all test files, added up. */
function readFigures(path: string): Figures {
  const sum = { cases: 0, twice: 0, uninspected: 0, misrecorded: 0, leaks: 0 };
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const line of lines.filter((text) => text !== '')) {
    const part: Partial<Figures> = JSON.parse(line);
    sum.cases += part.cases ?? 0;
    sum.twice += part.twice ?? 0;
    sum.uninspected += part.uninspected ?? 0;
    sum.misrecorded += part.misrecorded ?? 0;
    sum.leaks += part.leaks ?? 0;
  }
  return sum;
}

const folder = mkdtempSync(join(tmpdir(), 'portcullis-tests-'));
process.env[FIGURES_FILE] = join(folder, 'figures');
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const others = files.filter((name) => !isTiming(name));
await runFiles(others, 2, counts);
await runFiles(files.filter(isTiming), 1, counts);
const { cases, twice, uninspected, misrecorded, leaks } = readFigures(join(folder, 'figures'));
rmSync(folder, { recursive: true });
console.log(
  `Service: ${cases} requests tried; ${twice} reached a backend twice, ${uninspected} uninspected, ${misrecorded} log records lost or doubled, ${leaks} leaks`,
);
if (twice + uninspected + misrecorded + leaks > 0) counts.failed += 1;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
