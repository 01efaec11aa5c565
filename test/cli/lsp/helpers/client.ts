/** A language client: starts `portcullis lsp` and speaks to it as editors do, by the client side of a library. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { commandLine } from '../../../helpers/command-line.ts';

export type Client = {
  readonly connection: ProtocolConnection;
  /** The first diagnostics of a document that pass, published before or after the call. */
  readonly diagnostics: (
    uri: string,
    accepts: (diagnostics: readonly Diagnostic[], version: number | undefined) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** Everything published so far. */
  readonly published: readonly PublishDiagnosticsParams[];
  readonly child: ChildProcessWithoutNullStreams;
  readonly exitCode: Promise<number | null>;
};

export const initializeParams = (rootUri: string | null): InitializeParams => ({
  processId: null,
  rootUri,
  capabilities: {},
});

/** `words` follow the command. The process ends with the test that kills it. */
export function startClient(cwd: string, ...words: readonly string[]): Client {
  return connectTo(spawn(process.execPath, [...commandLine, 'lsp', ...words], { cwd }));
}

/** A client of any server that speaks on its standard streams. */
export function connectTo(child: ChildProcessWithoutNullStreams): Client {
  child.stderr.pipe(process.stderr);
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    for (const look of waiting) look();
  });
  connection.listen();
  return {
    connection,
    published,
    child,
    exitCode: new Promise((resolve) => child.on('exit', resolve)),
    diagnostics: (uri, accepts) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = published.find(
            (each) => each.uri === uri && accepts(each.diagnostics, each.version),
          );
          if (found === undefined) return;
          waiting.delete(look);
          // What came before is of the past.
          published.splice(0, published.indexOf(found) + 1);
          resolve(found.diagnostics);
        };
        waiting.add(look);
        look();
      }),
  };
}
