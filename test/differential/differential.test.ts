/**
 * The optional passes change nothing but the speed: both programs give the same matches, captures,
 * scores, log lines and verdicts. DIFFERENTIAL_COUNT sets the number of generated exchanges, DIFFERENTIAL_FIRST
 * the first of them; DIFFERENTIAL_EVERY takes one in so many stages of the regression tests,
 * from the one at DIFFERENTIAL_OFFSET on.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { reflect } from '#compiler/cli/ftw/reflect.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { exchanges } from './generate.ts';
import { type Exchange, observe } from './observe.ts';
import { loadBuiltIn, loadPrograms, type Programs } from './programs.ts';

const {
  SHARED_DATA = '../shared/data',
  DIFFERENTIAL_FIRST = '0',
  DIFFERENTIAL_COUNT = '200',
  DIFFERENTIAL_EVERY = '20',
  DIFFERENTIAL_OFFSET = '0',
} = process.env;
const SEED = 20_261_121;
/** Exchanges in one test, so that a long run shows how far it is. */
const BATCH = 10_000;
/** Exchanges with the built-in rules, whose expressions are longer than those of the OWASP CRS. */
const BUILT_IN_COUNT = 30;

const every = Number(DIFFERENTIAL_EVERY);
assert.ok(every > 0, 'DIFFERENTIAL_EVERY must be a number above 0');
const offset = Number(DIFFERENTIAL_OFFSET);
assert.ok(
  offset >= 0 && offset < every,
  'DIFFERENTIAL_OFFSET must be a number below DIFFERENTIAL_EVERY',
);

const programs = await loadPrograms();

/** Ids of the rules that matched. */
function compare(
  exchange: Exchange,
  { optimized, plain, reported }: Programs = programs,
): readonly number[] {
  const expected = observe(plain, exchange, reported);
  const actual = observe(optimized, exchange, reported);
  assert.deepEqual(actual, expected);
  return expected.matched;
}

test('optimised and plain program agree on the CRS regression tests', (t) => {
  const folder = join(SHARED_DATA, 'crs/tests');
  if (!existsSync(folder)) return t.skip(`${folder} is not here`);
  let stages = 0;
  const matches: number[] = [];
  const all = readTests(folder).flatMap((each) => each.stages);
  for (const { input } of all.filter((_, index) => index % every === offset)) {
    const request = parseRequest(buildRequest(input) ?? '');
    stages += 1;
    matches.push(...compare({ request, response: reflect(request), mode: 'DetectionOnly' }));
  }
  assert.ok(stages >= Math.floor(3000 / every) && matches.length > stages);
  t.diagnostic(`${programs.name}; ${stages} stages, ${summary(matches)}`);
});

test('optimised and plain program of the built-in rules agree on generated exchanges', async () => {
  const builtIn = await loadBuiltIn();
  let ran = 0;
  const agree = fc.property(exchanges, (exchange) => {
    compare(exchange, builtIn);
    ran += 1;
  });
  fc.assert(agree, { numRuns: BUILT_IN_COUNT, seed: SEED });
  assert.equal(ran, BUILT_IN_COUNT);
});

const count = Number(DIFFERENTIAL_COUNT);
assert.ok(count > 0, 'DIFFERENTIAL_COUNT must be a number above 0');
const begin = Number(DIFFERENTIAL_FIRST);
assert.ok(begin >= 0, 'DIFFERENTIAL_FIRST must be a number from 0');

for (let first = begin; first < begin + count; first += BATCH) {
  const numRuns = Math.min(BATCH, begin + count - first);
  test(`optimised and plain program agree on generated exchanges from ${first}`, async (t) => {
    // Lets the reporter print what came before.
    await nextTurn();
    const started = performance.now();
    const matches: number[] = [];
    let quiet = 0;
    fc.assert(
      fc.property(exchanges, (exchange) => {
        const matched = compare(exchange);
        for (const id of matched) matches.push(id);
        if (matched.length === 0) quiet += 1;
      }),
      { numRuns, seed: SEED + first },
    );
    assert.ok(matches.length > numRuns && quiet < numRuns);
    const seconds = Math.round((performance.now() - started) / 1000);
    t.diagnostic(
      `${numRuns} exchanges, ${summary(matches)}, ${quiet} exchanges without a match, ${seconds} s`,
    );
  });
}

function summary(ids: readonly number[]): string {
  return `${ids.length} matches of ${new Set(ids).size} rules`;
}
