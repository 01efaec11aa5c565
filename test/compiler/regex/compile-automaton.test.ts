import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { regexOf } from './crs-patterns.ts';

const refused: readonly (readonly [pattern: string, index: number, message: RegExp])[] = [
  ['x(?>a|ab)', 1, /not regular/],
  ['a(?=b(c)d)', 5, /within look-around/],
  ['a(?=b(?=cd)e)', 5, /within look-around/],
  ['a(?=b(c)d)', 5, /^A capturing group within/],
  ['a(?!(?=bc)(d))', 4, /^Look-around of more than a byte within/],
  ['a(?!(b)\\1)', 4, /^A capturing group within/],
  ['a(?!b\\Z)', 5, /^\\Z within look-around/],
  ['(?:a{1000}){1000}', 0, /more than \d+ states/],
  ['(?:(?:a{65535}){65535}){65535}', 0, /more than \d+ states/],
];

test('what the engine cannot run is an error with its place', async (t) => {
  for (const [pattern, index, message] of refused) {
    await t.test(rowTitle(pattern), () => {
      const compiled = compileAutomaton(regexOf(pattern));
      if (compiled.kind === 'Ok') assert.fail(`${pattern} was compiled`);
      assert.match(compiled.message, message, pattern);
      assert.equal(compiled.index, index, pattern);
    });
  }
  assert.equal(refused.length, 9);
});

test('the code can stand between any quotes and keeps repeats folded', () => {
  const compiled = compileAutomaton(regexOf('["\'`\\\\$]{1,255}(?i)select\\b'));
  assert.ok(compiled.kind === 'Ok');
  assert.match(compiled.code, /^[\w-]{1,200}$/);
});

test('bytes that no set distinguishes share a class', () => {
  const compiled = compileAutomaton(regexOf('[a-z]+[0-9]'));
  assert.ok(compiled.kind === 'Ok');
  const { classes, symbolCount, contextCount } = decodeAutomaton(compiled.code);
  assert.equal(symbolCount, 4);
  assert.equal(contextCount, 2);
  assert.equal(classes[0x61], classes[0x7a]);
  assert.notEqual(classes[0x61], classes[0x30]);
  assert.equal(classes[0x00], classes[0xff]);
});

test('one byte of look-around is an assertion, more is a look', async (t) => {
  const cases: readonly (readonly [pattern: string, looks: number])[] = [
    ['a(?!b)', 0],
    ['(?<=^|;)a(?=[,;]|$)', 0],
    ['\\ba', 0],
    ['a(?=bc)', 1],
    ['a\\Z', 1],
    ['(?<!ab)c(?!de)', 2],
  ];
  for (const [pattern, looks] of cases) {
    await t.test(rowTitle(pattern), () => {
      const compiled = compileAutomaton(regexOf(pattern));
      assert.ok(compiled.kind === 'Ok', pattern);
      assert.equal(decodeAutomaton(compiled.code).lookarounds.length, looks, pattern);
    });
  }
  assert.equal(cases.length, 6);
});
