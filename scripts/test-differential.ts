/** The differential test at full length, 100,000 generated exchanges: `npx tsx scripts/test-differential.ts`. */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const { DIFFERENTIAL_COUNT = '100000' } = process.env;
Object.assign(process.env, { DIFFERENTIAL_COUNT });

const stream = run({ files: [`${process.cwd()}/test/differential/differential.test.ts`] });
stream.on('test:fail', () => {
  process.exitCode = 1;
});
stream.compose(new spec()).pipe(process.stdout);
