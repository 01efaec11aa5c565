/** `portcullis check`: reports everything that is wrong with rule programs in one run. */
import type { Profile } from '#compiler/compile.ts';
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
import { parseBaseline, withoutKnown, writeBaseline } from '../../findings/baseline.ts';
import type { Checked } from '../../findings/check-in-steps.ts';
import { checkPolicies } from '../../findings/check-policies.ts';
import { checkProfiles } from '../../findings/check-profiles.ts';
import { type Finding, inOrder } from '../../findings/finding.ts';
import { missedCodes } from '../../findings/incomplete-set.ts';
import {
  applyLevels,
  disabledCodes,
  type LevelOptions,
  type Levels,
  readLevels,
} from '../../findings/levels.ts';
import { applySuppressions } from '../../findings/suppressions.ts';
import { formatText } from '../../output/format-findings.ts';
import { groupByCause, withOthers } from '../../output/group-by-cause.ts';
import {
  announceWait,
  type Exit,
  isColoured,
  toUtf8,
  unwritable,
  usageError,
} from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { recordLookups } from '../../project/record-lookups.ts';
import { selectProfiles } from '../../project/select-profiles.ts';
import { watch, watchedPaths } from '../../project/watch.ts';
import { countLine, countOf } from './count-line.ts';
import { fixFiles } from './fix-files.ts';
import { documentFormats } from './formats/index.ts';

export type CheckOptions = LevelOptions & {
  readonly profile?: string;
  readonly format: string;
  readonly failOn: string;
  readonly maxWarnings?: number;
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly watch?: boolean;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly skipUnsupported?: boolean;
};

const FAIL_ON = ['error', 'warning', 'notice'] as const;

/** Checks rule programs. Files as arguments are one program; without arguments the default profiles are checked. */
export async function runCheck(
  entry: readonly string[],
  options: CheckOptions,
  files: RuleFiles,
): Promise<Exit> {
  const wrong = usageErrorOf(options);
  if (wrong !== undefined) return usageError(wrong);
  const policies = entry.filter((path) => path.endsWith('.json'));
  if (policies.length > 0) {
    if (policies.length < entry.length || options.format !== 'text')
      return usageError('Files of policies are checked alone, and reported as text.');
    return reportPolicies(policies, options, files);
  }
  const selected = selectProfiles({ ...options, entry }, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const levels = readLevels(options);
  if (levels.kind === 'Error') return usageError(levels.message);
  // When an option names the code of a finding about missing files, each such finding is reported.
  const isRequested = [...options.error, ...options.warn].some((code) => missedCodes.has(code));
  const profiles = isRequested ? selected.profiles.map(asWhole) : selected.profiles;
  if (options.fix === true) {
    const find = (): readonly Finding[] => findAll(profiles, levels.levels, files).found;
    const failed = fixFiles(find, options.dryRun === true);
    if (failed !== undefined) return unwritable(failed.path, failed.error);
  }
  if (options.watch !== true) return runOnce(profiles, levels.levels, options, files);
  return watch(() => {
    const started = performance.now();
    const recorded = recordLookups(files);
    runOnce(profiles, levels.levels, options, recorded.files);
    announceWait('checked', started);
    return watchedPaths(recorded.lookups, files);
  });
}

function asWhole(profile: Profile): Profile {
  return { ...profile, mayBePart: false };
}

/** Checks files of policies (POLICIES) and the files that they name. */
function reportPolicies(paths: readonly string[], options: CheckOptions, files: RuleFiles): Exit {
  const missing = paths.find((path) => files.read(path) === undefined);
  if (missing !== undefined) return usageError(cannotRead(missing, files));
  const findings = inOrder(
    paths.flatMap((path) => checkPolicies(path, files)).map((each) => ({ ...each, profiles: [] })),
  );
  process.stderr.write(Buffer.from(formatText(findings, isColoured(process.stderr)), 'latin1'));
  console.log(countLine(findings));
  return exitOf(findings, options);
}

/** Returns all findings that are not suppressed, and the files that were read. */
function findAll(
  profiles: readonly Profile[],
  levels: Levels,
  files: RuleFiles,
): Pick<Checked, 'sources'> & { readonly found: readonly Finding[] } {
  const disabled = disabledCodes(levels);
  const { findings, sources } = checkProfiles(profiles, files, disabled);
  const reported = applySuppressions(findings, sources, disabled);
  return { found: inOrder(applyLevels(reported, levels)), sources };
}

function runOnce(
  profiles: readonly Profile[],
  levels: Levels,
  options: CheckOptions,
  files: RuleFiles,
): Exit {
  const { found, sources } = findAll(profiles, levels, files);
  if (options.writeBaseline === true) return saveBaseline(found, options.baseline);
  const findings = newFindings(found, options.baseline, files);
  if (typeof findings === 'string') return usageError(findings);
  print({ findings, sources }, options.format, found.length - findings.length);
  return exitOf(findings, options);
}

function usageErrorOf({
  format,
  failOn,
  baseline,
  writeBaseline: writes,
  fix,
  dryRun,
}: CheckOptions): string | undefined {
  const formats = ['text', ...documentFormats.keys()];
  if (!formats.includes(format)) return `--format takes one of ${formats.join(', ')}.`;
  if (!FAIL_ON.some((level) => level === failOn))
    return `--fail-on takes one of ${FAIL_ON.join(', ')}.`;
  if (writes === true && baseline === undefined) return '--write-baseline needs --baseline FILE.';
  if (dryRun === true && fix !== true) return '--dry-run needs --fix.';
  return undefined;
}

function saveBaseline(findings: readonly Finding[], path = ''): Exit {
  try {
    writeFile(path, writeBaseline(findings, path));
  } catch (error) {
    return unwritable(`the baseline ${path}`, error);
  }
  console.log(`${path}: ${countLine(findings)} written`);
  return 0;
}

/** Returns the findings that are not in the baseline; a text when the baseline cannot be read. */
function newFindings(
  findings: readonly Finding[],
  path: string | undefined,
  files: RuleFiles,
): readonly Finding[] | string {
  if (path === undefined) return findings;
  const text = files.read(path);
  if (text === undefined) return cannotRead(path, files, `the baseline ${path}`);
  const baseline = parseBaseline(text);
  if (baseline === undefined) return `${path} is not a baseline file.`;
  return withoutKnown(findings, baseline, path);
}

/**
 * Prints findings. Text goes to standard error, with the count on standard output; other formats go to standard output.
 */
function print(checked: Checked, format: string, known: number): void {
  const document = documentFormats.get(format);
  if (document !== undefined) {
    process.stdout.write(toUtf8(document(checked)));
    return;
  }
  const coloured = isColoured(process.stderr);
  const causes = groupByCause(checked.findings);
  process.stderr.write(Buffer.from(formatText(causes.map(withOthers), coloured), 'latin1'));
  console.log(countLine(checked.findings));
  if (known > 0) console.log(`${known} suppressed by the baseline`);
}

/** Returns the exit code. --max-warnings overrides --fail-on for warnings. */
function exitOf(findings: readonly Finding[], { failOn, maxWarnings }: CheckOptions): Exit {
  if (countOf(findings, 'error') > 0) return 1;
  const warnings = countOf(findings, 'warning');
  if (warnings > (maxWarnings ?? (failOn === 'error' ? warnings : 0))) return 1;
  return failOn === 'notice' && countOf(findings, 'notice') > 0 ? 1 : 0;
}
