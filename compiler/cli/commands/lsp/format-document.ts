/** Formats a document in the layout of `portcullis format`. */
import type { DocumentFormattingParams, TextEdit } from 'vscode-languageserver/node';
import { formatFile } from '#compiler/format/format-file.ts';
import { changedLines } from './changed-lines.ts';
import { rangeOf, shownText } from './line-index.ts';
import { openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

/** Returns edits for the lines that change. There are none when the layout is correct or the document has errors. */
export function formatDocument(
  session: Session,
  { textDocument }: Pick<DocumentFormattingParams, 'textDocument'>,
): TextEdit[] {
  const path = pathOf(session.workspace, textDocument.uri);
  const file = openFile(session, path);
  if (file === undefined) return [];
  const { index } = file;
  const formatted = formatFile({ path, text: index.text });
  if (formatted.kind === 'Error') return [];
  return changedLines(index.text, formatted.text).map(({ start, end, text }) => ({
    range: rangeOf(index, start, end),
    newText: shownText(text),
  }));
}
