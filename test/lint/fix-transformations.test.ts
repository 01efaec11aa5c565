/** `check --fix` takes transformations away only where every value stays what it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { transform } from '#compiler/3-specialize/transform.ts';
import { applyEdits, editsFor } from '#compiler/cli/findings/apply-fixes.ts';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import {
  type TransformationName,
  transformations,
} from '#compiler/language/transformations/index.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';

const names = [...new Set(transformations.values())];
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

function fix(rules: string): string {
  const files = memoryFiles({ 'rules.conf': rules });
  const { findings } = checkProfiles([profileOfEntries('test', ['rules.conf'])], files);
  return applyEdits(editsFor(findings))[0]?.text ?? rules;
}

/** The lists that are left of `lists`, one rule each. */
function fixLists(lists: readonly (readonly string[])[], actions = ''): readonly string[] {
  const rules = lists.map(
    (list, index) =>
      `SecRule ARGS "@rx [a-z]" "id:${index + 1},phase:2,pass,log${actions},${list.map((name) => `t:${name}`).join()},nolog"`,
  );
  const fixed = fix(`${rules.join('\n')}\n`)
    .trimEnd()
    .split('\n');
  return fixed.map((line) => [...line.matchAll(/,t:(\w+)/g)].map((found) => found[1]).join());
}

const anyValue = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 30 });

test('of a pair only what changes no value goes', () => {
  const fixed = fixLists(pairs);
  const changed = pairs.filter((pair, index) => fixed[index] !== pair.join());
  assert.ok(changed.length >= 13);
  for (const [first, second] of changed) {
    assert.equal(fixed[pairs.findIndex(([a, b]) => a === first && b === second)], second);
    const same = (bytes: readonly number[]): void => {
      const value = String.fromCharCode(...bytes);
      assert.equal(transform(value, [first, second]), transform(value, [second]), first);
    };
    for (let byte = 0; byte <= 255; byte += 1) same([byte]);
    fc.assert(fc.property(anyValue, same), { numRuns: 300, seed: 6 });
  }
});

test('with multiMatch each value on the way counts', () => {
  const lists: readonly (readonly TransformationName[])[] = [
    ['uppercase', 'lowercase'],
    ['lowercase', 'lowercase'],
  ];
  const fixed = fixLists(lists, ',multiMatch');
  assert.deepEqual(fixed, ['uppercase,lowercase', 'lowercase']);
});

test('what t:none clears goes, wherever it stands', () => {
  const fixed = fixLists([
    ['lowercase', 'none', 'trim'],
    ['trim', 'lowercase', 'none'],
    ['none', 'trim'],
    ['none', 'none'],
  ]);
  assert.deepEqual(fixed, ['none,trim', 'none', 'none,trim', 'none,none']);
});

test('layout stays, and so does what a SecDefaultAction has brought', () => {
  const before = `SecDefaultAction "phase:2,log,pass,t:lowercase"
SecRule ARGS "@rx a" \\
    "id:1,\\
    phase:2,\\
    deny,\\
    t:lowercase,\\
    t:uppercase,t:uppercase,\\
    t:urlDecode"
`;
  const after = `SecDefaultAction "phase:2,log,pass,t:lowercase"
SecRule ARGS "@rx a" \\
    "id:1,\\
    phase:2,\\
    deny,\\
    t:uppercase,\\
    t:urlDecode"
`;
  const once = fix(before);
  assert.equal(fix(once), after);
  assert.equal(fix(after), after);
});
