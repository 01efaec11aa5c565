/** Diagnostics: mistakes in rules, as their authors read them. Authors' mistakes are reported here; our own bugs throw. */
import { bytesBefore, lineAt, positionOf, type Span, shownPath } from './source.ts';
import { BYTE_ORDER_MARK, columnsOf } from './utf8.ts';

/** Severity of a finding. A notice is true and useful to know, but the rules work as they are. */
export type SeverityLevel = 'error' | 'warning' | 'notice';

/** A mistake without its position. The functions of `problems.ts` create them. */
export type Problem = {
  /** Stable name in kebab case; part of the public interface. */
  readonly code: string;
  readonly severity: SeverityLevel;
  /** One full sentence. */
  readonly message: string;
  /** What the author can do about it. */
  readonly hint: string | undefined;
  /** The only possible fix, applied by `check --fix`; undefined when the author must decide. */
  readonly fix?: Fix;
  /** What the author may have meant; editors offer it. */
  readonly suggestion?: Fix;
  /** The name that no rule defines or uses. A directive with an error may be the one that defines it. */
  readonly absent?: string;
};

/** Replaces the text `from`, at the position of the problem, by `to`. */
export type Fix = { readonly from: string; readonly to: string };

/** Additional information and where it comes from, for example the position of another definition. */
export type Note = { readonly message: string; readonly span: Span | undefined };

/** Returns a problem that stops the compilation. */
export const error = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'error',
  message,
  hint,
});

/** Returns a problem that does not stop the compilation but that the author should correct. */
export const warning = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'warning',
  message,
  hint,
});

/** Returns a problem that is only information: the rules work as they are. */
export const notice = (code: string, message: string, hint?: string): Problem => ({
  code,
  severity: 'notice',
  message,
  hint,
});

export type Diagnostic = Problem & { readonly span: Span; readonly notes: readonly Note[] };

/** Collects the diagnostics of all stages, so that one run shows all of them. */
export class Diagnostics {
  /** Single diagnostics, and lists that were added together. */
  readonly #found: (Diagnostic | readonly Diagnostic[])[] = [];

  report(problem: Problem, span: Span, notes: readonly Note[] = []): void {
    this.#found.push({ ...problem, span, notes });
  }

  /** Adds a list of diagnostics that was collected separately. */
  add(list: readonly Diagnostic[]): void {
    this.#found.push(list);
  }

  /** Removes a list that was passed to `add`. The list is compared by identity. */
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
 * Formats a diagnostic as `path:line:column: error: message [code]`, the source line, a caret line, the hint and the
 * notes. The caret line ends at the end of the physical line.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { span, severity, message, code, hint, notes } = diagnostic;
  const { line, column } = positionOf(span);
  const { shown, before, marked } = sourceLine(span);
  return [
    `${shownPath(span.source)}:${line}:${column}: ${severity}: ${message} [${code}]`,
    `  ${shown}`,
    `  ${' '.repeat(before)}${'^'.repeat(Math.max(1, marked))}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...notes.map((note) => `  note: ${formatNote(note)}`),
  ]
    .map(withoutControls)
    .join('\n');
}

/** Replaces control characters of rule files, which terminals would obey: CR moves the cursor, ESC colours. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => (char < '\x80' ? '?' : char));
}

/** Returns `message (path:line:column)`. */
export function formatNote({ message, span }: Note): string {
  if (span === undefined) return message;
  const { line, column } = positionOf(span);
  return `${message} (${shownPath(span.source)}:${line}:${column})`;
}

const SHOWN = 120;
const ELLIPSIS = '...';

/** A line as reports show it, and where in it a span is: the columns before it and those that it takes. */
type SourceLine = { readonly shown: string; readonly before: number; readonly marked: number };

/** Returns the line in which a span starts, cut around the span: generated expressions have up to 12,000 characters. */
function sourceLine(span: Span): SourceLine {
  const text = lineAt(span.source, span.start).replaceAll('\t', ' ');
  const from = bytesBefore(span).before.length;
  const isLong = text.length > SHOWN;
  const start = isLong ? Math.max(0, Math.min(from - SHOWN / 2, text.length - SHOWN)) : 0;
  const [first, last] = [startOf(text, start), endOf(text, start + SHOWN)];
  const lead = first > 0 ? ELLIPSIS : '';
  const tail = last < text.length ? ELLIPSIS : '';
  const to = from + span.end - span.start;
  return {
    shown: (lead + text.slice(first, last) + tail).replace(BYTE_ORDER_MARK, ''),
    before: columnsOf(lead + text.slice(first, from)),
    marked: columnsOf(text.slice(from, Math.min(to, last))) + (to > last ? tail.length : 0),
  };
}

/** Returns the start of the character of UTF-8 that contains the byte at `offset`. */
function startOf(text: string, offset: number): number {
  const before = /[\xc0-\xff][\x80-\xbf]{0,2}$/.exec(text.slice(Math.max(0, offset - 3), offset));
  return before !== null && isContinuation(text, offset) ? offset - before[0].length : offset;
}

function endOf(text: string, offset: number): number {
  let end = Math.min(offset, text.length);
  while (end - offset < 3 && isContinuation(text, end)) end += 1;
  return end;
}

function isContinuation(text: string, offset: number): boolean {
  return /[\x80-\xbf]/.test(text.charAt(offset));
}
