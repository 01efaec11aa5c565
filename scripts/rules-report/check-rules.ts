/** Runs `portcullis check` on the built-in rules with all levels on, and counts the rules. */
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';

export type RuleCheck = {
  /** Number of detection rules by paranoia level, starting with level 1. */
  readonly rulesByLevel: readonly number[];
  readonly expressions: number;
  /** Expressions that take more than linear time in a backtracking engine. */
  readonly superLinear: number;
  /** Other findings of any level, one line each. */
  readonly findings: readonly string[];
};

const costly: ReadonlySet<string> = new Set(['polynomial-regex', 'exponential-regex']);
const entries = ['test/rules/measure.conf', 'test/rules/all-rules.conf', 'rules/*.conf'];

export function checkRules(): RuleCheck {
  const profile = profileOfEntries('rules', entries);
  const { findings } = checkProfiles([profile], disk);
  const ours = findings.filter(({ span }) => span.source.path.startsWith('rules/'));
  const rules = (analyze(profile, disk).ruleSet?.entries ?? []).flatMap((entry) =>
    entry.kind === 'Rule' ? [entry] : [],
  );
  const links = rules.flatMap((rule) => rule.links);
  return {
    rulesByLevel: [1, 2, 3, 4].map(
      (level) =>
        rules.filter(({ metadata }) => metadata.tags.includes(`paranoia-level/${level}`)).length,
    ),
    expressions: links.filter(({ test }) => test?.argument.kind === 'Regex').length,
    superLinear: ours.filter(({ code }) => costly.has(code)).length,
    findings: ours
      .filter(({ code }) => !costly.has(code))
      .map(({ span, message, code }) => `${span.source.path}: ${message} [${code}]`),
  };
}
