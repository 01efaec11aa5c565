/** A snippet -> its text in pieces, between the files of ingress-nginx that it includes. */
import type { Directive } from '../../../../1-parse/ast.ts';
import { parse } from '../../../../1-parse/parse.ts';
import { Diagnostics } from '../../../../diagnostics.ts';
import { concat, EMPTY, type MappedText, slice, unescapeNginx, written } from './mapped-text.ts';
import * as problem from './problems.ts';
import type { ReportAt } from './read-manifests.ts';
import { CORE_RULES, includedFiles } from './standard-files.ts';

export type Piece =
  | { readonly kind: 'Text'; readonly text: MappedText }
  /** As a profile names it. */
  | { readonly kind: 'File'; readonly path: string };

export type Snippet = {
  readonly pieces: readonly Piece[];
  /** Directives without rules, where `separate`: those of a location win over those of the controller. */
  readonly settings: MappedText;
  /** SecRuleRemove... and SecRuleUpdate...: in libmodsecurity they count wherever they stand, here behind the rules. */
  readonly updates: MappedText;
};

export const NO_SNIPPET: Snippet = { pieces: [], settings: EMPTY, updates: EMPTY };

/** `separate`: settings are wanted by themselves. */
export function readSnippet(yaml: MappedText, separate: boolean, report: ReportAt): Snippet {
  const text = unescapeNginx(yaml);
  // Mistakes are found when the whole profile is read.
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

/** Each file once, one rule file of the set not beside the whole set, and neighbouring texts in one. */
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
