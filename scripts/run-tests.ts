/**
 * Runs test files with node:test and ends with `N passed, N failed, N skipped`.
 *
 *   run-tests.ts           what `make test` runs: every file but those below
 *   run-tests.ts --rest    what `make test-all` adds: `*.exhaustive.test.ts`, and `*.timing.test.ts` one at a
 *                          time, because a busy core would decide what they find
 *   run-tests.ts FILE...   these files
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { bundleTests } from './bundle-tests.ts';
import { CPU_FILE, REPORT_CPU, readCpuTimes } from './cpu-times.ts';
import { FIGURES_FILE, type Figures } from './service-figures.ts';
import { sourceLocations } from './source-locations.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { BUNDLED_TESTS, inTurns, testPrograms } from './test-programs.ts';

type Counts = { passed: number; failed: number; skipped: number };
type Finished = {
  readonly file?: string;
  readonly nesting: number;
  readonly skip?: string | boolean;
  readonly details: { readonly type?: string; readonly duration_ms: number };
};

/**
 * Files that run concurrently: two more than cores, because many wait for time-outs, but four at most, because some
 * measure.
 */
const PARALLEL = Math.min(4, availableParallelism() + 2);
/** Milliseconds after which a file counts as hanging: a failed test may leave a socket open. */
const TIMEOUT_MS = 900_000;
/** How many of the slowest files the summary lists. */
const SLOWEST = 10;

const isTiming = (name: string): boolean => name.endsWith('.timing.test.ts');
const isExhaustive = (name: string): boolean => name.endsWith('.exhaustive.test.ts');

function testFiles(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => resolve('test', name))
    .toSorted();
}

/** Milliseconds of the tests of each file, summed. */
const durations = new Map<string, number>();

function count({ details, file, nesting, skip }: Finished, outcome: 'passed' | 'failed'): void {
  if (nesting === 0 && file !== undefined)
    durations.set(file, (durations.get(file) ?? 0) + details.duration_ms);
  if (details.type === 'suite') return;
  const isSkipped = outcome === 'passed' && skip !== undefined && skip !== false;
  counts[isSkipped ? 'skipped' : outcome] += 1;
}

/** Runs programs, which are bundles of test files. */
function runPrograms(programs: readonly string[], concurrency: number): Promise<void> {
  if (programs.length === 0) return Promise.resolve();
  const stream = run({ files: [...programs], concurrency, timeout: TIMEOUT_MS });
  const locate = sourceLocations();
  stream.on('test:pass', (event) => count(Object.assign(event, locate(event)), 'passed'));
  stream.on('test:fail', (event) => count(Object.assign(event, locate(event)), 'failed'));
  stream.compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((finish) => stream.on('end', () => setImmediate(finish)));
}

/** Returns the sums of the figures of all test files. */
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

function showCpuTimes(path: string): void {
  const times = readCpuTimes(path);
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`CPU time of ${times.length} programs: ${total.toFixed(0)} s, and of the first:`);
  for (const { program, seconds } of times.slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(folder, program)}`);
}

const folder = temporaryFolder('tests');
const cpuFile = join(folder, 'cpu');
process.env[FIGURES_FILE] = join(folder, 'figures');
process.env[CPU_FILE] = `${process.pid}:${cpuFile}`;
process.env[BUNDLED_TESTS] = folder;
// The options with which test programs are started, instead of tsx.
process.execArgv.splice(
  0,
  process.execArgv.length,
  '--enable-source-maps',
  '--require',
  REPORT_CPU,
);
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const missing = named.filter((name) => !existsSync(name));
if (missing.length > 0) {
  for (const name of missing) console.error(`${name}: no such file`);
  process.exit(2);
}
const isRest = process.argv.includes('--rest');
const chosen =
  named.length > 0
    ? named.map((name) => resolve(name))
    : testFiles().filter((name) => (isTiming(name) || isExhaustive(name)) === isRest);
const share = named.length === 0 && !isRest;
const together = testPrograms(
  chosen.filter((name) => !isTiming(name)),
  { folder, share },
);
const oneByOne = testPrograms(chosen.filter(isTiming), { folder, share: false });
await bundleTests({ ...together, ...oneByOne }, folder);
const bundles = (programs: object): string[] =>
  inTurns(Object.keys(programs)).map((name) => join(folder, `${name}.mjs`));
await runPrograms(bundles(together), PARALLEL);
await runPrograms(bundles(oneByOne), 1);
const { cases, twice, uninspected, misrecorded, leaks } = readFigures(join(folder, 'figures'));
showSlowest();
showCpuTimes(cpuFile);
rmSync(folder, { recursive: true });
if (cases > 0)
  console.log(
    `Service: ${cases} requests tried; ${twice} reached a backend twice, ${uninspected} uninspected, ${misrecorded} log records lost or doubled, ${leaks} leaks`,
  );
if (twice + uninspected + misrecorded + leaks > 0) counts.failed += 1;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
