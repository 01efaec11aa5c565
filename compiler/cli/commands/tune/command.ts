/** `portcullis tune`: proposes exclusions for audit logs of legitimate traffic and tries them. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { Format } from '../../options.ts';
import { progress } from '../../output/progress.ts';
import {
  type Exit,
  printDiagnostics,
  toUtf8,
  unwritable,
  usageError,
} from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { findLogs } from '../../replay/log-files.ts';
import { readMaterial } from '../../replay/read-material.ts';
import { exclusionPaths } from './exclusion-location.ts';
import { formatTuning, tuningJson } from './format-tuning.ts';
import { createAuditLogs } from './read-audit-logs.ts';
import { type Tuning, tune } from './tune.ts';

export type TuneOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly samples?: string;
  readonly ftw?: string;
  readonly out?: string;
  readonly minCount: number;
  readonly allowRuleRemoval?: boolean;
  readonly by: string;
  readonly format: Format;
};

/** Returns exit code 1 when the exclusions do not work, or when a test or sample passes because of them. */
export async function runTune(
  logs: readonly string[],
  options: TuneOptions,
  files: RuleFiles,
): Promise<Exit> {
  const { format, out, minCount, by, allowRuleRemoval = false } = options;
  if (by !== 'rule' && by !== 'tag') return usageError('--by takes rule or tag.');
  const selected = selectProfile(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const { profile } = selected;
  const found = findLogs(logs);
  if (typeof found === 'string') return usageError(found);
  const log = createAuditLogs(found);
  const material = readMaterial(options, files);
  if (material.kind === 'Error') return usageError(material.message);
  const paths = exclusionPaths(out ?? 'exclusions.conf');
  const result = await tune({
    ...material,
    requests: log.requests(),
    ...{ profile, files, paths, minCount, allowRuleRemoval, byTag: by === 'tag' },
  });
  if (result.kind === 'Error') return usageError(result.message);
  if (result.kind === 'Broken') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  progress.clear();
  const failure = log.failure();
  if (failure !== undefined) return usageError(failure);
  for (const problem of log.problems()) console.error(problem);
  const { tuning } = result;
  try {
    if (out !== undefined) write(tuning);
  } catch (error) {
    return unwritable(out ?? '', error);
  }
  const text = format === 'json' ? tuningJson(tuning) : formatTuning(tuning, out !== undefined);
  process.stdout.write(toUtf8(text));
  return exitOf(tuning);
}

function write({ paths, texts }: Tuning): void {
  if (texts.before !== '') writeFile(paths.before, texts.before, 'latin1');
  if (texts.after !== '') writeFile(paths.after, texts.after, 'latin1');
}

function exitOf({ findings, effect, opening }: Tuning): Exit {
  const opens = opening.tests.length > 0 || opening.samples.length > 0;
  return opens || effect.remaining.length > 0 || findings.length > 0 ? 1 : 0;
}
