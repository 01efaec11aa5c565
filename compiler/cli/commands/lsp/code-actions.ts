/** Quick fixes: what `check --fix` would write, and names that the author may have meant. */
import { applyEdits, editsFor } from '../../findings/apply-fixes.ts';
import type { Finding } from '../../findings/finding.ts';
import { member } from './json-rpc.ts';
import { type LineIndex, rangeOf, shownText } from './line-index.ts';
import { uriOf } from './params.ts';
import type { TextEdit } from './protocol.ts';

/** What a diagnostic carries to the client and back, in its `data`. */
export type Repair = { readonly title: string; readonly edits: readonly TextEdit[] };

/** undefined: the author must decide. */
export function repairOf(finding: Finding, index: LineIndex): Repair | undefined {
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

/** One for each of the diagnostics in `params.context` that has a repair. */
export function codeActions(params: unknown): readonly object[] {
  const uri = uriOf(params);
  const diagnostics = member(member(params, 'context'), 'diagnostics');
  if (!Array.isArray(diagnostics)) return [];
  return diagnostics.flatMap((diagnostic: unknown) => {
    const data = member(diagnostic, 'data');
    const edits = member(data, 'edits');
    if (!Array.isArray(edits)) return [];
    const title = String(member(data, 'title'));
    const edit = { changes: Object.fromEntries([[uri, edits]]) };
    return [{ title, kind: 'quickfix', diagnostics: [diagnostic], isPreferred: true, edit }];
  });
}
