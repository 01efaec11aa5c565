/** Navigates from a name to its definition and to all its uses. */
import type {
  Location,
  ReferenceParams,
  TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import { besideFile, hasWildcard } from '#compiler/rule-files.ts';
import { offsetAt } from './line-index.ts';
import { isDefinition, type Mention, meansTheSame } from './mentions/mention.ts';
import { locationOf, mentionAt, openFile, programOf, type Session } from './session.ts';
import { pathOf, uriOfPath } from './workspace.ts';

const START = { line: 0, character: 0 };

/** Returns where a marker, TX variable, tag or data set is defined; for ids the rules, for files their first lines. */
export function definitionsOf(session: Session, where: TextDocumentPositionParams): Location[] {
  const found = find(session, where);
  if (found === undefined) return [];
  const { path, mention } = found;
  if (mention.kind === 'File') return filesOf(session, path, mention.path);
  return programOf(session, path)
    .mentions.filter((other) => isDefinition(other) && meansTheSame(mention, other))
    .map((other) => locationOf(session, other));
}

export function referencesOf(session: Session, where: ReferenceParams): Location[] {
  const withDefinitions = where.context.includeDeclaration;
  const found = find(session, where);
  // Names of SecLang itself have no definition in rules.
  if (found === undefined || found.mention.kind === 'Name') return [];
  return programOf(session, found.path)
    .mentions.filter((other) => meansTheSame(found.mention, other))
    .filter((other) => withDefinitions || !isDefinition(other))
    .map((other) => locationOf(session, other));
}

/** Returns the mention at a position in a file. */
export function find(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): { readonly path: string; readonly mention: Mention } | undefined {
  const path = pathOf(session.workspace, textDocument.uri);
  const file = openFile(session, path);
  const mention = file && mentionAt(file, offsetAt(file.index, position));
  return mention && { path, mention };
}

function filesOf(session: Session, from: string, name: string): Location[] {
  const { files } = session.workspace;
  const path = besideFile(from, name);
  const paths = hasWildcard(path) ? files.glob(path) : [path];
  return paths
    .filter((each) => files.read(each) !== undefined)
    .map((each) => ({
      uri: uriOfPath(session.workspace, each),
      range: { start: START, end: START },
    }));
}
