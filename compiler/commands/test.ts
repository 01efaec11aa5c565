/** `portcullis test DIR`: FTW tests in process against a compiled program. */
import { compile } from '../compile.ts';
import type { RuleFiles } from '../files.ts';
import { readOverrides } from '../ftw/overrides.ts';
import { readTests } from '../ftw/read-tests.ts';
import { formatSummary } from '../ftw/report.ts';
import { runFtw } from '../ftw/run-in-process.ts';
import { loadWaf } from '../load-waf.ts';
import { type Exit, printDiagnostics } from './report.ts';
import { selectProfiles } from './select-profiles.ts';

export type TestOptions = {
  readonly entry: readonly string[];
  readonly profile?: string;
  readonly include?: string;
  readonly exclude?: string;
  readonly overrides?: string;
  /** "off": without the optional passes. */
  readonly passes?: string;
};

export async function runTest(
  folder: string,
  options: TestOptions,
  files: RuleFiles,
): Promise<Exit> {
  const selected = selectProfiles({ profile: 'pl1', ...options }, files);
  if (selected.kind === 'Error') {
    console.error(`error: ${selected.message}`);
    return 2;
  }
  const [profile] = selected.profiles;
  if (profile === undefined) return 2;
  const { program, diagnostics } = compile(
    profile,
    files,
    options.passes === 'off' ? [] : undefined,
  );
  printDiagnostics(diagnostics);
  if (program === undefined) return 1;
  const summary = await runFtw({
    waf: await loadWaf(program),
    tests: readTests(folder),
    include: expression(options.include),
    exclude: expression(options.exclude),
    overrides: options.overrides === undefined ? [] : readOverrides(options.overrides),
  });
  console.log(formatSummary(summary));
  return summary.failed > 0 || summary.results.length === 0 ? 1 : 0;
}

function expression(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source);
}
