/** Prints diagnostics for all commands. */
import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import { formatText } from './format-findings.ts';
import { groupByCause, withOthers } from './group-by-cause.ts';
import { progress } from './progress.ts';
import { whyUnwritable } from './reason-of.ts';

/** Exit codes: 0 success, 1 findings or failures, 2 usage error, 3 internal error. */
export type Exit = 0 | 1 | 2 | 3;

/** Prints each diagnostic on standard error as bytes: rule files are latin1 here and may have any encoding. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  progress.clear();
  // Sorted by position in each file, because stages report one after another.
  const files = [...new Set(diagnostics.map(({ span }) => span.source.path))];
  const inOrder = diagnostics.toSorted(
    (left, right) =>
      files.indexOf(left.span.source.path) - files.indexOf(right.span.source.path) ||
      left.span.start - right.span.start,
  );
  const shown = groupByCause(inOrder).map(withOthers);
  process.stderr.write(Buffer.from(formatText(shown, isColoured(process.stderr)), 'latin1'));
}

/**
 * Returns valid UTF-8: sequences of bytes that are UTF-8 as they are, and each byte of others as a latin1 character. A
 * document may quote files of both encodings.
 */
export function toUtf8(text: string): Buffer {
  const bytes = text.replace(/[\x80-\xff]+/g, (run) =>
    isUtf8(Buffer.from(run, 'latin1')) ? run : Buffer.from(run, 'utf8').toString('latin1'),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Announces the end of a run of a watch, on standard error, because standard output is for results. */
export function announceWait(done: string, startedAt: number): void {
  progress.clear();
  console.error(`${done} in ${Math.round(performance.now() - startedAt)} ms, waiting for changes`);
}

/** Reports skipped rules at every run, on standard error, for commands that print no warnings. */
export function announceSkipped({ skipped = [] }: Pick<Manifest, 'skipped'>): void {
  if (skipped.length === 0) return;
  progress.clear();
  console.error(`left out because they need unsupported features: rules ${skipped.join(' ')}`);
}

export function usageError(message: string): Exit {
  progress.clear();
  console.error(`error: ${message}`);
  return 2;
}

/** Reports that a file cannot be written, with the reason. */
export function unwritable(path: string, error: unknown): Exit {
  return usageError(`Cannot write ${path}. ${whyUnwritable(error)}`);
}

/** Colours are used on terminals, unless NO_COLOR is set. */
export function isColoured({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
}
