/** The outline of a file: its rules by id, its markers, and the files that it includes. */
import {
  type DocumentSymbol,
  type DocumentSymbolParams,
  SymbolKind,
} from 'vscode-languageserver/node';
import type { Action, Directive } from '#compiler/1-parse/ast.ts';
import { rangeOf, shownText } from './line-index.ts';
import { type OpenFile, openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

export function documentSymbols(
  session: Session,
  { textDocument }: DocumentSymbolParams,
): DocumentSymbol[] {
  const file = openFile(session, pathOf(session.workspace, textDocument.uri));
  return file === undefined ? [] : file.directives.flatMap((each) => symbolOf(file, each));
}

type Outlined = Required<Pick<DocumentSymbol, 'name' | 'detail' | 'kind'>>;

function symbolOf({ index }: OpenFile, directive: Directive): readonly DocumentSymbol[] {
  const outlined = outlineOf(directive);
  if (outlined === undefined) return [];
  const range = rangeOf(index, directive.span.start, directive.span.end);
  return [{ ...outlined, range, selectionRange: range }];
}

/** Returns undefined for chained rules and settings, which are not in the outline. */
export function outlineOf(directive: Directive): Outlined | undefined {
  const found = outline(directive);
  if (found === undefined) return undefined;
  // The protocol does not allow empty names.
  return { ...found, name: shownText(found.name) || '?', detail: shownText(found.detail) };
}

function outline(directive: Directive): Outlined | undefined {
  switch (directive.kind) {
    case 'SecRule':
    case 'SecAction': {
      const id = argumentOf(directive.actions, 'id');
      if (id === undefined) return undefined;
      const detail = argumentOf(directive.actions, 'msg') ?? '';
      return { name: id, detail, kind: SymbolKind.Function };
    }
    case 'SecMarker':
      return { name: directive.label.text, detail: 'SecMarker', kind: SymbolKind.Event };
    case 'SecDataset':
      return { name: directive.name.text, detail: 'SecDataset', kind: SymbolKind.Constant };
    case 'Include':
      return { name: directive.pattern.text, detail: 'Include', kind: SymbolKind.Namespace };
    default:
      return undefined;
  }
}

function argumentOf(actions: readonly Action[], name: string): string | undefined {
  return actions.find((action) => action.name.text.toLowerCase() === name)?.argument?.text;
}
