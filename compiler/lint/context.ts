/** The context that every lint receives. */
import type { RuleSet } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { RuleFiles } from '../rule-files.ts';
import type { SourceFile } from '../source.ts';

/** The stages of one program, and the list of findings. */
export type LintContext = {
  readonly ruleSet: RuleSet;
  /** The program without optional passes. */
  readonly plain: Program;
  /** The program after the passes that decide which rules are left. */
  readonly program: Program;
  /** All files that were read, including data files. */
  readonly sources: readonly SourceFile[];
  readonly diagnostics: Diagnostics;
  /** Codes that are disabled. Findings that take time to find are not searched for. */
  readonly disabled: ReadonlySet<string>;
  /** Access to files next to the rules: lists of tags, tests. */
  readonly files: RuleFiles;
};
