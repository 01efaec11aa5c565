/** The extension for VS Code: starts the language server in its folder and shows the output of commands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtensionContext, type OutputChannel, window, workspace } from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import { PACKAGE } from '#compiler/version.ts';
import { commandNames } from '../../commands/lsp/command-names.ts';
import { LANGUAGE, paths } from './manifest.ts';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel('Portcullis');
  context.subscriptions.push(output);
  const settings = workspace.getConfiguration('portcullis');
  const options = ['profile', 'preset'].flatMap((name) => {
    const value = settings.get(name, '');
    return value === '' ? [] : [`--${name}=${value}`];
  });
  const server = {
    command: process.execPath,
    args: [context.asAbsolutePath(paths.server), ...options],
    // The executable is that of the editor, which runs as Node only with this variable.
    options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  };
  client = new LanguageClient('portcullis', 'Portcullis', server, clientOptions(output));
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function clientOptions(output: OutputChannel): LanguageClientOptions {
  return {
    documentSelector: [{ language: LANGUAGE }],
    initializationOptions: { command: commandLine(), showsOutput: true },
    middleware: {
      executeCommand: async (command, given, next) => {
        const all = given.length > 0 ? given : await argumentsFor(command);
        if (all === undefined) return;
        const printed: unknown = await next(command, [...all]);
        output.clear();
        output.append(String(printed));
        output.show(true);
      },
    },
  };
}

/** Returns the command line from the setting, from the workspace, or from the PATH. */
function commandLine(): readonly string[] {
  const given = workspace.getConfiguration('portcullis').get<readonly string[]>('command', []);
  if (given.length > 0) return given;
  const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const installed = [`node_modules/${PACKAGE}/dist/portcullis.mjs`, 'dist/portcullis.mjs']
    .map((path) => join(root, path))
    .find((path) => existsSync(path));
  return installed === undefined ? ['portcullis'] : [process.execPath, installed];
}

/** Returns the arguments of a command that was not started from a code lens; undefined when no document applies. */
async function argumentsFor(command: string): Promise<readonly unknown[] | undefined> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const uri = editor.document.uri.toString();
  const { line, character } = editor.selection.active;
  if (command !== commandNames.run) return [uri, { line, character }];
  const url = await window.showInputBox({ prompt: 'Path or URL of the request', value: '/?q=' });
  return url === undefined ? undefined : [uri, url];
}
