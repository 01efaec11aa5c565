/**
 * Random rules on values of up to 50 KB, with the words of the rules at their ends and around the lengths from which on
 * the engine reads another way: both programs give the same matches, captures and log lines. RANDOM_RULES sets the
 * number of programs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import type { Pass } from '#compiler/3-specialize/program.ts';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { BLOCKWISE_LENGTH } from '#engine/bytes/byte-block.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { LONG_TEXT } from '#engine/regex/prefix-filter.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { percent } from './disguises.ts';
import { type Body, bodiesOf } from './generate-body.ts';
import { postOf } from './generate-request.ts';
import { type GeneratedRules, randomRules } from './generate-rules.ts';
import { observe } from './observe.ts';

const { RANDOM_RULES = '400', SEED = '20261128' } = process.env;
const FILLINGS = [
  ...['x', ' ', 'lorem ipsum ', '\n', 'q<p>text</p>\n', 'a ', 'x\xff\0', '..', 'zzzy. ', "'"],
  ...['%41', 'selec ', '\\', '&#', '/*a', 'QUJD'],
];
const LENGTHS = [BLOCKWISE_LENGTH, 4096, LONG_TEXT, 3 * LONG_TEXT].flatMap((length) => [
  length - 1,
  length,
  length + 3,
]);
const PLACES = [0, 0, 0, 1, 2, -1, -2, 4095, LONG_TEXT - 1];

function generatedValue(words: readonly ByteString[]): Arbitrary<ByteString> {
  const piece = fc.constantFrom(...words, ...words, ...FILLINGS);
  const inserted = fc.tuple(
    fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
    fc.oneof(fc.constantFrom(...PLACES), fc.nat(60_000)),
  );
  return fc
    .record({
      filling: fc.constantFrom(...FILLINGS),
      length: fc.constantFrom(100, ...LENGTHS),
      all: fc.array(inserted, { maxLength: 4 }),
    })
    .map(({ filling, length, all }) => {
      let text = filling.repeat(Math.ceil(length / filling.length)).slice(0, length);
      for (const [part, place] of all) {
        const at = place < 0 ? text.length + 1 + place : Math.min(place, text.length);
        text = text.slice(0, at) + part + text.slice(at);
      }
      return text;
    });
}

function generatedBody(words: readonly ByteString[]): Arbitrary<Body> {
  const value = generatedValue(words);
  const form = fc.tuple(value, value).map(([a, b]) => ({
    type: 'application/x-www-form-urlencoded',
    text: `a=${percent(a)}&b=${percent(b)}`,
  }));
  // Names of leaves below a long name begin alike, and are searched together.
  const short = fc.constantFrom(...words, ...FILLINGS);
  const leaves = fc.array(short, { maxLength: 20 });
  const named = fc.tuple(value, leaves, short).map(([name, list, last]) => ({
    type: 'application/json',
    text: JSON.stringify({ [name.slice(0, 3000)]: [...list, { [last]: list }] }),
  }));
  return fc.oneof(form, named, bodiesOf(value, 2));
}

type Case = { readonly rules: GeneratedRules; readonly bodies: readonly Body[] };

const cases: Arbitrary<Case> = randomRules.chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    bodies: fc.array(generatedBody(rules.words), { minLength: 4, maxLength: 8 }),
  }),
);

test('random rules find the same in long values with and without passes', async (t) => {
  const linear = passes.filter(({ name }) => name === 'match-linearly');
  assert.equal(linear.length, 1);
  const numRuns = Number(RANDOM_RULES);
  assert.ok(numRuns > 0, 'RANDOM_RULES must be a number above 0');
  const response = { head: { status: 200, protocol: 'HTTP/1.1', headers: [] }, body: '' } as const;
  let matches = 0;
  let long = 0;
  const property = fc.asyncProperty(cases, async ({ rules, bodies }) => {
    const plain = await load(rules.text, linear);
    const optimized = await load(rules.text, passes);
    if (plain === undefined || optimized === undefined) fc.pre(false);
    for (const body of bodies) {
      const exchange = { request: postOf(body), response, mode: 'On' } as const;
      const expected = observe(plain, exchange, []);
      assert.deepEqual(observe(optimized, exchange, []), expected);
      matches += expected.matched.length;
      if (body.text.length >= LONG_TEXT) long += 1;
    }
  });
  await fc.assert(property, { numRuns, seed: Number(SEED) });
  assert.ok(matches > numRuns && long > numRuns, `${matches} matches, ${long} long bodies`);
  t.diagnostic(
    `${numRuns} programs, ${long} bodies of ${LONG_TEXT} bytes and more, ${matches} matches`,
  );
});

/** Returns undefined when the compiler refuses an expression. */
async function load(text: string, optional: readonly Pass[]): Promise<CompiledWaf | undefined> {
  const { program } = compileText(text, {}, optional);
  return program && loadProgram(program);
}
