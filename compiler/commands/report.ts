/** What commands print of diagnostics. */
import { type Diagnostic, formatDiagnostic } from '../diagnostics.ts';

/** 0 done, 1 findings or failures, 2 misuse. */
export type Exit = 0 | 1 | 2;

/** Each finding on standard error, as bytes: rule files are latin1 here and may hold any encoding. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    process.stderr.write(Buffer.from(`${formatDiagnostic(diagnostic)}\n`, 'latin1'));
  }
}

export function countLine(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
}
