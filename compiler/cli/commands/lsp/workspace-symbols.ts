/** Finds rules, markers and data sets of all programs by their ids and messages. */
import type { SymbolInformation, WorkspaceSymbolParams } from 'vscode-languageserver/node';
import { outlineOf } from './document-symbols.ts';
import { locationOf, openFile, type Session, workspacePaths } from './session.ts';

/** More symbols than a user reads; the client repeats the request with each letter. */
const MAX_SYMBOLS = 500;

/** Every word of the query must occur, in any case; an empty query returns the first symbols. */
export function workspaceSymbols(
  session: Session,
  { query }: WorkspaceSymbolParams,
): SymbolInformation[] {
  const words = query.toLowerCase().split(/\s+/);
  const found: SymbolInformation[] = [];
  for (const path of workspacePaths(session)) {
    for (const directive of openFile(session, path)?.directives ?? []) {
      const outline = outlineOf(directive);
      if (outline === undefined) continue;
      const name = `${outline.name} ${outline.detail}`.trim();
      if (!words.every((word) => name.toLowerCase().includes(word))) continue;
      const { kind } = outline;
      found.push({ name, kind, containerName: path, location: locationOf(session, directive) });
      if (found.length === MAX_SYMBOLS) return found;
    }
  }
  return found;
}
