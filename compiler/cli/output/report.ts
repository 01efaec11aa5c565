/** What commands print of diagnostics. */
import { isUtf8 } from 'node:buffer';
import type { Manifest } from '../../../runtime/engine/host/compiled-waf.ts';
import type { Diagnostic } from '../../diagnostics.ts';
import { formatText } from './format-findings.ts';
import { groupByCause, withOthers } from './group-by-cause.ts';
import { progress } from './progress.ts';

/** 0 done, 1 findings or failures, 2 misuse, 3 a fault of our own. */
export type Exit = 0 | 1 | 2 | 3;

/** Each finding on standard error, as bytes: rule files are latin1 here and may hold any encoding. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  progress.clear();
  // Stages find what they find one after the other: authors read a file from its top.
  const files = [...new Set(diagnostics.map(({ span }) => span.source.path))];
  const inOrder = diagnostics.toSorted(
    (left, right) =>
      files.indexOf(left.span.source.path) - files.indexOf(right.span.source.path) ||
      left.span.start - right.span.start,
  );
  const shown = groupByCause(inOrder).map(withOthers);
  process.stderr.write(Buffer.from(formatText(shown, isColoured(process.stderr)), 'latin1'));
}

/** The bytes of the files as they were when they are UTF-8, else each byte as the letter of latin1: always UTF-8. */
export function toUtf8(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes : Buffer.from(text, 'utf8');
}

/** Ends each turn of a watch. On standard error: standard output is for results. */
export function announceWait(done: string, startedAt: number): void {
  progress.clear();
  console.error(`${done} in ${Math.round(performance.now() - startedAt)} ms, waiting for changes`);
}

/** For commands that print no warnings. On standard error, at every run: a rule that is missing finds nothing. */
export function announceSkipped({ skipped = [] }: Pick<Manifest, 'skipped'>): void {
  if (skipped.length === 0) return;
  progress.clear();
  console.error(`left out, as they need what is not supported: rules ${skipped.join(' ')}`);
}

export function usageError(message: string): Exit {
  progress.clear();
  console.error(`error: ${message}`);
  return 2;
}

/** What a file system has refused, with its reason. */
export function unwritable(path: string, error: unknown): Exit {
  return usageError(`Cannot write ${path}. ${error instanceof Error ? error.message : error}.`);
}

/** Colour is for terminals, unless NO_COLOR is set. */
export function isColoured({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
}
