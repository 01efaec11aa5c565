/** An attack is measured: its steps are those of any machine, and V8 suffers from it as well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepCounter } from '#compiler/regex/count-steps.ts';
import { type Attack, findAttack, MAX_STEPS } from '#compiler/regex/find-attack.ts';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function regexOf(pattern: string) {
  const parsed = parseRegex(pattern);
  assert.ok(parsed.kind === 'Ok', pattern);
  return parsed.regex;
}

const attackOn = (pattern: string): Attack | undefined =>
  findAttack(regexOf(pattern), 'Polynomial');

test('attacks, and nothing where none is', async (t) => {
  const cases: readonly (readonly [pattern: string, attack: string | undefined])[] = [
    ['(a+)+$', 'Exponential a a !'],
    ['(a*)*b', 'Exponential a a !'],
    ['(a|a)*b', 'Exponential a aa !'],
    ['xy(?:\\w+\\s?)*z', 'Exponential xya a !'],
    ['\\s+\\s+$', 'Polynomial  \t !'],
    ['a\\s*,?\\s*b', 'Polynomial a \t !'],
    ['q(?:0{2}z)?1\\d*\\d*;', 'Polynomial q1 0 !'],
    // The loop may end anywhere, so nothing is tried twice.
    ['(?:a+)*', undefined],
    ['a*b', undefined],
    ['(?:;[ ]*\\w+)*$', undefined],
  ];
  for (const [pattern, attack] of cases) {
    await t.test(rowTitle(pattern), () => {
      const found = attackOn(pattern);
      const shown = found && [found.degree, found.start, found.pump, found.end].join(' ');
      assert.equal(shown, attack, pattern);
    });
  }
  assert.equal(cases.length, 10);
});

test('steps: as many as there are ways', () => {
  const count = stepCounter(regexOf('(a|a)*b'));
  const steps = [1, 2, 3, 4].map((length) => count(`${'a'.repeat(length)}!`, MAX_STEPS));
  assert.deepEqual(steps, [9, 21, 45, 93]);
  assert.equal(count('a'.repeat(60), 1000), 1001);
});

test('V8 takes longer with every turn too', () => {
  const attack = attackOn('(a+)+$');
  assert.ok(attack !== undefined);
  const pattern = new RegExp(translateRegex(regexOf('(a+)+$')));
  const time = (pumps: number): number => {
    const text = attack.start + attack.pump.repeat(pumps) + attack.end;
    return cpuMilliseconds(() => assert.equal(pattern.test(text), false));
  };
  time(4);
  assert.ok(time(24) > time(4) * 20);
});
