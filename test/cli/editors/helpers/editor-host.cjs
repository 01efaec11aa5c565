/**
 * As much of VS Code as starting the extension takes: node editor-host.cjs EXTENSION WORKSPACE FILE COMMAND...
 * The extension is activated with FILE open, its commands are run one after the other with the cursor in line 2, and what
 * it shows is printed as JSON, one object a line. What is not stated here accepts every call and does nothing.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const [extension, folder, file, ...words] = process.argv.slice(2);
const separator = words.indexOf('--');
const [commandNames, commandLine] = [words.slice(0, separator), words.slice(separator + 1)];
const print = (shown) => process.stdout.write(`${JSON.stringify(shown)}\n`);
const disposable = () => ({ dispose() {} });

/** Anything: a function, a class, a namespace of more of the kind. */
function anything(stated = {}) {
  const members = new Map(Object.entries(stated));
  const disposableClass = class {
    dispose() {}
  };
  return new Proxy(disposableClass, {
    get(target, name) {
      // Nobody waits for it.
      if (name === 'then') return undefined;
      if (name === 'prototype' || typeof name === 'symbol') return target[name];
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    apply: disposable,
  });
}

class Uri {
  constructor(text) {
    const { protocol, pathname } = new URL(text);
    this.text = text;
    this.scheme = protocol.slice(0, -1);
    this.path = decodeURIComponent(pathname);
    this.fsPath = this.path;
  }
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(pathToFileURL(path).href);
  toString() {
    return this.text;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class EventEmitter {
  listeners = [];
  event = (listener) => {
    this.listeners.push(listener);
    return disposable();
  };
  fire(event) {
    for (const listener of this.listeners) listener(event);
  }
  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: disposable };
  cancel() {}
  dispose() {}
}

const path = join(folder, file);
const opened = {
  uri: Uri.file(path),
  languageId: 'seclang',
  version: 1,
  fileName: path,
  isClosed: false,
  getText: () => readFileSync(path, 'utf8'),
};
const settings = new Map([['command', commandLine]]);
const commands = new Map();
const channel = (name) =>
  anything({
    name,
    append: (text) => print({ channel: name, text }),
    error: (text) => print({ error: text }),
  });

const vscode = anything({
  ...{ Uri, Position, Range, Diagnostic, EventEmitter, CancellationTokenSource, version: '1.91.0' },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  window: anything({
    activeTextEditor: { document: opened, selection: { active: new Position(1, 3) } },
    visibleTextEditors: [],
    tabGroups: anything({ all: [] }),
    createOutputChannel: channel,
    showErrorMessage: async (text) => print({ error: text }),
    showInputBox: async () => '/?q=x',
  }),
  workspace: anything({
    textDocuments: [opened],
    notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(folder), name: 'workspace', index: 0 }],
    getConfiguration: () => ({ get: (name, otherwise) => settings.get(name) ?? otherwise }),
    getWorkspaceFolder: () => undefined,
    createFileSystemWatcher: () => anything(),
  }),
  languages: anything({
    match: () => 10,
    createDiagnosticCollection: () =>
      anything({
        set: (uri, found = []) =>
          print({ diagnostics: found.map(({ code }) => code?.value ?? code), uri: `${uri}` }),
      }),
  }),
  commands: anything({
    registerCommand: (name, run) => {
      commands.set(name, run);
      return disposable();
    },
  }),
});

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

async function main() {
  const { activate, deactivate } = require(join(extension, 'extension.cjs'));
  await activate({ subscriptions: [], asAbsolutePath: (name) => join(extension, name) });
  for (const name of commandNames) await commands.get(name)();
  await deactivate();
}

main().then(
  () => process.exit(0),
  (fault) => {
    console.error(fault);
    process.exit(1);
  },
);
