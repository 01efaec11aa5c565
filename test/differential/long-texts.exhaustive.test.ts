/**
 * Long texts are searched in other ways than short ones, and only the optimised program searches them for all rules
 * together: both programs, and the optimised one in another thread, give the same matches, captures, scores, log lines and verdicts.
 * LONG_TEXTS sets the number of generated exchanges.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { passes } from '#compiler/3-specialize/specialize.ts';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { noServices } from '#engine/host/host-services.ts';
import { LONG_TEXT } from '#engine/regex/prefix-filter.ts';
import { movedPhases } from '../helpers/moved-transaction.ts';
import { type Body, bodiesOf } from './generate-body.ts';
import { longTexts } from './generate-long-text.ts';
import { postOf } from './generate-request.ts';
import { observe } from './observe.ts';
import { loadPrograms } from './programs.ts';

const { LONG_TEXTS = '300' } = process.env;
const SEED = 20_261_127;

const response = {
  head: { status: 200, protocol: 'HTTP/1.1', headers: [['Content-Type', 'text/html']] },
  body: '',
} as const;

/** Shortens what a failure prints; seed and path make the whole body again. */
function shortened(body: Body): Body {
  const { type, text } = body;
  const show = (): string => `${type}, ${text.length} bytes: ${JSON.stringify(text.slice(0, 80))}`;
  return Object.assign(body, { [fc.toStringMethod]: show });
}

test('optimised and plain program, here and in another thread, agree on long texts', async (t) => {
  // V8 backtracks for minutes on some of these texts.
  const linear = passes.filter(({ name }) => name === 'match-linearly');
  assert.equal(linear.length, 1);
  const { name, optimized, plain, reported } = await loadPrograms(linear);
  const numRuns = Number(LONG_TEXTS);
  assert.ok(numRuns > 0, 'LONG_TEXTS must be a number above 0');
  const move = (transaction: Transaction) => movedPhases(optimized, transaction, noServices);
  const matches: number[] = [];
  let long = 0;
  const property = fc.property(bodiesOf(longTexts, 2).map(shortened), (body) => {
    const exchange = { request: postOf(body), response, mode: 'DetectionOnly' } as const;
    const expected = observe(plain, exchange, reported);
    assert.deepEqual(observe(optimized, exchange, reported), expected);
    assert.deepEqual(observe(optimized, exchange, reported, move), expected, 'moved');
    for (const id of expected.matched) matches.push(id);
    if (body.text.length >= LONG_TEXT) long += 1;
  });
  fc.assert(property, { numRuns, seed: SEED });
  assert.ok(long > numRuns / 3 && matches.length > numRuns);
  t.diagnostic(
    `${name}; ${numRuns} exchanges, ${long} of ${LONG_TEXT} bytes and more, ` +
      `${matches.length} matches of ${new Set(matches).size} rules`,
  );
});
