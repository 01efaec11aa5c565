/** Of many values, no more are transformed for a summary than its readers need; no rule is missed for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { isSaturated } from '#engine/prefilter/target-summary.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { matchesOf } from '../../helpers/matches-of.ts';

test('a summary is saturated when it has every clause and byte class that a reader tests', () => {
  const needs = {
    lists: [[byteClassesOf('<')], [byteClassesOf('('), byteClassesOf(';') | byteClassesOf('`')]],
    clauses: [0b101, 0b10],
    isAny: false,
  };
  const rows: readonly (readonly [bytes: string, candidates: readonly number[], boolean])[] = [
    ['<(;', [0b101, 0b10], true],
    ['a<(`', [0b111, 0b110], true],
    ['<(;', [0b100, 0b10], false],
    ['<(;', [0b101, 0b01], false],
    ['(;', [0b101, 0b10], false],
    ['<(', [0b101, 0b10], false],
  ];
  for (const [bytes, candidates, expected] of rows) {
    const summary = { byteClasses: byteClassesOf(bytes), candidates };
    assert.equal(isSaturated(summary, needs), expected, `${bytes} ${candidates}`);
  }
  assert.equal(rows.length, 6);
});

/** Expressions, and a value that matches each once it is decoded. */
const RULES = [
  ['union select', 'union%2520select'],
  ['/etc/passwd', '%252fetc/passwd'],
  ['[<]script', '%253cscript'],
  ['sleep[(]', 'sleep%2528'],
] as const;
const ARGUMENTS = 120;

test('rules are called for what the last of many values has, too', async () => {
  const rules = RULES.map(
    ([expression], index) =>
      `SecRule ARGS "@rx ${expression}" "id:${index + 1},phase:1,pass,log,t:none,t:urlDecodeUni,t:lowercase"`,
  );
  const { program } = compileText(`SecRuleEngine On\n${rules.join('\n')}`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  let compared = 0;
  for (const [index, [, odd]] of RULES.entries()) {
    for (const position of [0, 15, 16, 31, 100, ARGUMENTS - 1]) {
      const others = RULES.filter((_, other) => other !== index).map(([, value]) => value);
      const query = Array.from({ length: ARGUMENTS }, (_, argument) =>
        argument === position ? odd : others[argument % others.length],
      );
      const target = query.map((value, argument) => `a${argument}=${value}`).join('&');
      const found = matchesOf(waf, `GET /?${target} HTTP/1.1\nHost: a\n\n`, '');
      const counts = found.map(({ data }) => data.length);
      assert.equal(counts.length, RULES.length, `${odd} at ${position}`);
      assert.equal(counts[index], 1);
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        ARGUMENTS,
      );
      compared += 1;
    }
  }
  assert.equal(compared, 6 * RULES.length);
});
