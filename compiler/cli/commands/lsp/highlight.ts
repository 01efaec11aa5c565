/** Finds all mentions, in a document, of the name under the cursor. */
import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import { offsetAt, rangeOf } from './line-index.ts';
import { isDefinition, meansTheSame } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';
import { mentionAt, openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

/** A definition or assignment counts as a write, everything else as a read. */
export function highlightsAt(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): DocumentHighlight[] {
  const file = openFile(session, pathOf(session.workspace, textDocument.uri));
  const mention = file && mentionAt(file, offsetAt(file.index, position));
  if (file === undefined || mention === undefined) return [];
  return file.directives
    .flatMap(mentionsOf)
    .filter((other) => meansTheSame(mention, other))
    .map((other) => ({
      range: rangeOf(file.index, other.span.start, other.span.end),
      kind: isDefinition(other) ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    }));
}
