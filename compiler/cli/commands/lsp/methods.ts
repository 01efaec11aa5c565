/** The methods of the protocol and what each does. */
import { codeActions } from './code-actions.ts';
import { completeAt } from './completion/complete.ts';
import { documentSymbols } from './document-symbols.ts';
import { formatDocument } from './format-document.ts';
import { hoverAt } from './hover.ts';
import { bytesOf } from './line-index.ts';
import { definitionsOf, referencesOf } from './navigate.ts';
import {
  changesOf,
  documentPositionOf,
  includesDeclaration,
  openedTextOf,
  uriOf,
  versionOf,
} from './params.ts';
import type { Session } from './session.ts';
import { changeDocument, closeDocument, openDocument } from './workspace.ts';

/** Each gives the result; undefined is null. Throws BadParams. */
export const requests: ReadonlyMap<string, (session: Session, params: unknown) => unknown> =
  new Map<string, (session: Session, params: unknown) => unknown>([
    ['textDocument/hover', (session, params) => hoverAt(session, documentPositionOf(params))],
    [
      'textDocument/definition',
      (session, params) => definitionsOf(session, documentPositionOf(params)),
    ],
    [
      'textDocument/references',
      (session, params) =>
        referencesOf(session, documentPositionOf(params), includesDeclaration(params)),
    ],
    ['textDocument/codeAction', (_, params) => codeActions(params)],
    ['textDocument/documentSymbol', (session, params) => documentSymbols(session, uriOf(params))],
    ['textDocument/formatting', (session, params) => formatDocument(session, uriOf(params))],
    [
      'textDocument/completion',
      (session, params) => completeAt(session, documentPositionOf(params)),
    ],
  ]);

/** Those that change what the files are; a check follows each. */
export const notifications: ReadonlyMap<string, (session: Session, params: unknown) => void> =
  new Map<string, (session: Session, params: unknown) => void>([
    [
      'textDocument/didOpen',
      ({ workspace }, params) =>
        openDocument(workspace, {
          uri: uriOf(params),
          version: versionOf(params),
          text: bytesOf(openedTextOf(params)),
        }),
    ],
    [
      'textDocument/didChange',
      ({ workspace }, params) =>
        changeDocument(workspace, uriOf(params), versionOf(params), changesOf(params)),
    ],
    ['textDocument/didClose', ({ workspace }, params) => closeDocument(workspace, uriOf(params))],
    ['textDocument/didSave', readAgain],
    ['workspace/didChangeWatchedFiles', readAgain],
  ]);

function readAgain({ workspace }: Session): void {
  workspace.generation += 1;
}
