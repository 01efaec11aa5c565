/** Runs every test file with node:test and ends with `N passed, N failed, N skipped`. */
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${process.cwd()}/test/${name}`)
  .toSorted();

const counts = { passed: 0, failed: 0, skipped: 0 };

type Finished = { readonly skip?: string | boolean; readonly details?: { readonly type?: string } };

function isCounted({ details }: Finished): boolean {
  return details?.type !== 'suite';
}

const stream = run({ files, concurrency: 2 });
stream.on('test:pass', (event) => {
  if (!isCounted(event)) return;
  if (event.skip === undefined || event.skip === false) counts.passed += 1;
  else counts.skipped += 1;
});
stream.on('test:fail', (event) => {
  if (isCounted(event)) counts.failed += 1;
});
stream.compose(new spec()).pipe(process.stdout);
stream.on('end', () => {
  setImmediate(() => {
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  });
});
