/** Lints: what is allowed and still looks like a mistake. They read the compiler's own stages and decide nothing again. */
import type { RuleSet } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { lintArgumentText } from './argument-text.ts';
import { lintArguments } from './arguments.ts';
import { lintCaptures } from './captures.ts';
import { lintControls } from './controls.ts';
import { lintInherited } from './inherited.ts';
import { lintMarkers } from './markers.ts';
import { lintMatching } from './matching.ts';
import { lintPhases } from './phases.ts';
import { lintRegexes } from './regexes.ts';
import { lintTransformations } from './transformations.ts';
import { lintVariables } from './variables.ts';

/** One program in its stages, and where findings go. */
export type LintContext = {
  readonly ruleSet: RuleSet;
  /** Without optional passes: as written. */
  readonly plain: Program;
  /** With the passes that decide which rules there are. */
  readonly program: Program;
  readonly diagnostics: Diagnostics;
  /** Codes that nobody wants to hear of: what costs time to find is not looked for. */
  readonly silent: ReadonlySet<string>;
};

const lints: readonly ((context: LintContext) => void)[] = [
  lintArgumentText,
  lintArguments,
  lintCaptures,
  lintControls,
  lintInherited,
  lintMarkers,
  lintMatching,
  lintPhases,
  lintRegexes,
  lintTransformations,
  lintVariables,
];

/** Reports all that the lints find. */
export function lint(context: LintContext): void {
  for (const run of lints) run(context);
}
