/** `portcullis tune`: proposes exclusions for audit logs of legitimate traffic and tries them. */
import { countNoun } from '#compiler/count-noun.ts';
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
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
import { readMaterial } from '../../replay/read-material.ts';
import { exclusionPaths } from './exclusion-location.ts';
import { formatTuning, tuningJson } from './format-tuning.ts';
import { type AuditLog, readAuditLog } from './read-audit-log.ts';
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
  const log = readLogs(logs, files);
  if (typeof log === 'string') return usageError(log);
  const material = readMaterial(options, files);
  if (material.kind === 'Error') return usageError(material.message);
  const { requests } = log;
  const paths = exclusionPaths(out ?? 'exclusions.conf');
  const result = await tune({
    ...material,
    ...{ profile, files, requests, paths, minCount, allowRuleRemoval, byTag: by === 'tag' },
  });
  if (result.kind === 'Error') return usageError(result.message);
  if (result.kind === 'Broken') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  const { tuning } = result;
  progress.clear();
  try {
    if (out !== undefined) write(tuning);
  } catch (error) {
    return unwritable(out ?? '', error);
  }
  if (log.unreadable > 0)
    console.error(`${countNoun(log.unreadable, 'line')} of the log could not be read.`);
  const text = format === 'json' ? tuningJson(tuning) : formatTuning(tuning, out !== undefined);
  process.stdout.write(toUtf8(text));
  return exitOf(tuning);
}

/** Returns a text when a log cannot be read. */
function readLogs(paths: readonly string[], files: RuleFiles): AuditLog | string {
  const logs: AuditLog[] = [];
  for (const path of paths) {
    const read = path === '-' ? '/dev/stdin' : path;
    const text = files.read(read);
    if (text === undefined) return cannotRead(read, files, `the audit log ${path}`);
    logs.push(readAuditLog(text));
  }
  const requests = logs.flatMap((log) => log.requests);
  const unreadable = logs.reduce((sum, log) => sum + log.unreadable, 0);
  if (requests.length === 0 && unreadable > 0) {
    return `${paths.join(', ')}: no line is a JSON audit record.`;
  }
  return { requests, unreadable };
}

function write({ paths, texts }: Tuning): void {
  if (texts.before !== '') writeFile(paths.before, texts.before, 'latin1');
  if (texts.after !== '') writeFile(paths.after, texts.after, 'latin1');
}

function exitOf({ findings, effect, opening }: Tuning): Exit {
  const opens = opening.tests.length > 0 || opening.samples.length > 0;
  return opens || effect.remaining.length > 0 || findings.length > 0 ? 1 : 0;
}
