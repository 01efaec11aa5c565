/** Converts diagnostics to messages of bundlers. */
import { resolve } from 'node:path';
import type { PartialMessage } from 'esbuild';
import type { UnpluginMessage } from 'unplugin';
import { type Diagnostic, formatDiagnostic, formatNote } from '#compiler/diagnostics.ts';
import { bytesBefore, lineAt, positionOf } from '#compiler/source.ts';
import { toUtf8 } from '../output/report.ts';

/** In the compiler rule files are latin1; they may have any encoding. */
const shown = (text: string): string => toUtf8(text).toString('utf8');

/**
 * Returns one message for all diagnostics, at the position of the first one, because most bundlers stop at one error.
 * Rollup and Vite show `frame` and count columns from 0; webpack shows only text.
 */
export function toMessage(
  id: string,
  diagnostics: readonly Diagnostic[],
  framework: string,
): UnpluginMessage & { readonly frame?: string } {
  const [first, ...rest] = diagnostics;
  if (first === undefined) return { id, message: '' };
  if (framework === 'webpack' || framework === 'rspack') {
    return { id, message: diagnostics.map((each) => shown(formatDiagnostic(each))).join('\n\n') };
  }
  const { line, column } = positionOf(first.span);
  const file = resolve(first.span.source.path);
  const [, ...frame] = shown(formatDiagnostic(first)).split('\n');
  const others = rest.map((each) => `\n\n${shown(formatDiagnostic(each))}`).join('');
  return {
    // Vite shows this id before line and column, because the error may be in an included file.
    id: file,
    message: `${shown(first.message)} [${first.code}]${others}`,
    loc: { file, line, column: column - 1 },
    frame: frame.join('\n'),
  };
}

/** Returns a message for esbuild, which shows the source line, marks the position itself and counts bytes from 0. */
export function toEsbuildMessage(diagnostic: Diagnostic): PartialMessage {
  const { span, message, code, hint, notes } = diagnostic;
  const { line, before } = bytesBefore(span);
  const lineText = lineAt(span.source, span.start);
  const shownHint = hint === undefined ? [] : [{ text: `hint: ${shown(hint)}` }];
  return {
    pluginName: 'portcullis',
    text: `${shown(message)} [${code}]`,
    location: {
      file: span.source.path,
      line,
      column: before.length,
      length: Math.max(1, Math.min(span.end - span.start, lineText.length - before.length)),
      lineText: shown(lineText),
    },
    notes: [...shownHint, ...notes.map((note) => ({ text: shown(formatNote(note)) }))],
  };
}
