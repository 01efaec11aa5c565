/**
 * Runs the lints, which report valid rules that look like mistakes. They use the results of the compiler's stages and
 * never decide anything again.
 */
import { lintActionConflicts } from './action-conflicts.ts';
import { lintArgumentText } from './argument-text.ts';
import { lintArguments } from './arguments.ts';
import { lintCaptures } from './captures.ts';
import { lintCollections } from './collections.ts';
import type { LintContext } from './context.ts';
import { lintControls } from './controls.ts';
import { lintActionOrder, lintDeprecatedCtl, lintLoggedPass } from './crs/action-lists.ts';
import { lintCoverage } from './crs/coverage.ts';
import { lintIndentation } from './crs/indentation.ts';
import {
  lintAnchoredNames,
  lintDoubledIgnoreCase,
  lintNegatedCookies,
  lintOverwrittenCaptures,
} from './crs/inspection.ts';
import { lintParanoia, lintSeverities } from './crs/scores.ts';
import { lintImplicitOperators, lintNameCase } from './crs/spelling.ts';
import { lintApprovedTags, lintCrsTags } from './crs/tags.ts';
import { lintVersions } from './crs/versions.ts';
import { lintDataFiles } from './data-files.ts';
import { lintIds } from './ids.ts';
import { lintInherited } from './inherited.ts';
import { lintLines } from './lines.ts';
import { lintMarkers } from './markers.ts';
import { lintMatching } from './matching.ts';
import { lintPhases } from './phases.ts';
import { lintRegexes } from './regexes.ts';
import { lintSecrets } from './secrets.ts';
import { lintSlips } from './slips.ts';
import { lintTransformations } from './transformations.ts';
import { lintUnmarkedOperators } from './unmarked-operators.ts';
import { lintVariables } from './variables.ts';

const lints: readonly ((context: LintContext) => void)[] = [
  lintActionConflicts,
  lintArgumentText,
  lintArguments,
  lintCaptures,
  lintCollections,
  lintControls,
  lintDataFiles,
  lintIds,
  lintInherited,
  lintLines,
  lintMarkers,
  lintMatching,
  lintPhases,
  lintRegexes,
  lintSecrets,
  lintSlips,
  lintTransformations,
  lintUnmarkedOperators,
  lintVariables,
];

/** The lints of the preset crs, with the code that each of them reports. */
const crsLints: readonly (readonly [code: string, run: (context: LintContext) => void])[] = [
  ['action-order', lintActionOrder],
  ['anchored-name', lintAnchoredNames],
  ['deprecated-ctl', lintDeprecatedCtl],
  ['doubled-ignore-case', lintDoubledIgnoreCase],
  ['implicit-operator', lintImplicitOperators],
  ['indentation', lintIndentation],
  ['logged-pass', lintLoggedPass],
  ['missing-crs-tag', lintCrsTags],
  ['missing-test', lintCoverage],
  ['name-case', lintNameCase],
  ['negated-cookies', lintNegatedCookies],
  ['overwritten-capture', lintOverwrittenCaptures],
  ['paranoia-mismatch', lintParanoia],
  ['severity-mismatch', lintSeverities],
  ['unapproved-tag', lintApprovedTags],
  ['version-mismatch', lintVersions],
];

/** Reports all findings of the lints; each step of the generator runs one lint. */
export function* lint(context: LintContext): Generator<void, void> {
  for (const run of lints) yield run(context);
  for (const [code, run] of crsLints) if (!context.disabled.has(code)) yield run(context);
}
