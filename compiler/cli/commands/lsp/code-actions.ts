/** Quick fixes: those of `check --fix`, and names that the author may have meant. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  TextEdit,
} from 'vscode-languageserver/node';
import { itemsOf, member, textOf } from '#compiler/json.ts';
import { applyEdits, editsFor } from '../../findings/apply-fixes.ts';
import type { Finding } from '../../findings/finding.ts';
import { type LineIndex, rangeOf, shownText } from './line-index.ts';
import type { Session } from './session.ts';

/** The quick fix that a diagnostic carries to the client and back, in its `data`. */
export type QuickFix = { readonly title: string; readonly edits: readonly TextEdit[] };

/** Returns the quick fix; undefined when the author must decide. */
export function quickFixOf(finding: Finding, index: LineIndex): QuickFix | undefined {
  const { fix = finding.suggestion } = finding;
  if (fix === undefined) return undefined;
  const edits = editsFor([{ ...finding, fix }]);
  if (applyEdits(edits).length === 0) return undefined;
  const isName = /^\S+$/.test(`${fix.from}${fix.to}`) && fix.to.length > 1;
  return {
    title: isName ? `Change to ${shownText(fix.to)}` : `Fix ${finding.code}`,
    edits: edits.map(({ start, end, to }) => ({
      range: rangeOf(index, start, end),
      newText: shownText(to),
    })),
  };
}

/** Returns one action for each diagnostic of the context that has a quick fix. */
export function codeActions(
  _session: Session,
  { textDocument, context }: CodeActionParams,
): CodeAction[] {
  return context.diagnostics.flatMap((diagnostic) => {
    const data: unknown = diagnostic.data;
    const edits = itemsOf(member(data, 'edits')).filter(TextEdit.is);
    const title = textOf(member(data, 'title'));
    if (edits.length === 0 || title === undefined) return [];
    const edit = { changes: Object.fromEntries([[textDocument.uri, edits]]) };
    const kind = CodeActionKind.QuickFix;
    return [{ title, kind, diagnostics: [diagnostic], isPreferred: true, edit }];
  });
}
