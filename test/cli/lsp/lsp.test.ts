/** The language server as editors see it: the client side of a library and a real process. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ErrorCodes,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  type Location,
  LSPErrorCodes,
  MarkupContent,
  ReferencesRequest,
  type ResponseError,
  ShutdownRequest,
  type TextDocumentContentChangeEvent,
  type TextDocumentPositionParams,
  TextEdit,
} from 'vscode-languageserver-protocol/node';
import { type Client, initializeParams, startClient } from './helpers/client.ts';
import { behind, positionIn } from './helpers/documents.ts';
import { temporaryFolder } from './helpers/folder.ts';

const RULES = `# Résumé
SecRule REQUEST_URI "@streq /up" "id:10,phase:1,pass,nolog,setvar:tx.seen=1,skipAfter:END"
SecRule ARGS|!ARGS:q "@pmFromFile words.data" \\
    "id:11,phase:2,deny,log,t:lowercase"
SecRule TX:seen "@eq 1" "id:12,phase:2,deny,log,msg:'é %{tx.seen}',ctl:ruleRemoveById=14"
SecRule ARGS "@rx ^evil" "id:14,phase:2,deny,log"
SecMarker END
SecRuleRemoveById 11
SecRuleUpdateTargetById 12 "!TX:other"
`;
const FILES: Readonly<Record<string, string>> = {
  'profiles/pl1.json': '{ "name": "pl1", "files": ["main.conf"] }',
  'main.conf': 'SecRuleEngine On\nInclude rules.conf\nInclude more.conf\n',
  'more.conf': '\n',
  'alone.conf': '\n',
  'rules.conf': RULES,
  'words.data': 'evil\nwicked\n',
};

const folder = temporaryFolder();
const uri = (path: string): string => pathToFileURL(join(folder.path, path)).href;
const RULES_URI = uri('rules.conf');
let client: Client;

before(async () => {
  mkdirSync(join(folder.path, 'profiles'));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(folder.path, path), text);
  client = startClient('/');
  const early = client.connection.sendRequest(HoverRequest.type, at('@rx'));
  assert.equal(await codeOf(early), ErrorCodes.ServerNotInitialized);
  const root = pathToFileURL(folder.path).href;
  const { capabilities } = await client.connection.sendRequest(
    InitializeRequest.type,
    initializeParams(root),
  );
  assert.equal(capabilities.hoverProvider, true);
  open(RULES_URI, RULES);
});

after(() => {
  client.child.kill();
  folder.remove();
});

/** The position behind the first `text` of the rules; and the document. */
function at(text: string): TextDocumentPositionParams {
  return { textDocument: { uri: RULES_URI }, position: behind(RULES, text) };
}

async function codeOf(answer: Promise<unknown>): Promise<number | undefined> {
  return answer.then(
    () => undefined,
    (error: ResponseError) => error.code,
  );
}

function open(document: string, text: string, languageId = 'seclang'): void {
  void client.connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri: document, languageId, version: 1, text },
  });
}

function close(document: string): void {
  void client.connection.sendNotification(DidCloseTextDocumentNotification.type, {
    textDocument: { uri: document },
  });
}

function change(
  version: number,
  contentChanges: TextDocumentContentChangeEvent[],
  document = RULES_URI,
): void {
  void client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: document, version },
    contentChanges,
  });
}

/** Waits until these are the codes of a version of a document, by default the rules; undefined: a closed one. */
function codesAre(
  codes: readonly string[],
  version: number | undefined,
  document = RULES_URI,
): Promise<readonly Diagnostic[]> {
  return client.diagnostics(
    document,
    (found, of) => of === version && String(found.map(({ code }) => code)) === String(codes),
  );
}

test('a mistake is shown where it stands, in UTF-16 columns, and vanishes with it', async () => {
  await codesAre([], 1);
  // Behind an é: two bytes in the file, one column here.
  const column = RULES.split('\n')[4]?.indexOf('%{tx.seen}') ?? 0;
  const place = (character: number) => ({ line: 4, character });
  const insertion = place(column + '%{tx.s'.length);
  change(2, [{ range: { start: insertion, end: insertion }, text: 'x' }]);
  const [unset] = await codesAre(['unset-variable'], 2);
  assert.deepEqual(unset?.range, {
    start: place(column),
    end: place(column + '%{tx.sxeen}'.length),
  });
  assert.match(String(unset.message), /tx\.sxeen/i);
  const inserted = { start: insertion, end: place(column + '%{tx.sx'.length) };
  change(3, [{ range: inserted, text: '' }]);
  await codesAre([], 3);
});

