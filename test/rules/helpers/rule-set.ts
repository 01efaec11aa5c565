/** The built-in rules, compiled with every paranoia level and with responses, nothing blocked. */
import type { RuleSet } from '#compiler/2-resolve/ruleset.ts';
import type { Pass, Program } from '#compiler/3-specialize/program.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';

export const ALL_RULES: readonly string[] = [
  'test/rules/measure.conf',
  'test/rules/all-rules.conf',
  'rules/*.conf',
];

/** Throws with every error. */
export function compileFiles(
  entries: readonly string[],
  passes?: readonly Pass[],
): { ruleSet: RuleSet; program: Program } {
  const { ruleSet, program, diagnostics } = compile(
    profileOfEntries('test', entries),
    disk,
    passes,
  );
  if (ruleSet === undefined || program === undefined) {
    throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  }
  return { ruleSet, program };
}
