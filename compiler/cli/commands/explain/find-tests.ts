/** Finds the FTW tests of a rule. */
import type { FtwTest } from '../../ftw/ftw-types.ts';

export type CoveringTest = {
  readonly id: string;
  readonly file: string;
  /** Whether a stage expects the rule to match, and whether one expects it not to. */
  readonly expects: 'a match' | 'no match' | 'both' | 'neither';
};

/** Returns the tests written for the rule, and those that expect or forbid it. */
export function testsOf(ruleId: number, tests: readonly FtwTest[]): readonly CoveringTest[] {
  return tests.flatMap(({ id, file, ruleId: about, stages }) => {
    const wanted = stages.some(({ output }) => output.expectIds.includes(ruleId));
    const forbidden = stages.some(({ output }) => output.noExpectIds.includes(ruleId));
    if (about !== ruleId && !wanted && !forbidden) return [];
    return [{ id, file, expects: expectation(wanted, forbidden) }];
  });
}

function expectation(wanted: boolean, forbidden: boolean): CoveringTest['expects'] {
  if (wanted && forbidden) return 'both';
  if (wanted) return 'a match';
  return forbidden ? 'no match' : 'neither';
}

export function formatTests(tests: readonly CoveringTest[]): string {
  if (tests.length === 0) return 'Tests: none';
  const lines = tests.map(({ id, file, expects }) => `  ${id} expects ${expects} (${file})`);
  return ['Tests:', ...lines].join('\n');
}
