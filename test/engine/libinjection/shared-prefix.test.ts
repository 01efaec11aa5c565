/** Inputs with a common prefix get the verdicts that each of them gets alone, and their prefix is read once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSharedPrefix, mayContinue } from '#engine/libinjection/shared-prefix.ts';
import type { FoldPass } from '#engine/libinjection/sql/fold-state.ts';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { type HtmlPass, isXss } from '#engine/libinjection/xss.ts';

/** Pieces of SQL and HTML that open and close each other, and that mean something else before a dot, a digit or a letter. */
const PIECES = [
  ..."' \" ` /* */ -- # \n ( ) { } [ ] , ; . : \\ ? @ @@ $ $$ $tag$ ! = <> || && % 1 0x4f 1e 1.5d x' b' e' n' nq'( )' q'[ ]' u&'".split(
    ' ',
  ),
  ...'select union all into outfile or and like sp_password name if case in not current user a.b select.x 1or'.split(
    ' ',
  ),
  ...'< > </ /> <a <b <!-- --> -! <% %> <? <!doctype <![CDATA[ ]]> script href= onx= style= =\'x =" \0 \xff \t / a=b'.split(
    ' ',
  ),
  ' ',
  'x'.repeat(40),
];
const piece = fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', 'a', '1'));
const prefixes = fc
  .array(piece, { minLength: 20, maxLength: 120 })
  .map((pieces) => pieces.map(([text, end]) => text + end).join(''));
const rests = fc.array(
  fc.string({ unit: fc.constantFrom(...'.01xeq_'), minLength: 1, maxLength: 50 }),
  { minLength: 3, maxLength: 6 },
);

test('a shared prefix changes no verdict, whatever it leaves open', () => {
  let continued = 0;
  let hits = 0;
  const property = (prefix: string, ends: readonly string[]) => {
    const sql = createSharedPrefix<FoldPass>(prefix);
    const html = createSharedPrefix<HtmlPass>(prefix);
    for (const rest of ends) {
      assert.ok(mayContinue(rest));
      continued += sql.passes.size + html.passes.size;
      const value = prefix + rest;
      const alone = sqliFingerprint(value);
      assert.deepEqual(sqliFingerprint(value, sql), alone, value);
      assert.equal(isXss(value, html), isXss(value), value);
      if (alone.injection) hits += 1;
    }
  };
  fc.assert(fc.property(prefixes, rests, property), { seed: 20_26, numRuns: 6000 });
  assert.ok(continued > 10_000, `${continued}`);
  assert.ok(hits > 100, `${hits}`);
});

test('the passes over a prefix end near its end', () => {
  const sums = '1 + '.repeat(300);
  const sql = createSharedPrefix<FoldPass>(sums);
  sqliFingerprint(`${sums}.1`, sql);
  const tags = '<i a=b> '.repeat(150);
  const html = createSharedPrefix<HtmlPass>(tags);
  isXss(`${tags}.1`, html);
  const left = [...sql.passes.values(), ...html.passes.values()].map(
    ({ position }) => 1200 - position,
  );
  assert.ok(left.length >= 2 && Math.max(...left) < 100, `${left}`);
});

test('a rest that may close what is open is read with its prefix', () => {
  assert.deepEqual(['.1', '.a_B', ".'", '.>', '. ', '', '.\xe1', '.1\n'].map(mayContinue), [
    true,
    true,
    ...Array.from({ length: 6 }, () => false),
  ]);
});
