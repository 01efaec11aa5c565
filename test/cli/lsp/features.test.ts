/** Renaming, looking around and writing, over the protocol. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeLensRequest,
  CompletionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializeRequest,
  MarkupContent,
  PrepareRenameRequest,
  RenameRequest,
  type SemanticTokensLegend,
  SemanticTokensRequest,
  ShowMessageNotification,
  SignatureHelpRequest,
  type TextDocumentPositionParams,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rowTitle } from '../../helpers/row-title.ts';
import { type Client, initializeParams, startClient } from './helpers/client.ts';
import { behind, positionIn } from './helpers/documents.ts';
import { temporaryFolder } from './helpers/folder.ts';

const RULES = `# Rules of the shop,
# one after the other
SecRule REQUEST_HEADERS:X-Shop "@streq é" "id:100,phase:1,pass,nolog,setvar:'tx.Seen=1',skipAfter:END"
SecRule ARGS "@rx evil" \\
    "id:101,phase:2,deny,log,t:lowercase,\\
    tag:'shop/evil',chain"
    SecRule TX:seen "@eq %{tx.SEEN}" "ctl:ruleRemoveTargetByTag=shop/evil;ARGS:q"
SecMarker END
`;
const MORE = `SecRuleRemoveById 101
SecRuleUpdateTargetById 90-110 "!TX:seen"
SecRuleRemoveByTag "shop/evil"
SecRuleUpdateTargetById 1 "ARGS" "TX:Seen"
`;
const TEST = `rule_id: 101
tests:
  - test_id: 1
    stages:
      - input: { method: GET, uri: '/?q=evil', headers: { Host: localhost } }
        output: { log: { expect_ids: [101] } }
`;
const FILES: Readonly<Record<string, string>> = {
  'profiles/pl1.json': '{ "name": "pl1", "files": ["main.conf"] }',
  'main.conf': 'SecRuleEngine On\nInclude rules.conf\nInclude more.conf\n',
  'rules.conf': RULES,
  'more.conf': MORE,
  'lists/words.data': 'evil\n',
  'tests/101.yaml': TEST,
};

const folder = temporaryFolder();
const uri = (path: string): string => pathToFileURL(join(folder.path, path)).href;
let client: Client;
let legend: SemanticTokensLegend;

before(async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  client = startClient(folder.path);
  const params = initializeParams(pathToFileURL(folder.path).href);
  const { capabilities } = await client.connection.sendRequest(InitializeRequest.type, params);
  const { semanticTokensProvider } = capabilities;
  assert.ok(semanticTokensProvider !== undefined);
  legend = semanticTokensProvider.legend;
  for (const path of ['rules.conf', 'draft.conf']) {
    void client.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: uri(path), languageId: 'seclang', version: 1, text: FILES[path] ?? '' },
    });
  }
});

after(() => {
  client.child.kill();
  folder.remove();
});

function at(part: string, path = 'rules.conf'): TextDocumentPositionParams {
  return { textDocument: { uri: uri(path) }, position: behind(FILES[path] ?? '', part) };
}

let version = 1;

/** Makes `text` the draft; the position of its end. */
function draft(text: string): TextDocumentPositionParams {
  version += 1;
  void client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri('draft.conf'), version },
    contentChanges: [{ text }],
  });
  return { textDocument: { uri: uri('draft.conf') }, position: positionIn(text, text.length) };
}

/** Old words that are gone and new ones in their place, by file. */
const renames: readonly (readonly [
  at: string,
  newName: string,
  edits: Readonly<Record<string, readonly string[]>>,
])[] = [
  [
    "setvar:'tx.Seen",
    'met',
    { 'rules.conf': ['Seen', 'seen', 'SEEN'], 'more.conf': ['seen', 'Seen'] },
  ],
  ['skipAfter:END', 'STOP', { 'rules.conf': ['END', 'END'] }],
  [
    "tag:'shop/evil",
    'shop/bad',
    { 'rules.conf': ['shop/evil', 'shop/evil'], 'more.conf': ['shop/evil'] },
  ],
  [
    'id:101',
    '105',
    { 'rules.conf': ['101'], 'more.conf': ['101'], 'tests/101.yaml': ['101', '101'] },
  ],
  [
    'ruleRemoveTargetByTag=shop',
    'a',
    { 'rules.conf': ['shop/evil', 'shop/evil'], 'more.conf': ['shop/evil'] },
  ],
];

test('renaming variables, markers, tags and ids with all their uses', async (t) => {
  for (const [part, newName, edits] of renames) {
    await t.test(rowTitle(`${part} to ${newName}`), async () => {
      const params = { ...at(part), newName };
      const { changes = {} } =
        (await client.connection.sendRequest(RenameRequest.type, params)) ?? {};
      const found = Object.entries(changes).map(([document, of]) => {
        const path = Object.keys(FILES).find((each) => uri(each) === document) ?? document;
        const text = TextDocument.create(document, 'seclang', 1, FILES[path] ?? '');
        assert.deepEqual(new Set(of.map((edit) => edit.newText)), new Set([newName]));
        return [path, of.map(({ range }) => text.getText(range))] as const;
      });
      assert.deepEqual(Object.fromEntries(found), edits);
    });
  }
  assert.equal(renames.length, 5);
});

