/** The document in the layout of `portcullis format`. */
import type { DocumentFormattingParams, TextEdit } from 'vscode-languageserver/node';
import { formatFile } from '../../../format/format-file.ts';
import { rangeOf, shownText } from './line-index.ts';
import { openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

/** One edit of the whole text; none when it is right already, or has errors: those are not rewritten. */
export function formatDocument(
  session: Session,
  { textDocument }: Pick<DocumentFormattingParams, 'textDocument'>,
): TextEdit[] {
  const path = pathOf(session.workspace, textDocument.uri);
  const file = openFile(session, path);
  if (file === undefined) return [];
  const { index } = file;
  const formatted = formatFile({ path, text: index.text });
  if (formatted.kind === 'Error' || formatted.text === index.text) return [];
  return [{ range: rangeOf(index, 0, index.text.length), newText: shownText(formatted.text) }];
}
