/**
 * Removes findings that only follow from others, such as a name that is unknown because the directive that defines it
 * could not be read.
 */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Diagnostic } from './diagnostics.ts';
import { type Span, textOf } from './source.ts';

/** Errors after which any unknown name may be defined in one of the missing files. */
const MISSING_FILES: ReadonlySet<string> = new Set([
  'include-too-deep',
  'missing-file',
  'no-file-matches',
]);

/** Findings whose missing name must be defined earlier in the file. */
const ORDERED: ReadonlySet<string> = new Set([
  'block-without-default',
  'no-such-rule',
  'unknown-dataset',
]);

/**
 * Returns the findings, except those whose absent name occurs in a directive that was left out. Errors stay when there
 * is no other error, so that a failed compile always shows a reason.
 */
export function withoutConsequences(
  found: readonly Diagnostic[],
  leftOut: readonly Span[],
): readonly Diagnostic[] {
  // A rule that tests the correctly spelt score never matches only because the score is misspelt where it is set.
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
    text: lowerAscii(textOf(span))
      .replaceAll('tx:', 'tx.')
      .replace(/[ \t\r\n]+/g, ' '),
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

/** Returns whether `name` occurs in `text` as a whole word, or as a TX variable whose name is completed by a macro. */
function mentions(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWordByte(text.charAt(at - 1)) && !isWordByte(text.charAt(at + name.length))) return true;
  }
  if (!name.startsWith('tx.')) return false;
  return [...text.matchAll(/tx\.[\w-]*(?=%\{)/g)].some(([start]) => name.startsWith(start));
}

function isWordByte(char: string): boolean {
  return /[\w-]/.test(char);
}
