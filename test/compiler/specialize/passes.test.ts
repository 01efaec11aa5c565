/** The list of passes: what their records claim is so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lower } from '#compiler/3-specialize/lower.ts';
import type { Pass, Program, Step } from '#compiler/3-specialize/program.ts';
import { passes, passesFor } from '#compiler/3-specialize/specialize.ts';
import { compileText } from '../../helpers/compile-text.ts';

/** Every pass changes something, and every one of `needs` makes a difference. */
const RULES = `SecRuleEngine On
SecRule ARGS:off "@streq 1" "id:1,phase:1,pass,nolog,ctl:ruleRemoveById=99"
SecAction "id:2,phase:1,pass,nolog,setvar:tx.level=1,setvar:tx.word=evil"
SecRule TX:level "@gt 1" "id:3,phase:1,pass,nolog,ctl:ruleRemoveById=5"
SecRule ARGS "@rx ignored" "id:4,phase:2,pass,nolog,setvar:tx.unread=1"
SecRule ARGS "@rx %{tx.word}" "id:5,phase:2,deny,log,setvar:tx.score=+5"
SecRule TX:score "@ge 5" "id:6,phase:2,deny,log"
`;
const TRACED = `SecDebugLogLevel 9\n${RULES}`;

function plainOf(rules: string): Program {
  const { ruleSet, program } = compileText(rules);
  assert.ok(ruleSet && program);
  return lower(ruleSet, program.manifest);
}

const runAll = (program: Program, list: readonly Pass[]): Program =>
  list.reduce((before, { run }) => run(before), program);

const namesOf = (list: readonly Pass[]): readonly string[] => list.map(({ name }) => name);

test('names are unique words that the command line can take; each pass says why it is there', () => {
  const names = namesOf(passes);
  assert.equal(new Set(names).size, passes.length);
  for (const { name, because } of passes) {
    assert.match(name, /^(?!all$|lower$)[a-z]+(?:-[a-z]+)*$/);
    assert.match(because, /^[a-z].*[^.]$/, name);
  }
});

test('every pass follows those that it needs', () => {
  assert.deepEqual(misplaced(passes), []);
});

test('a list in another order is found out', () => {
  assert.deepEqual(misplaced(passes.toReversed()), needs);
  assert.deepEqual(misplaced(passes.filter(({ name }) => name !== 'plan-exclusions')), [
    'fold-constants before plan-exclusions',
  ]);
});

const needs = passes
  .toReversed()
  .flatMap((pass) => pass.needs.map((need) => `${pass.name} before ${need}`));

/** What stands before something that it needs, or without it. */
function misplaced(list: readonly Pass[]): readonly string[] {
  const names = namesOf(list);
  return list.flatMap((pass, index) =>
    pass.needs
      .filter((need) => !names.slice(0, index).includes(need))
      .map((need) => `${pass.name} before ${need}`),
  );
}

test('every need is one: with the pass in front of what it needs, the program is another', () => {
  const plain = plainOf(RULES);
  const expected = runAll(plain, passes);
  let tried = 0;
  for (const pass of passes) {
    for (const need of pass.needs) {
      const others = passes.filter((other) => other !== pass);
      const place = namesOf(others).indexOf(need);
      const moved = [...others.slice(0, place), pass, ...others.slice(place)];
      assert.notDeepEqual(runAll(plain, moved), expected, `${pass.name} before ${need}`);
      tried += 1;
    }
  }
  assert.ok(tried === needs.length && tried >= 6, `${tried} needs`);
});

test('a pass without needs may stand first', () => {
  const plain = plainOf(RULES);
  const free = passes.filter((pass) => pass.needs.length === 0);
  for (const pass of free) {
    const others = passes.filter((other) => other !== pass);
    assert.deepEqual(runAll(plain, [pass, ...others]), runAll(plain, passes), pass.name);
  }
  assert.ok(free.length > 2);
});

test('keepsTrace: traced programs run only such passes, which leave rules as written but for run-time conditions', () => {
  const traced = plainOf(TRACED);
  const kept = passes.filter(({ keepsTrace }) => keepsTrace);
  assert.ok(kept.length > 0 && kept.length < passes.length);
  assert.deepEqual(passesFor(traced), kept);
  assert.deepEqual(passesFor(plainOf(RULES)), passes);
  assert.deepEqual(seenByRules(runAll(traced, kept)), seenByRules(traced));
});

test('keepsTrace: each pass without it changes what rules see', () => {
  const plain = plainOf(RULES);
  passes.forEach((pass, index) => {
    const before = runAll(plain, passes.slice(0, index));
    if (pass.keepsTrace) return;
    assert.notDeepEqual(seenByRules(pass.run(before)), seenByRules(before), pass.name);
  });
});

/** All that decides which values a rule looks at and where it finds them. */
function seenByRules({ phases, folded, clauses, txRegisters }: Program) {
  const unconditional = (step: Step) =>
    step.kind === 'Rule' ? { ...step, condition: undefined } : step;
  const steps = phases.flatMap((phase) => phase.steps.map(unconditional));
  return { steps, folded, clauses, txRegisters };
}