const refusals: readonly (readonly [at: string, newName: string, says: RegExp])[] = [
  ['id:101', '100', /100 is another rule: rules\.conf:3/],
  ['id:101', '200', /range 90-110 has only one of 101 and 200.*more\.conf:2/],
  ['id:101', 'x', /a number from 1/],
  ['id:101', '2147483648', /a number from 1 to 2147483647/],
  ['skipAfter:END', 'A B', /is not a valid name/],
  ['t:lowercase', 'x', /can be renamed/],
];

test('names that cannot be renamed are refused with a reason', async (t) => {
  for (const [part, newName, says] of refusals) {
    await t.test(rowTitle(`${part} to ${newName}`), async () => {
      const params = { ...at(part), newName };
      await assert.rejects(client.connection.sendRequest(RenameRequest.type, params), says);
    });
  }
  const ready = await client.connection.sendRequest(PrepareRenameRequest.type, at('tx.Seen'));
  assert.ok(ready !== null && 'placeholder' in ready);
  assert.equal(ready.placeholder, 'Seen');
  assert.equal(refusals.length, 6);
});

test('highlights: where it is set and where it is read', async () => {
  const found = await client.connection.sendRequest(DocumentHighlightRequest.type, at('TX:seen'));
  const { Read, Write } = DocumentHighlightKind;
  assert.deepEqual(
    found?.map(({ range, kind }) => [range.start.line, kind]),
    [
      [2, Write],
      [6, Read],
      [6, Read],
    ],
  );
});

test('symbols of the workspace are found by a part of their name', async () => {
  const ask = async (query: string) =>
    (await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query }))?.map(
      ({ name }) => name,
    );
  assert.deepEqual(await ask('10'), ['100', '101']);
  assert.deepEqual(await ask('end'), ['END SecMarker']);
  assert.deepEqual(await ask('INCLUDE more'), ['more.conf Include']);
});

test('directives, chains and comments can be folded', async () => {
  const found = await client.connection.sendRequest(FoldingRangeRequest.type, {
    textDocument: { uri: uri('rules.conf') },
  });
  assert.deepEqual(
    found?.map(({ startLine, endLine, kind }) => [startLine, endLine, kind]),
    [
      [3, 5, undefined],
      [3, 6, undefined],
      [0, 1, 'comment'],
    ],
  );
});

test('semantic tokens mark names of the language', async () => {
  const { data } =
    (await client.connection.sendRequest(SemanticTokensRequest.type, {
      textDocument: { uri: uri('rules.conf') },
    })) ?? {};
  assert.ok(data !== undefined);
  const document = TextDocument.create('', 'seclang', 1, RULES);
  let [line, character] = [0, 0];
  const tokens: string[] = [];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, columns = 0, length = 0, type = 0] = data.slice(index, index + 4);
    character = lines === 0 ? character + columns : columns;
    line += lines;
    const range = { start: { line, character }, end: { line, character: character + length } };
    tokens.push(`${legend.tokenTypes[type]} ${document.getText(range)}`);
  }
  const first = ['keyword SecRule', 'variable REQUEST_HEADERS', 'string X-Shop', 'function streq'];
  assert.deepEqual(tokens.slice(0, 4), first);
  for (const expected of ['number 100', 'label END', 'enumMember shop/evil', 'method lowercase']) {
    assert.ok(tokens.includes(expected), `${expected} in ${tokens}`);
  }
});

const signatures: readonly (readonly [line: string, label: string])[] = [
  ['SecRule ARGS "@rx ', '@rx REGEX'],
  ['SecRule ARGS "@ipMatch 10.0', '@ipMatch ADDRESS,NETWORK/BITS,...'],
  ['SecAction "id:1,setvar:', 'setvar:[!]COLLECTION.NAME[=VALUE|=+NUMBER|=-NUMBER]'],
  ['SecAction "id:1,ctl:ruleRemoveTargetById=', 'ctl:ruleRemoveTargetById=ID|FROM-TO;TARGET'],
];

test('operators and actions show how their arguments are written', async (t) => {
  for (const [line, label] of signatures) {
    await t.test(rowTitle(line), async () => {
      const found = await client.connection.sendRequest(SignatureHelpRequest.type, draft(line));
      assert.equal(found?.signatures[0]?.label, label);
      assert.ok(MarkupContent.is(found.signatures[0]?.documentation));
    });
  }
  assert.equal(await client.connection.sendRequest(SignatureHelpRequest.type, draft('#')), null);
  assert.equal(signatures.length, 4);
});

