/** `portcullis report`: converts audit logs to a page, JSON or a summary of what was blocked and detected. */
import { countNoun } from '#compiler/count-noun.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { progress } from '../../output/progress.ts';
import { type Exit, unwritable, usageError } from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { createAggregate } from './aggregate.ts';
import type { LogFigures, ReportDocument } from './document.ts';
import { falseAlarmsOf } from './false-alarms/exclusions.ts';
import { formatSummary } from './format-summary.ts';
import { reportPage } from './html.ts';
import { prepare, type ReportOptions } from './prepare.ts';
import { readLogs } from './read-logs.ts';

/**
 * Returns exit code 0 even when lines or the end of a file cannot be read: the rest is reported, with a message on
 * standard error.
 */
export async function runReport(
  paths: readonly string[],
  options: ReportOptions,
  files: RuleFiles,
): Promise<Exit> {
  const prepared = prepare(paths, options, files);
  if (prepared.kind === 'Error') return usageError(prepared.message);
  const aggregate = createAggregate(prepared);
  const logs = await readLogs(prepared.logs, aggregate.add);
  progress.clear();
  for (const line of problemsOf(logs)) console.error(line);
  if (logs.every(({ records }) => records === 0) && logs.some(isUnreadable)) {
    const names = paths.join(', ');
    return usageError(`${names}: no line is a JSON audit record (SecAuditLogFormat JSON).`);
  }
  const { suspects, indexOf, before, ...counted } = aggregate.result();
  const falseAlarms = await falseAlarmsOf(suspects, indexOf, prepared.source);
  const report: ReportDocument = {
    schemaVersion: 1,
    generator: `${PACKAGE} ${VERSION}`,
    logs,
    ...counted,
    comparedWith: prepared.comparedSpan === undefined ? undefined : before,
    falseAlarms,
  };
  progress.clear();
  return write(report, options);
}

function isUnreadable({ unreadable, problem }: LogFigures): boolean {
  return unreadable > 0 || problem !== undefined;
}

/** Returns one line for each file with a problem. */
function problemsOf(logs: readonly LogFigures[]): readonly string[] {
  return logs.flatMap(({ name, unreadable, firstUnreadable, problem }) => [
    ...(unreadable === 0
      ? []
      : [
          unreadable === 1
            ? `${name}: line ${firstUnreadable} is not an audit record.`
            : `${name}: ${countNoun(unreadable, 'line')} are not audit records, the first is line ${firstUnreadable}.`,
        ]),
    ...(problem === undefined ? [] : [`${name}: read only in part: ${problem}.`]),
  ]);
}

function write(report: ReportDocument, { html, json = false }: ReportOptions): Exit {
  if (html !== undefined) {
    const page = reportPage(report);
    try {
      writeFile(html, page);
    } catch (error) {
      return unwritable(html, error);
    }
  }
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (html === undefined) console.log(formatSummary(report));
  return 0;
}
