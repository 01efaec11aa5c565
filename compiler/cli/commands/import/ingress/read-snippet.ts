/** Splits a snippet into its text and the files of ingress-nginx that it includes. */
import type { Directive } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { concat, EMPTY, type MappedText, slice, unescapeNginx, written } from './mapped-text.ts';
import * as problem from './problems.ts';
import type { ReportAt } from './read-manifests.ts';
import { CORE_RULES, includedFiles } from './standard-files.ts';

export type Piece =
  | { readonly kind: 'Text'; readonly text: MappedText }
  /** The path as a profile names it. */
  | { readonly kind: 'File'; readonly path: string };

export type Snippet = {
  readonly pieces: readonly Piece[];
  /** Directives that are not rules, when `separate`: those of a location override those of the controller. */
  readonly settings: MappedText;
  /**
   * SecRuleRemove... and SecRuleUpdate...: in libmodsecurity they apply at any position, here they must follow the
   * rules.
   */
  readonly updates: MappedText;
};

export const NO_SNIPPET: Snippet = { pieces: [], settings: EMPTY, updates: EMPTY };

/** Reads the snippet. `separate` is true when settings are returned separately. */
export function readSnippet(yaml: MappedText, separate: boolean, report: ReportAt): Snippet {
  const text = withLineEnd(unescapeNginx(yaml));
  // Errors are reported when the whole profile is compiled.
  const directives = parse({ path: 'snippet', text: text.text }, new Diagnostics());
  const pieces: Piece[] = [];
  let [settings, updates] = [EMPTY, EMPTY];
  let end = 0;
  const cut = (directive: Directive): MappedText => {
    pieces.push({ kind: 'Text', text: slice(text, end, directive.span.start) });
    end = directive.span.end;
    const own = slice(text, directive.span.start, end);
    return concat(own, written('\n', own.offsets[0] ?? 0));
  };
  for (const directive of directives) {
    if (directive.kind === 'Include') {
      cut(directive);
      pieces.push(...included(directive, text, report));
    } else if (isUpdate(directive)) updates = concat(updates, cut(directive));
    else if (separate && directive.kind === 'Setting') settings = concat(settings, cut(directive));
  }
  pieces.push({ kind: 'Text', text: slice(text, end) });
  return { pieces, settings, updates };
}

/** Ends the last line, which the snippet of the controller would otherwise continue. */
function withLineEnd(text: MappedText): MappedText {
  if (/(?:^|\n)$/.test(text.text)) return text;
  return concat(text, written('\n', text.offsets.at(-1) ?? 0));
}

function isUpdate({ kind }: Directive): boolean {
  return kind.startsWith('SecRuleRemove') || kind.startsWith('SecRuleUpdate');
}

function included(
  { pattern }: Extract<Directive, { kind: 'Include' }>,
  { offsets }: MappedText,
  report: ReportAt,
): readonly Piece[] {
  const files = includedFiles(pattern.text);
  if (files !== undefined) return files.map((path) => ({ kind: 'File', path }));
  const { start, end } = pattern.span;
  report(problem.otherInclude(pattern.text), offsets[start] ?? 0, (offsets[end - 1] ?? 0) + 1);
  return [];
}

/** Merges pieces: each file once, no single rule file together with its whole set, and adjacent texts joined. */
export function merged(pieces: readonly Piece[]): readonly Piece[] {
  const files = new Set(pieces.flatMap((piece) => (piece.kind === 'File' ? [piece.path] : [])));
  const hasAll = files.has(CORE_RULES);
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.kind === 'File') {
      const isPart = hasAll && piece.path !== CORE_RULES && piece.path.startsWith('{rules}/');
      if (files.delete(piece.path) && !isPart) result.push(piece);
    } else if (piece.text.text.trim() === '') continue;
    else if (last?.kind === 'Text')
      result.splice(-1, 1, { kind: 'Text', text: concat(last.text, piece.text) });
    else result.push(piece);
  }
  return result;
}
