/**
 * `make test-differential`: runs the differential tests at full length. They compare 100,000 pairs of an expression
 * and a string, and 100,000 generated exchanges, the latter in one process per core.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

const { DIFFERENTIAL_COUNT = '100000', DIFFERENTIAL_PAIRS = '100000' } = process.env;
const processes = availableParallelism();
const share = Math.ceil(Number(DIFFERENTIAL_COUNT) / processes);
const folder = mkdtempSync(join(tmpdir(), 'portcullis-differential-'));

/** Writes a module that runs a test file with its own environment variables. */
function program(name: string, file: string, variables: Record<string, string>): string {
  const path = join(folder, `${name}.test.mjs`);
  const url = pathToFileURL(resolve('test/differential', file)).href;
  writeFileSync(
    path,
    `Object.assign(process.env, ${JSON.stringify(variables)});\nawait import('${url}');\n`,
  );
  return path;
}

const exchanges = Array.from({ length: processes }, (_, index) =>
  program(`exchanges-${index}`, 'differential.test.ts', {
    DIFFERENTIAL_FIRST: String(index * share),
    DIFFERENTIAL_COUNT: String(share),
    DIFFERENTIAL_EVERY: String(processes),
    DIFFERENTIAL_OFFSET: String(index),
  }),
);
const pairs = program('pairs', 'matcher.test.ts', { DIFFERENTIAL_PAIRS });
const stream = run({ files: [...exchanges, pairs], concurrency: processes });
stream.on('test:fail', () => {
  process.exitCode = 1;
});
stream.on('end', () => rmSync(folder, { recursive: true }));
stream.compose(new spec()).pipe(process.stdout);
