/** Renames ids, TX variables, markers, tags and data sets in rules, exclusions and tests. */
import type {
  Range,
  RenameParams,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { MAX_ID, parseNumber } from '#compiler/2-resolve/resolve-metadata.ts';
import { isCaptureName } from '#compiler/language/capture-names.ts';
import { positionOf } from '#compiler/source.ts';
import { refusal } from './lifecycle.ts';
import { bytesOf, shownText } from './line-index.ts';
import { isDefinition, type Mention, meansTheSame } from './mentions/mention.ts';
import { find } from './navigate.ts';
import { locationOf, programOf, type Session } from './session.ts';
import { testMentions } from './test-files.ts';

type Renamable = Extract<Mention, { kind: 'Symbol' | 'Rules' }>;

/** Returns the span and the current name. Throws when the name cannot be renamed. */
export function prepareRename(
  session: Session,
  where: TextDocumentPositionParams,
): { range: Range; placeholder: string } {
  const { mention } = renamable(session, where);
  const { source, start, end } = mention.span;
  return {
    range: locationOf(session, mention).range,
    placeholder: shownText(source.text.slice(start, end)),
  };
}

/** Throws when the new name is invalid or already used. */
export function renameAt(session: Session, params: RenameParams): WorkspaceEdit {
  const { mention, mentions } = renamable(session, params);
  const newName = bytesOf(params.newName.trim());
  const found = [...mentions, ...(mention.kind === 'Rules' ? testMentions(session) : [])];
  if (mention.kind === 'Rules') checkId(mention, newName, found);
  else checkName(mention, newName, found);
  const edits = new Map<string, Map<string, TextEdit>>();
  for (const other of found.filter((each) => isNamedLike(mention, each))) {
    const { uri, range } = locationOf(session, other);
    const inFile = edits.get(uri) ?? new Map<string, TextEdit>();
    edits.set(uri, inFile.set(JSON.stringify(range), { range, newText: shownText(newName) }));
  }
  const changes = Array.from(edits, ([uri, of]): [string, TextEdit[]] => [uri, [...of.values()]]);
  return { changes: Object.fromEntries(changes) };
}

function renamable(
  session: Session,
  where: TextDocumentPositionParams,
): { readonly mention: Renamable; readonly mentions: readonly Mention[] } {
  const found = find(session, where);
  if (found?.mention.kind !== 'Symbol' && found?.mention.kind !== 'Rules')
    throw refusal('Only ids, TX variables, markers, tags and data sets can be renamed.');
  const { mention, path } = found;
  if (mention.kind === 'Rules' && mention.from !== mention.to)
    throw refusal('A range cannot be renamed: rename one of its rules.');
  if (mention.kind === 'Symbol' && mention.of === 'tx' && isCaptureName(mention.name))
    throw refusal(`TX:${mention.name} is a capture of the operator and cannot be renamed.`);
  return { mention, mentions: programOf(session, path).mentions };
}

/**
 * Returns whether to rename the other mention. A range that contains the id stays, because `checkId` has verified that it
 * contains the new id as well.
 */
function isNamedLike(mention: Renamable, other: Mention): boolean {
  if (other.kind === 'Rules' && other.from !== other.to) return false;
  return meansTheSame(mention, other);
}

function checkId(
  mention: Extract<Mention, { kind: 'Rules' }>,
  newName: string,
  found: readonly Mention[],
): void {
  const id = parseNumber(newName, 1, MAX_ID);
  if (id === undefined) throw refusal(`An id is a number from 1 to ${MAX_ID}.`);
  const renamed: Mention = { ...mention, from: id, to: id };
  const taken = found.find((other) => isDefinition(other) && meansTheSame(renamed, other));
  if (taken !== undefined && id !== mention.from)
    throw refusal(`${id} is another rule: ${locationText(taken)}.`);
  const range = found.find(
    (other) =>
      other.kind === 'Rules' &&
      other.from !== other.to &&
      meansTheSame(mention, other) !== meansTheSame(renamed, other),
  );
  if (range?.kind === 'Rules')
    throw refusal(
      `The range ${range.from}-${range.to} has only one of ${mention.from} and ${id}: change it first (${locationText(range)}).`,
    );
}

/** The characters that a name of each kind may have; blanks and quotes would end it. */
const NAMES = {
  tx: /^[\w.[\]-]+$/,
  marker: /^[\w./-]+$/,
  dataset: /^[\w./-]+$/,
  tag: /^[^\s'"\\,;%|]+$/,
};

function checkName(
  mention: Extract<Mention, { kind: 'Symbol' }>,
  newName: string,
  found: readonly Mention[],
): void {
  if (!NAMES[mention.of].test(newName)) throw refusal(`${shownText(newName)} is not a valid name.`);
  const name = mention.of === 'tx' ? newName.toLowerCase() : newName;
  const renamed: Mention = { ...mention, name };
  const taken = found.find((other) => isDefinition(other) && meansTheSame(renamed, other));
  if (taken !== undefined && name !== mention.name)
    throw refusal(`${shownText(newName)} already exists: ${locationText(taken)}.`);
}

function locationText({ span }: Mention): string {
  return `${span.source.path}:${positionOf(span).line}`;
}
