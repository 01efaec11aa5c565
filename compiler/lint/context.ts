/** What every lint is given. */
import type { RuleSet } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { RuleFiles } from '../rule-files.ts';
import type { SourceFile } from '../source.ts';

/** One program in its stages, and where findings go. */
export type LintContext = {
  readonly ruleSet: RuleSet;
  /** Without optional passes: as written. */
  readonly plain: Program;
  /** With the passes that decide which rules there are. */
  readonly program: Program;
  /** Every file read, data files too. */
  readonly sources: readonly SourceFile[];
  readonly diagnostics: Diagnostics;
  /** Codes that nobody wants to hear of: what costs time to find is not looked for. */
  readonly disabled: ReadonlySet<string>;
  /** For what stands beside the rules: lists of tags, tests. */
  readonly files: RuleFiles;
};