const completions: readonly (readonly [line: string, offers: string])[] = [
  ['SecRule REQUEST_HEADERS:', 'User-Agent'],
  ['SecRule ARGS|REQUEST_HEADERS:x-', 'X-Shop'],
  ['SecRule RESPONSE_HEADERS:Co', 'Content-Type'],
  ['SecRule ARGS "@rx x" "id:1,msg:\'%{REQUEST_HEADERS.', 'Host'],
  ['SecRule ARGS "@rx x" "id:1,severity:', 'CRITICAL'],
  ['SecRule ARGS "@rx x" "id:1,severity:\'', 'CRITICAL'],
  ['SecRule ARGS "@rx x" "id:1,phase:', 'response'],
  ['SecRule ARGS "@rx x" "id:1,tag:\'', 'shop/evil'],
  ['SecRule ARGS "@rx x" "id:1,ctl:ruleRemoveByTag=', 'shop/evil'],
  ['SecRule ARGS "@rx x" "id:1,ctl:ruleEngine=', 'DetectionOnly'],
  ['SecRule ARGS "@rx x" "id:1,ctl:ruleRemoveTargetById=100;REQUEST_HEADERS:', 'X-Shop'],
  ['SecRule ARGS "@pmFromFile ', 'lists/'],
  ['SecRule ARGS "@pmFromFile lists/', 'lists/words.data'],
  ['Include ', 'more.conf'],
  ['SecRuleRemoveByTag "', 'shop/evil'],
  ['SecRuleUpdateTargetByTag shop', 'shop/evil'],
];

test('completion offers keys, values, tags and files', async (t) => {
  // The draft is read by the profile: names of the program are its own.
  for (const [line, offers] of completions) {
    await t.test(rowTitle(line), async () => {
      const text = `${RULES}${line}`;
      const items = await client.connection.sendRequest(CompletionRequest.type, draft(text));
      assert.ok(Array.isArray(items));
      const labels = items.map(({ label }) => label);
      assert.ok(labels.includes(offers), String(labels));
    });
  }
  const items = await client.connection.sendRequest(
    CompletionRequest.type,
    draft('SecRule ARGS "@det'),
  );
  assert.ok(Array.isArray(items));
  const sqli = items.find(({ label }) => label === 'detectSQLi');
  assert.ok(MarkupContent.is(sqli?.documentation));
  assert.match(sqli.documentation.value, /\*\*@detectSQLi\*\* - /);
  assert.equal(completions.length, 16);
});

test('formatting changes the lines that are not as they should be, and no others', async () => {
  const { textDocument } = draft('SecMarker "A"\n\nSecMarker   B\n\nSecMarker "C"\n');
  const found = await client.connection.sendRequest(DocumentFormattingRequest.type, {
    textDocument,
    options: { tabSize: 4, insertSpaces: true },
  });
  const range = { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } };
  assert.deepEqual(found, [{ range, newText: 'SecMarker "B"\n' }]);
});

/** `1` has a fault of its own, `3` one that a macro brings. */
const BROKEN = `SecRule ARGS "@rx a(" "id:1,phase:2,deny,log"
SecAction "id:2,phase:1,pass,nolog,setvar:tx.part=b("
SecRule ARGS "@rx %{tx.part}" "id:3,phase:2,deny,log"
SecRule ARGS "@rx c" "id:4,phase:2,deny,log"
`;

const hovers: readonly (readonly [at: string, shows: RegExp])[] = [
  ['id:1', /^\*\*1\*\* - no rule, or one with errors$/],
  [
    'id:2',
    /^\*\*Rule 2\*\* - draft\.conf:2\n\ndraft\.conf, phase 1: dropped, no rule reads what it sets$/,
  ],
  ['id:3', /^\*\*Rule 3\*\* - draft\.conf:3\n\ndraft\.conf, phase 2: in force/],
  ['id:4', /^\*\*Rule 4\*\* - draft\.conf:4\n\ndraft\.conf, phase 2: in force/],
];

test('what becomes of a rule while others have errors', async () => {
  const { textDocument } = draft(BROKEN);
  for (const [text, shows] of hovers) {
    const position = behind(BROKEN, text);
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument,
      position,
    });
    assert.ok(MarkupContent.is(hover?.contents), text);
    assert.match(hover.contents.value, shows);
  }
  assert.equal(hovers.length, 4);
});

test('code lenses explain a rule and run its tests', async () => {
  const document = uri('rules.conf');
  const lenses = await client.connection.sendRequest(CodeLensRequest.type, {
    textDocument: { uri: document },
  });
  assert.deepEqual(
    lenses?.map(({ range, command }) => [range.start.line, command?.title]),
    [
      [2, 'Explain'],
      [3, 'Explain'],
      [3, 'Run its tests'],
    ],
  );
  const run = (command: string, ...given: readonly unknown[]): Promise<unknown> =>
    client.connection.sendRequest(ExecuteCommandRequest.type, {
      command,
      arguments: [document, ...given],
    });
  const shown = new Promise<string>((resolve) => {
    client.connection.onNotification(ShowMessageNotification.type, ({ message }) =>
      resolve(message),
    );
  });
  // The set removes the rule again, so its test fails, and that is said.
  assert.match(String(await run('portcullis.test', 101)), /1 failed/);
  assert.match(await shown, /1 failed/);
  assert.match(String(await run('portcullis.explain', at('id:100').position)), /Rule 100|100/);
  assert.match(String(await run('portcullis.run', '/?q=evil')), /pass/i);
  await assert.rejects(run('portcullis.test', 100), /The workspace has no test of rule 100/);
});
