/** `portcullis check`: everything that is wrong with a rule program, in one run. */
import { analyze } from '../compile.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { formatDiagnostic } from '../diagnostics.ts';
import type { RuleFiles } from '../files.ts';
import { countLine, type Exit, printDiagnostics } from './report.ts';
import { selectProfiles } from './select-profiles.ts';

/** Files as arguments are one program; without them both default profiles are checked. */
export function runCheck(entry: readonly string[], files: RuleFiles): Exit {
  const selected = selectProfiles({ entry }, files);
  if (selected.kind === 'Error') {
    console.error(`error: ${selected.message}`);
    return 2;
  }
  const found = new Map<string, Diagnostic>();
  for (const profile of selected.profiles) {
    for (const diagnostic of analyze(profile, files).diagnostics) {
      const raised = raise(diagnostic);
      found.set(formatDiagnostic(raised), raised);
    }
  }
  const diagnostics = [...found.values()];
  printDiagnostics(diagnostics);
  console.log(countLine(diagnostics));
  return diagnostics.length === 0 ? 0 : 1;
}

/** The compiler goes on without a blocking evaluation (service.md lists such a profile); check does not. */
function raise(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code !== 'unevaluated-scores') return diagnostic;
  return { ...diagnostic, severity: 'error' };
}