test('a change of the whole text, and a line that cannot be read', async () => {
  change(4, [{ text: `${RULES}SecRul ARGS "@rx x" "id:15"\n` }]);
  const [found] = await codesAre(['unknown-directive'], 4);
  assert.equal(found?.severity, 1);
  change(5, [{ text: RULES }]);
  await codesAre([], 5);
});

test('quick fixes: what --fix would write, and the name that is meant', async () => {
  const document = uri('slips.conf');
  const rows: readonly (readonly [rules: string, title: string, newText: string])[] = [
    ['SecRul ARGS "@rx x" "id:15"\n', 'Change to SecRule', 'SecRule'],
    [
      'SecRule ARGS "@rx x" "id:15,phase:2,deny,log,t:urlDecodeUnicode"\n',
      'Change to urlDecodeUni',
      'urlDecodeUni',
    ],
    ['SecRule ARGS "@rx x"\n    "id:15,phase:2,deny,log"\n', 'Fix missing-backslash', '" \\'],
  ];
  open(document, '');
  for (const [index, [text, title, newText]] of rows.entries()) {
    const version = index + 2;
    change(version, [{ text }], document);
    const diagnostics = await client.diagnostics(document, (all, of) => of === version && !!all[0]);
    const [first] = diagnostics;
    assert.ok(first !== undefined);
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: document },
      range: first.range,
      context: { diagnostics: [...diagnostics] },
    });
    const [action] = actions ?? [];
    assert.equal(action?.title, title);
    assert.ok(action !== undefined && 'edit' in action);
    assert.equal(action.edit?.changes?.[document]?.[0]?.newText, newText);
  }
  close(document);
  await codesAre([], undefined, document);
  assert.equal(rows.length, 3);
});

test('what one unsaved file says counts in all others, until it is closed', async () => {
  const more = uri('more.conf');
  open(more, 'SecRuleRemoveById 99\n');
  await codesAre(['no-such-rule'], 1, more);
  change(6, [{ text: `${RULES}SecAction "id:99,phase:1,pass,nolog"\n` }]);
  await codesAre([], 1, more);
  change(7, [{ text: RULES }]);
  await codesAre(['no-such-rule'], 1, more);
  close(more);
  await codesAre([], undefined, more);
});

test('a file that no profile reads is a program of its own, when it holds rules', async () => {
  const other = uri('nginx.conf');
  open(other, 'server {\n  listen 80;\n}\n', 'properties');
  await codesAre([], 1, other);
  const alone = uri('alone.conf');
  open(alone, 'SecAction "id:10,phase:1,pass,nolog,skipAfter:NOWHERE"\n');
  await codesAre(['unknown-marker'], 1, alone);
  close(alone);
  await codesAre([], undefined, alone);
});

const hovers: readonly (readonly [at: string, shows: RegExp])[] = [
  ['SecRule', /\*\*SecRule\*\* - SecRule TARGETS/],
  ['REQUEST_URI', /\*\*REQUEST_URI\*\*.*\n\nOne value; filled in every phase/],
  ['@streq', /\*\*@streq\*\*/],
  ['skipAfter', /\*\*skipAfter\*\*/],
  ['t:lowercase', /\*\*t:lowercase\*\*/],
  ['ctl:ruleRemoveById', /\*\*ctl:ruleRemoveById\*\*/],
  ['TX:seen', /\*\*TX:seen\*\* - tx, set in one location, used in 2 locations\n\n- rules\.conf:2$/],
  ['id:12', /\*\*Rule 12\*\* - rules\.conf:5\n\npl1, phase 2: in force\n- `TX:seen` @eq/],
  ['id:14', /rule 12 removes the rule when it matches \(rules\.conf:5\)/],
  [
    'SecRuleRemoveById 11',
    /\*\*Rule 11\*\*.*\n\npl1, phase 2: removed\n- SecRuleRemoveById removes/,
  ],
];

test('hover describes names, ids and variables', async () => {
  for (const [text, shows] of hovers) {
    const hover = await client.connection.sendRequest(HoverRequest.type, at(text));
    assert.ok(MarkupContent.is(hover?.contents), text);
    assert.match(hover.contents.value, shows, text);
  }
  assert.equal(await client.connection.sendRequest(HoverRequest.type, at('# R')), null);
  assert.equal(hovers.length, 10);
});

