/** Findings that only follow from others: a name is unknown because the directive that has it could not be read. */
import { lowerAscii } from '../runtime/engine/bytes/byte-string.ts';
import type { Diagnostic } from './diagnostics.ts';
import { type Span, textOf } from './source.ts';

/** Errors after which any name may be one that the missing files have. */
const MISSING_FILES: ReadonlySet<string> = new Set([
  'include-too-deep',
  'missing-file',
  'no-file-matches',
]);

/** What these miss must stand before them. */
const ORDERED: ReadonlySet<string> = new Set([
  'block-without-default',
  'no-such-rule',
  'unknown-dataset',
]);

/**
 * The findings without those whose absent name stands in a directive that is left out. Errors stay when no other
 * error does: what cannot be compiled always has a reason.
 */
export function withoutConsequences(
  found: readonly Diagnostic[],
  leftOut: readonly Span[],
): readonly Diagnostic[] {
  // What a misspelt score would have reached is a rule that can never match.
  const meant = new Set(
    found.flatMap(({ code, suggestion }) =>
      code === 'misspelt-score' && suggestion !== undefined ? [`tx.${suggestion.to}`] : [],
    ),
  );
  const isMeant = ({ code, absent = '' }: Diagnostic): boolean =>
    code === 'never-matches' && meant.has(absent);
  return withoutAbsent(
    found.filter((each) => !isMeant(each)),
    leftOut,
  );
}

function withoutAbsent(
  found: readonly Diagnostic[],
  leftOut: readonly Span[],
): readonly Diagnostic[] {
  const isIncomplete = found.some(({ code }) => MISSING_FILES.has(code));
  if (!isIncomplete && leftOut.length === 0) return found;
  const directives = leftOut.map((span) => ({
    span,
    text: lowerAscii(textOf(span)).replaceAll('tx:', 'tx.').replace(/\s+/g, ' '),
  }));
  const isCause = ({ severity, absent }: Diagnostic): boolean =>
    severity === 'error' && absent === undefined;
  const hasCause = found.some(isCause);
  return found.filter(({ absent, severity, code, span }) => {
    if (absent === undefined || (severity === 'error' && !hasCause)) return true;
    const name = lowerAscii(absent);
    const isReached = (other: Span): boolean => !ORDERED.has(code) || !isBefore(span, other);
    return (
      !isIncomplete && !directives.some((each) => isReached(each.span) && mentions(each.text, name))
    );
  });
}

function isBefore(span: Span, other: Span): boolean {
  return span.source.path === other.source.path && span.start < other.start;
}

/** As a word of its own, or as a TX variable whose name a macro completes. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWordByte(text.charAt(at - 1)) && !isWordByte(text.charAt(at + name.length))) return true;
  }
  if (!name.startsWith('tx.')) return false;
  return [...text.matchAll(/tx\.[\w-]*(?=%\{)/g)].some(([start]) => name.startsWith(start));
}

function isWordByte(char: string): boolean {
  return /[\w-]/.test(char);
}
