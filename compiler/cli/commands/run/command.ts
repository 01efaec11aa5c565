/** `portcullis run`: inspects one request with a profile and shows what matched, where and why. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import { loadProfile } from '../../inspection/cached-waf.ts';
import { decoderFor } from '../../inspection/decode-body.ts';
import { formatTrace } from '../../inspection/format-trace.ts';
import { runRequest } from '../../inspection/run-request.ts';
import type { Format } from '../../options.ts';
import {
  announceSkipped,
  type Exit,
  isColoured,
  printDiagnostics,
  toUtf8,
  usageError,
} from '../../output/report.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { type RequestOptions, readRequest } from '../../requests/read-request.ts';
import { formatRun } from './format-run.ts';

export type RunOptions = RequestOptions & {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly skipUnsupported?: boolean;
  readonly format: Format;
  readonly trace?: boolean;
};

/** `path` is a raw HTTP request. Returns exit code 0 when the request passes, 1 when it is blocked. */
export async function runRun(
  path: string | undefined,
  options: RunOptions,
  files: RuleFiles,
): Promise<Exit> {
  const selected = selectProfile(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const { profile } = selected;
  const found = readRequest(path, options, files);
  if (found.kind === 'Error') return usageError(found.message);
  const result = await loadProfile(profile, files, options.trace);
  if (result.kind === 'Error') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  announceSkipped(result.loaded.waf.manifest);
  const decode = decoderFor(found.request.head);
  const report = runRequest(result.loaded, found.request, { decode });
  const coloured = isColoured(process.stdout);
  const text =
    options.format === 'json'
      ? `${JSON.stringify({ schemaVersion: 1, profile: profile.name, ...report }, undefined, 2)}\n`
      : formatRun(report, profile.name, coloured) + formatTrace(report.trace ?? []);
  process.stdout.write(toUtf8(text));
  return report.verdict === 'blocked' ? 1 : 0;
}