async function definitionOf(where: TextDocumentPositionParams): Promise<Location> {
  const found = await client.connection.sendRequest(DefinitionRequest.type, where);
  assert.ok(Array.isArray(found) && found.length === 1, JSON.stringify(found));
  const [location] = found;
  assert.ok(location !== undefined && 'uri' in location);
  return location;
}

const definitions: readonly (readonly [at: string, file: string, line: number])[] = [
  ['skipAfter:END', 'rules.conf', 6],
  ['@pmFromFile words', 'words.data', 0],
  ['ruleRemoveById=14', 'rules.conf', 5],
  ['SecRuleRemoveById 11', 'rules.conf', 3],
  ['SecRuleUpdateTargetById 12', 'rules.conf', 4],
  ['TX:seen', 'rules.conf', 1],
];

test('definition finds markers, data files, ids and variables', async () => {
  for (const [text, file, line] of definitions) {
    const found = await definitionOf(at(text));
    assert.equal(found.uri, uri(file), text);
    assert.equal(found.range.start.line, line, text);
  }
  assert.equal(definitions.length, 6);
});

test('definition of an include, in a file that is not open', async () => {
  const position = { line: 1, character: 12 };
  const found = await definitionOf({ textDocument: { uri: uri('main.conf') }, position });
  assert.equal(found.uri, RULES_URI);
});

test('references finds all uses, with the declaration when requested', async () => {
  const linesOf = async (text: string, includeDeclaration: boolean) => {
    const params = { ...at(text), context: { includeDeclaration } };
    const found = await client.connection.sendRequest(ReferencesRequest.type, params);
    return found?.map(({ range }) => range.start.line);
  };
  assert.deepEqual(await linesOf('SecMarker END', false), [1]);
  assert.deepEqual(await linesOf('id:12', true), [4, 8]);
  assert.deepEqual(await linesOf('setvar:tx.seen', true), [1, 4, 4]);
});

test('the outline lists rules by their ids, and markers', async () => {
  const found = await client.connection.sendRequest(DocumentSymbolRequest.type, {
    textDocument: { uri: RULES_URI },
  });
  const names = found?.map(({ name }) => name);
  assert.deepEqual(names, ['10', '11', '12', '14', 'END']);
});

const completions: readonly (readonly [line: string, offers: string])[] = [
  ['SecRu', 'SecRuleUpdateTargetById'],
  ['SecRule AR', 'ARGS_NAMES'],
  ['SecRule ARGS|!REQ', 'REQUEST_COOKIES'],
  ['SecRule TX:', 'seen'],
  ['SecRule ARGS "@det', 'detectSQLi'],
  ['SecRule ARGS "!@', 'within'],
  ['SecRule ARGS "@rx x" "id:20,t:low', 'lowercase'],
  ['SecRule ARGS "@rx x" \\\n  "id:20,\\\n  # note\n  ct', 'ctl'],
  ['SecRule ARGS "@rx x" "id:20,ctl:rule', 'ruleRemoveTargetByTag'],
  ['SecRule ARGS "@rx x" "id:20,ctl:ruleRemoveById=1', '14'],
  ['SecAction "id:20,skipAfter:', 'END'],
  ['SecAction "id:20,setvar:\'tx.s', 'seen'],
  ['SecAction "id:20,msg:\'%{tx.', 'seen'],
  ['SecAction "id:20,msg:\'%{REQ', 'REQUEST_URI'],
  ['SecRuleRemoveById 1', '12'],
  ['SecRuleEngine De', 'DetectionOnly'],
];

test('completion offers names where they are allowed', async () => {
  let version = 10;
  for (const [line, offers] of completions) {
    version += 1;
    const text = `${RULES}${line}`;
    change(version, [{ text }]);
    const end = positionIn(text, text.length);
    const params = { textDocument: { uri: RULES_URI }, position: end };
    const items = await client.connection.sendRequest(CompletionRequest.type, params);
    assert.ok(Array.isArray(items));
    const item = items.find(({ label }) => label === offers);
    assert.ok(item !== undefined, `${line}: ${items.map(({ label }) => label)}`);
    assert.ok(TextEdit.is(item.textEdit));
    assert.deepEqual(item.textEdit.range.end, end, line);
  }
  assert.equal(completions.length, 16);
});

