/**
 * `make test-differential`: the differential tests at full length, 100,000 pairs of an expression and a
 * string and 100,000 generated exchanges.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const { DIFFERENTIAL_COUNT = '100000', DIFFERENTIAL_PAIRS = '100000' } = process.env;
Object.assign(process.env, { DIFFERENTIAL_COUNT, DIFFERENTIAL_PAIRS, DIFFERENTIAL_EVERY: '1' });

const files = ['matcher', 'differential'].map(
  (name) => `${process.cwd()}/test/differential/${name}.test.ts`,
);
const stream = run({ files });
stream.on('test:fail', () => {
  process.exitCode = 1;
});
stream.compose(new spec()).pipe(process.stdout);
