/**
 * Runs test files with node:test and ends with `N passed, N failed, N skipped`.
 *
 *   run-tests.ts           what `make test` runs: every file but those below
 *   run-tests.ts --rest    what `make test-all` adds: `*.exhaustive.test.ts`, and `*.timing.test.ts` one at a
 *                          time, because a busy core would decide what they find
 *   run-tests.ts FILE...   these files
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { FIGURES_FILE, type Figures } from './service-figures.ts';
import { sharedProcesses } from './shared-processes.ts';

type Counts = { passed: number; failed: number; skipped: number };
type Finished = {
  readonly file?: string;
  readonly nesting: number;
  readonly skip?: string | boolean;
  readonly details: { readonly type?: string; readonly duration_ms: number };
};

/** Files at a time: two more than cores, since many of them wait for time-outs; four at most, since some of them measure. */
const PARALLEL = Math.min(4, availableParallelism() + 2);
/** How many of the slowest files the summary names. */
const SLOWEST = 10;

const isTiming = (name: string): boolean => name.endsWith('.timing.test.ts');
const isExhaustive = (name: string): boolean => name.endsWith('.exhaustive.test.ts');

function testFiles(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => resolve('test', name))
    .toSorted();
}

/** Milliseconds of the tests of each file, added up. */
const durations = new Map<string, number>();

function count({ details, file, nesting, skip }: Finished, outcome: 'passed' | 'failed'): void {
  if (nesting === 0 && file !== undefined)
    durations.set(file, (durations.get(file) ?? 0) + details.duration_ms);
  if (details.type === 'suite') return;
  const isSkipped = outcome === 'passed' && skip !== undefined && skip !== false;
  counts[isSkipped ? 'skipped' : outcome] += 1;
}

function runFiles(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return Promise.resolve();
  const stream = run({ files: [...files], concurrency });
  stream.on('test:pass', (event) => count(event, 'passed'));
  stream.on('test:fail', (event) => count(event, 'failed'));
  stream.compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((finish) => stream.on('end', () => setImmediate(finish)));
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

function showSlowest(): void {
  const slowest = [...durations].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  console.log('Slowest files:');
  for (const [file, milliseconds] of slowest)
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${relative('.', file)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'portcullis-tests-'));
process.env[FIGURES_FILE] = join(folder, 'figures');
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isRest = process.argv.includes('--rest');
const chosen =
  named.length > 0
    ? named.map((name) => resolve(name))
    : testFiles().filter((name) => (isTiming(name) || isExhaustive(name)) === isRest);
await runFiles(
  named.length > 0 || isRest
    ? chosen.filter((name) => !isTiming(name))
    : sharedProcesses(chosen, folder),
  PARALLEL,
);
await runFiles(chosen.filter(isTiming), 1);
const { cases, twice, uninspected, misrecorded, leaks } = readFigures(join(folder, 'figures'));
rmSync(folder, { recursive: true });
showSlowest();
if (cases > 0)
  console.log(
    `Service: ${cases} requests tried; ${twice} reached a backend twice, ${uninspected} uninspected, ${misrecorded} log records lost or doubled, ${leaks} leaks`,
  );
if (twice + uninspected + misrecorded + leaks > 0) counts.failed += 1;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
