/** Blocks with labelled breaks visit the same rules as jumps over a flat list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Step } from '#compiler/3-specialize/program.ts';
import { type Nested, nestSkips } from '#compiler/4-emit/nest-skips.ts';
import { compileText } from '../../helpers/compile-text.ts';

/** A line of a phase: a marker, or a rule that may skip to one. */
type Line = { readonly marker: string } | { readonly skipTo: string | undefined };

const label = fc.constantFrom('A', 'B', 'C');
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ marker: label }),
  fc.record({ skipTo: fc.option(label, { nil: undefined }) }),
);

test('nested blocks run what random skips run', () => {
  let skips = 0;
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.infiniteStream(fc.boolean()),
      (list, taken) => {
        const matches = [...list].map(() => taken.next().value);
        const steps = stepsOf([...list, { marker: 'A' }, { marker: 'B' }, { marker: 'C' }]);
        const expected = jump(steps, matches);
        assert.deepEqual(visit(nestSkips(steps), matches), expected);
        skips += steps.filter((step) => step.kind === 'Rule' && step.skipTo !== undefined).length;
      },
    ),
    { numRuns: 2000, seed: 1 },
  );
  assert.ok(skips > 1000);
});

const [template] = (
  compileText('SecAction "id:1,phase:1"', {}, []).program?.phases[0]?.steps ?? []
).flatMap((step) => (step.kind === 'Rule' ? [step] : []));

/** Rules that differ in their slot and their skip only. */
function stepsOf(list: readonly Line[]): readonly Step[] {
  assert.ok(template !== undefined);
  return list.map((each, slot): Step => {
    if ('marker' in each) return { kind: 'Marker', label: each.marker };
    return { ...template, ruleIndex: slot, skipTo: each.skipTo };
  });
}

/** Slots of the rules that run, as the language defines skips. */
function jump(steps: readonly Step[], matches: readonly boolean[]): readonly number[] {
  const ran: number[] = [];
  let wanted: string | undefined;
  for (const step of steps) {
    if (step.kind === 'Marker') {
      if (step.label === wanted) wanted = undefined;
      continue;
    }
    if (wanted !== undefined) continue;
    ran.push(step.ruleIndex);
    if (matches[step.ruleIndex]) wanted = step.skipTo;
  }
  return ran;
}

/** Slots of the rules that run when breaks leave the innermost block with the label. */
function visit(nested: readonly Nested[], matches: readonly boolean[]): readonly number[] {
  const ran: number[] = [];
  const walk = (steps: readonly Nested[]): string | undefined => {
    for (const step of steps) {
      if (step.kind === 'Block') {
        const left = walk(step.steps);
        if (left !== undefined && left !== step.label) return left;
        continue;
      }
      ran.push(step.ruleIndex);
      if (step.skipTo !== undefined && matches[step.ruleIndex]) return step.skipTo;
    }
    return undefined;
  };
  walk(nested);
  return ran;
}