test('formatting returns the edits of portcullis format', async () => {
  const format = (): Promise<TextEdit[] | null> =>
    client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: RULES_URI },
      options: { tabSize: 4, insertSpaces: true },
    });
  change(50, [{ text: 'SecMarker   é\n' }]);
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  assert.deepEqual(await format(), [{ range, newText: 'SecMarker "é"\n' }]);
  change(51, [{ text: 'SecMarker "é"\n' }]);
  assert.deepEqual(await format(), []);
  change(52, [{ text: 'SecRule  ARGS "open\n' }]);
  assert.deepEqual(await format(), []);
  change(53, [{ text: RULES }]);
});

test('what is wrong with a message is said, and ends nothing', async () => {
  const { connection, child } = client;
  assert.equal(await codeOf(connection.sendRequest('no/such/method')), ErrorCodes.MethodNotFound);
  assert.equal(
    await codeOf(connection.sendRequest('textDocument/hover', { textDocument: null })),
    ErrorCodes.InvalidParams,
  );
  assert.equal(
    await codeOf(connection.sendRequest(InitializeRequest.type, initializeParams(null))),
    ErrorCodes.InvalidRequest,
  );
  for (const text of ['{"id":', '[]', 'null', '{"jsonrpc":"2.0","method":"$/cancelRequest"}']) {
    child.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  }
  void connection.sendNotification('textDocument/didChange', { textDocument: { uri: RULES_URI } });
  void connection.sendNotification('no/such/notification');
  assert.equal(await connection.sendRequest(HoverRequest.type, at('# R')), null);
});

/** A message as it goes over the wire. */
function frame(message: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${text.length}\r\n\r\n${text}`;
}

test('a request that is taken back before its turn is answered as cancelled', async () => {
  const { child } = client;
  const answered = new Promise<number | undefined>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /"id":"mine".*?"code":(-\d+)/.exec(chunk.toString('utf8'));
      if (found !== null) resolve(Number(found[1]));
    });
  });
  const hover = { id: 'mine', method: 'textDocument/hover', params: at('@rx') };
  const cancel = { method: '$/cancelRequest', params: { id: 'mine' } };
  child.stdin.write(frame(hover) + frame(cancel));
  assert.equal(await answered, LSPErrorCodes.RequestCancelled);
});

test('shutdown, then exit: 0', async () => {
  const { connection } = client;
  assert.equal(await connection.sendRequest(ShutdownRequest.type), null);
  const late = connection.sendRequest(HoverRequest.type, at('@rx'));
  assert.equal(await codeOf(late), ErrorCodes.InvalidRequest);
  void connection.sendNotification(ExitNotification.type);
  assert.equal(await client.exitCode, 0);
});

test('--preset crs adds findings of the preset', async (t) => {
  const other = startClient(folder.path, '--preset', 'crs');
  t.after(() => other.child.kill());
  const { connection } = other;
  const root = pathToFileURL(folder.path).href;
  await connection.sendRequest(InitializeRequest.type, initializeParams(root));
  const plugin = uri('plugin.conf');
  const text = `SecAction "phase:1,id:9599100,nolog,pass,tag:'OWASP_CRS',ver:'my/1.0.0'"\n`;
  void connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri: plugin, languageId: 'seclang', version: 1, text },
  });
  const found = await other.diagnostics(plugin, () => true);
  assert.deepEqual(
    found.map(({ code }) => code),
    ['action-order'],
  );
});

test('exit without shutdown, and a client that goes away: 1', async () => {
  const impolite = startClient(folder.path);
  void impolite.connection.sendNotification(ExitNotification.type);
  assert.equal(await impolite.exitCode, 1);
  const gone = startClient(folder.path);
  gone.child.stdin.end();
  assert.equal(await gone.exitCode, 1);
  const last = startClient(folder.path);
  let answer = '';
  last.child.stdout.on('data', (chunk: Buffer) => {
    answer += chunk.toString('utf8');
  });
  const params = initializeParams(null);
  last.child.stdin.end(frame({ id: 1, method: 'initialize', params }));
  assert.equal(await last.exitCode, 1);
  assert.match(answer, /"serverInfo":\{"name":"portcullis"/);
});

test('a client that goes away after a message that is none: 1, without a stack', async () => {
  const { child, exitCode } = startClient(folder.path);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  child.stdin.end('Content-Length: 2\r\n\r\n{}');
  assert.equal(await exitCode, 1);
  assert.equal(errors, '');
});
