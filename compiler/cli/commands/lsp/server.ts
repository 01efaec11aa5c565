/** Handles the messages of the client (LSP 3.17, Lifecycle Messages). */
import {
  type CancellationToken,
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type ExecuteCommandParams,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  type ResponseError,
  type ServerCapabilities,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { itemsOf, member } from '#compiler/json.ts';
import { VERSION } from '#compiler/version.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lens.ts';
import { commandNames } from './command-names.ts';
import { completeAt } from './completion/complete.ts';
import { documentSymbols } from './document-symbols.ts';
import { executeCommand } from './execute-command.ts';
import { foldingRanges } from './folding.ts';
import { formatDocument } from './format-document.ts';
import { highlightsAt } from './highlight.ts';
import { hoverAt } from './hover.ts';
import { type Lifecycle, refuse, whileRunning } from './lifecycle.ts';
import { definitionsOf, referencesOf } from './navigate.ts';
import { invalidParams, type Need } from './params.ts';
import { createPublisher, type Publisher } from './publish.ts';
import { prepareRename, renameAt } from './rename.ts';
import { legend, semanticTokens } from './semantic-tokens.ts';
import type { Session } from './session.ts';
import { signatureHelp } from './signature-help.ts';
import { absoluteOf, closeDocument, openDocument } from './workspace.ts';
import { workspaceSymbols } from './workspace-symbols.ts';

const capabilities: ServerCapabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  documentHighlightProvider: true,
  workspaceSymbolProvider: true,
  foldingRangeProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
  semanticTokensProvider: { legend, full: true, range: true },
  signatureHelpProvider: { triggerCharacters: [' ', ':', '='] },
  executeCommandProvider: { commands: Object.values(commandNames) },
  completionProvider: {
    triggerCharacters: ['@', ':', '.', '{', '|', ',', '"', "'", '=', '&', '!', '/', ' '],
  },
};

/** Files on disk whose changes matter: rules, data files, profiles, tests. */
const WATCHED = '**/*.{conf,data,json,yaml,yml}';

/** Serves the client until it disconnects. */
export function serve(connection: Connection, session: Session): void {
  const lifecycle: Lifecycle = { stage: 'new' };
  const publisher = createPublisher(connection, session);
  initialize(connection, session, lifecycle);
  connection.onShutdown(() => {
    publisher.stop();
    lifecycle.stage = 'stopped';
  });
  followFiles(connection, session, publisher);

  type Run<Params, Result> = (
    session: Session,
    params: Params,
    token: CancellationToken,
  ) => Result | Promise<Result>;
  const answer = <Params, Result>(run: Run<Params, Result>, ...needs: readonly Need[]) =>
    whileRunning(lifecycle, connection, (params: Params, token) => {
      return invalidParams(params, needs) ?? run(session, params, token);
    });
  const onFile = ['textDocument.uri'] as const;
  const atPosition = ['textDocument.uri', 'position'] as const;
  connection.onHover(answer(hoverAt, ...atPosition));
  connection.onDefinition(answer(definitionsOf, ...atPosition));
  connection.onReferences(answer(referencesOf, ...atPosition, 'context'));
  connection.onDocumentSymbol(answer(documentSymbols, ...onFile));
  connection.onDocumentFormatting(answer(formatDocument, ...onFile));
  connection.onCodeAction(answer(codeActions, ...onFile, 'context.diagnostics'));
  connection.onCompletion(answer(completeAt, ...atPosition));
  connection.onDocumentHighlight(answer(highlightsAt, ...atPosition));
  connection.onWorkspaceSymbol(answer(workspaceSymbols, 'query'));
  connection.onFoldingRanges(answer(foldingRanges, ...onFile));
  connection.onPrepareRename(answer(prepareRename, ...atPosition));
  connection.onRenameRequest(answer(renameAt, ...atPosition, 'newName'));
  connection.onCodeLens(answer(codeLenses, ...onFile));
  connection.languages.semanticTokens.on(answer(semanticTokens, ...onFile));
  connection.languages.semanticTokens.onRange(answer(semanticTokens, ...onFile, 'range'));
  connection.onSignatureHelp(answer(signatureHelp, ...atPosition));
  connection.onExecuteCommand(
    answer(async (of, params: ExecuteCommandParams) => {
      const message = await executeCommand(of, params);
      const type = MessageType.Info;
      if (!of.showsOutput)
        void connection.sendNotification(ShowMessageNotification.type, { type, message });
      return message;
    }, 'command'),
  );
  connection.listen();
}

function initialize(connection: Connection, session: Session, lifecycle: Lifecycle): void {
  const { workspace } = session;
  let watches = false;
  connection.onInitialize((params): InitializeResult | ResponseError<never> => {
    if (lifecycle.stage !== 'new') return refuse(ErrorCodes.InvalidRequest, 'It has been sent.');
    lifecycle.stage = 'running';
    const root = rootOf(params);
    if (root !== undefined) workspace.root = root;
    const given = itemsOf(member(params.initializationOptions, 'command'));
    const commandLine = given.flatMap((word) => (typeof word === 'string' ? [word] : []));
    if (commandLine.length > 0) session.commandLine = commandLine;
    session.showsOutput = member(params.initializationOptions, 'showsOutput') === true;
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities, serverInfo: { name: 'portcullis', version: VERSION } };
  });
  connection.onInitialized(async () => {
    if (!watches) return;
    const watchers = [{ globPattern: WATCHED }];
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  });
}

/** Returns the folder of the client; undefined when there is none or it is relative, as `file://.` of some clients. */
function rootOf({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri ?? '';
  const path = absoluteOf(uri);
  return path === `/${uri}` ? undefined : path.replace(/\/$/, '');
}

/** Follows open documents and changes on disk. */
function followFiles(connection: Connection, { workspace }: Session, { changed }: Publisher): void {
  const documents = new TextDocuments(TextDocument);
  documents.onDidChangeContent(({ document }) => {
    openDocument(workspace, document);
    changed(document.uri);
  });
  documents.onDidClose(({ document }) => {
    closeDocument(workspace, document.uri);
    changed();
  });
  const readAgain = (): void => {
    workspace.generation += 1;
    workspace.saved += 1;
    changed();
  };
  documents.onDidSave(readAgain);
  connection.onDidChangeWatchedFiles(readAgain);
  documents.listen(connection);
}
