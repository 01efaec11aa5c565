/** Diagnostics: mistakes in rules, as their authors read them. Authors' mistakes are reported here; our own bugs throw. */
import { lineAt, positionOf, type Span, shownPath } from './source.ts';

/** notice: true and worth knowing, and nothing here goes wrong because of it. */
export type SeverityLevel = 'error' | 'warning' | 'notice';

/** What is wrong, without where: made by the functions of `problems.ts`. */
export type Problem = {
  /** Stable kebab-case name; public. */
  readonly code: string;
  readonly severity: SeverityLevel;
  /** One full sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** The repair that leaves no choice, for `check --fix`; undefined: the author must decide. */
  readonly fix?: Fix;
  /** What the author may have meant, for an editor to offer. */
  readonly suggestion?: Fix;
  /** The name that nothing in the rules defines or uses: a directive with an error may be what does. */
  readonly absent?: string;
};

/** Text at the problem's position, and what belongs there. */
export type Fix = { readonly from: string; readonly to: string };

/** What else there is to know, and where: such as the other definition. */
export type Note = { readonly message: string; readonly span: Span | undefined };

/** A problem that stops the compile. */
export const error = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'error',
  message,
  hint,
});

/** A problem that the compiler can live with and its author should not. */
export const warning = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'warning',
  message,
  hint,
});

/** True, and nothing here goes wrong because of it. */
export const notice = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'notice',
  message,
  hint,
});

export type Diagnostic = Problem & { readonly span: Span; readonly notes: readonly Note[] };

/** Collects what all stages find, so that one run shows everything. */
export class Diagnostics {
  /** Singly, and those that were added together. */
  readonly #found: (Diagnostic | readonly Diagnostic[])[] = [];

  report(problem: Problem, span: Span, notes: readonly Note[] = []): void {
    this.#found.push({ ...problem, span, notes });
  }

  /** What was collected apart. */
  add(list: readonly Diagnostic[]): void {
    this.#found.push(list);
  }

  /** The very list that was added: it turns out not to matter. */
  withdraw(list: readonly Diagnostic[]): void {
    const at = this.#found.indexOf(list);
    if (at !== -1) this.#found.splice(at, 1);
  }

  get list(): readonly Diagnostic[] {
    return this.#found.flat();
  }

  get hasErrors(): boolean {
    return this.list.some((diagnostic) => diagnostic.severity === 'error');
  }
}

/**
 * `path:line:column: error: message [code]`, the source line, a caret line, the hint, the notes.
 * The caret line stops at the end of the physical line.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { span, severity, message, code, hint, notes } = diagnostic;
  const { line, column } = positionOf(span);
  const text = lineAt(span.source, span.start).replaceAll('\t', ' ');
  const width = Math.max(1, Math.min(span.end - span.start, text.length - column + 1));
  const [shown, caretColumn] = clip(text, column);
  return [
    `${shownPath(span.source)}:${line}:${column}: ${severity}: ${message} [${code}]`,
    `  ${shown}`,
    `  ${' '.repeat(caretColumn - 1)}${'^'.repeat(Math.min(width, shown.length - caretColumn + 2))}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...notes.map((note) => `  note: ${formatNote(note)}`),
  ].join('\n');
}

/** `message (path:line:column)`. */
export function formatNote({ message, span }: Note): string {
  if (span === undefined) return message;
  const { line, column } = positionOf(span);
  return `${message} (${shownPath(span.source)}:${line}:${column})`;
}

const SHOWN = 120;
const ELLIPSIS = '...';

/** Long lines (generated expressions run to 12,000 characters) are cut around the column. */
function clip(text: string, column: number): [shown: string, column: number] {
  if (text.length <= SHOWN) return [text, column];
  const start = Math.max(0, Math.min(column - 1 - SHOWN / 2, text.length - SHOWN));
  const before = start > 0 ? ELLIPSIS : '';
  const after = start + SHOWN < text.length ? ELLIPSIS : '';
  const shown = text.slice(start, start + SHOWN);
  return [before + shown + after, column - start + before.length];
}
