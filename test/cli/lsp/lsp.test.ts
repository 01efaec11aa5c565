/** The language server as editors see it: real messages to a real process. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { member } from '../../../compiler/cli/commands/lsp/json-rpc.ts';
import { type Client, startClient } from './helpers/client.ts';
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
  const early = await client.request('textDocument/hover', at('@rx'));
  assert.equal(member(member(early, 'error'), 'code'), -32002);
  const answer = await client.request('initialize', {
    processId: null,
    rootUri: pathToFileURL(folder.path).href,
    capabilities: {},
  });
  const capabilities = member(member(answer, 'result'), 'capabilities');
  assert.equal(member(capabilities, 'hoverProvider'), true);
  client.notify('initialized', {});
  client.notify('textDocument/didOpen', {
    textDocument: { uri: RULES_URI, languageId: 'seclang', version: 1, text: RULES },
  });
});

after(() => {
  client.kill();
  folder.remove();
});

/** The position behind the first `text` of the rules, moved by `shift`; and the document. */
function at(text: string, shift = 0): object {
  const offset = RULES.indexOf(text) + text.length + shift;
  const lines = RULES.slice(0, offset).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { textDocument: { uri: RULES_URI }, position };
}

async function result(method: string, params: object): Promise<unknown> {
  const answer = await client.request(method, params);
  assert.equal(member(answer, 'error'), undefined, JSON.stringify(answer));
  return member(answer, 'result');
}

/** The diagnostics published for a version of a document, by default the rules; undefined: a closed one. */
async function diagnosticsOf(version?: number, document = RULES_URI): Promise<readonly unknown[]> {
  const message = await client.next((each) => {
    const params = member(each, 'params');
    return member(params, 'uri') === document && member(params, 'version') === version;
  });
  const diagnostics = member(member(message, 'params'), 'diagnostics');
  assert.ok(Array.isArray(diagnostics));
  return diagnostics;
}

function change(version: number, changes: readonly object[]): void {
  client.notify('textDocument/didChange', {
    textDocument: { uri: RULES_URI, version },
    contentChanges: changes,
  });
}

test('a mistake is shown where it stands, in UTF-16 columns, and vanishes with it', async () => {
  assert.deepEqual(await diagnosticsOf(1), []);
  // Behind an é: two bytes in the file, one column here.
  const column = RULES.split('\n')[4]?.indexOf('%{tx.seen}') ?? 0;
  const place = (character: number): object => ({ line: 4, character });
  const insertion = place(column + '%{tx.s'.length);
  change(2, [{ range: { start: insertion, end: insertion }, text: 'x' }]);
  const found = await diagnosticsOf(2);
  const unset = found.find((each) => member(each, 'code') === 'unset-variable');
  assert.deepEqual(member(unset, 'range'), {
    start: place(column),
    end: place(column + '%{tx.sxeen}'.length),
  });
  assert.match(String(member(unset, 'message')), /tx\.sxeen/i);
  const inserted = { start: insertion, end: place(column + '%{tx.sx'.length) };
  change(3, [{ range: inserted, text: '' }]);
  assert.deepEqual(await diagnosticsOf(3), []);
});

test('a change of the whole text, and a line that cannot be read', async () => {
  change(4, [{ text: `${RULES}SecRul ARGS "@rx x" "id:15"\n` }]);
  const [found] = await diagnosticsOf(4);
  assert.equal(member(found, 'code'), 'unknown-directive');
  assert.equal(member(found, 'severity'), 1);
  change(5, [{ text: RULES }]);
  assert.deepEqual(await diagnosticsOf(5), []);
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
  const open = { uri: document, languageId: 'seclang', version: 1, text: '' };
  client.notify('textDocument/didOpen', { textDocument: open });
  for (const [at, [text, title, newText]] of rows.entries()) {
    const version = at + 2;
    client.notify('textDocument/didChange', {
      textDocument: { uri: document, version },
      contentChanges: [{ text }],
    });
    const diagnostics = await diagnosticsOf(version, document);
    const actions = await result('textDocument/codeAction', {
      textDocument: { uri: document },
      range: member(diagnostics[0], 'range'),
      context: { diagnostics },
    });
    assert.ok(Array.isArray(actions));
    const [action] = actions;
    assert.equal(member(action, 'title'), title);
    const changes = member(member(member(action, 'edit'), 'changes'), document);
    assert.ok(Array.isArray(changes));
    assert.equal(member(changes[0], 'newText'), newText);
  }
  client.notify('textDocument/didClose', { textDocument: { uri: document } });
  assert.deepEqual(await diagnosticsOf(undefined, document), []);
  assert.equal(rows.length, 3);
});

test('what one unsaved file says counts in all others, until it is closed', async () => {
  const more = uri('more.conf');
  const codesOf = (found: readonly unknown[]): unknown => found.map((each) => member(each, 'code'));
  const open = { uri: more, languageId: 'seclang', version: 1, text: 'SecRuleRemoveById 99\n' };
  client.notify('textDocument/didOpen', { textDocument: open });
  assert.deepEqual(codesOf(await diagnosticsOf(1, more)), ['no-such-rule']);
  change(6, [{ text: `${RULES}SecAction "id:99,phase:1,pass,nolog"\n` }]);
  await diagnosticsOf(6);
  assert.deepEqual(await diagnosticsOf(1, more), []);
  change(7, [{ text: RULES }]);
  await diagnosticsOf(7);
  assert.deepEqual(codesOf(await diagnosticsOf(1, more)), ['no-such-rule']);
  client.notify('textDocument/didClose', { textDocument: { uri: more } });
  assert.deepEqual(await diagnosticsOf(undefined, more), []);
});

test('a file that no profile reads is a program of its own, when it holds rules', async () => {
  const other = { uri: uri('nginx.conf'), languageId: 'properties', version: 1 };
  client.notify('textDocument/didOpen', {
    textDocument: { ...other, text: 'server {\n  listen 80;\n}\n' },
  });
  assert.deepEqual(await diagnosticsOf(1, other.uri), []);
  const alone = uri('alone.conf');
  const text = 'SecAction "id:10,phase:1,pass,nolog,skipAfter:NOWHERE"\n';
  client.notify('textDocument/didOpen', {
    textDocument: { uri: alone, languageId: 'seclang', version: 1, text },
  });
  const [found, more] = await diagnosticsOf(1, alone);
  assert.equal(member(found, 'code'), 'unknown-marker');
  assert.equal(more, undefined);
  client.notify('textDocument/didClose', { textDocument: { uri: alone } });
  assert.deepEqual(await diagnosticsOf(undefined, alone), []);
});

const hovers: readonly (readonly [at: string, shows: RegExp])[] = [
  ['SecRule', /\*\*SecRule\*\* - SecRule TARGETS/],
  ['REQUEST_URI', /\*\*REQUEST_URI\*\*.*\n\nOne value; filled in every phase/],
  ['@streq', /\*\*@streq\*\*/],
  ['skipAfter', /\*\*skipAfter\*\*/],
  ['t:lowercase', /\*\*t:lowercase\*\*/],
  ['ctl:ruleRemoveById', /\*\*ctl:ruleRemoveById\*\*/],
  ['TX:seen', /\*\*TX:seen\*\* - tx, set in one place, used in 2 places\n\n- rules\.conf:2$/],
  ['id:12', /\*\*Rule 12\*\* - rules\.conf:5\n\npl1, phase 2: in force\n- `TX:seen` @eq/],
  ['id:14', /rule 12 removes the rule when it matches \(rules\.conf:5\)/],
  ['SecRuleRemoveById 11', /\*\*Rule 11\*\*.*\n\npl1, phase 2: removed\n- SecRuleRemoveById takes/],
];

test('hover', async () => {
  for (const [text, shows] of hovers) {
    const hover = await result('textDocument/hover', at(text));
    assert.match(String(member(member(hover, 'contents'), 'value')), shows, text);
  }
  assert.equal(await result('textDocument/hover', at('# R')), null);
  assert.equal(hovers.length, 10);
});

const definitions: readonly (readonly [at: string, file: string, line: number])[] = [
  ['skipAfter:END', 'rules.conf', 6],
  ['@pmFromFile words', 'words.data', 0],
  ['ruleRemoveById=14', 'rules.conf', 5],
  ['SecRuleRemoveById 11', 'rules.conf', 3],
  ['SecRuleUpdateTargetById 12', 'rules.conf', 4],
  ['TX:seen', 'rules.conf', 1],
];

test('definition of a marker, a data file, ids and a variable', async () => {
  for (const [text, file, line] of definitions) {
    const found = await result('textDocument/definition', at(text));
    assert.ok(Array.isArray(found) && found.length === 1, `${text}: ${JSON.stringify(found)}`);
    assert.equal(member(found[0], 'uri'), uri(file), text);
    assert.equal(member(member(member(found[0], 'range'), 'start'), 'line'), line, text);
  }
  assert.equal(definitions.length, 6);
});

test('definition of an include, in a file that is not open', async () => {
  const include = { textDocument: { uri: uri('main.conf') }, position: { line: 1, character: 12 } };
  const found = await result('textDocument/definition', include);
  assert.equal(member(Array.isArray(found) ? found[0] : undefined, 'uri'), RULES_URI);
});

test('references', async () => {
  const linesOf = async (text: string, includeDeclaration: boolean): Promise<unknown> => {
    const params = { ...at(text), context: { includeDeclaration } };
    const found = await result('textDocument/references', params);
    assert.ok(Array.isArray(found));
    return found.map((each) => member(member(member(each, 'range'), 'start'), 'line'));
  };
  assert.deepEqual(await linesOf('SecMarker END', false), [1]);
  assert.deepEqual(await linesOf('id:12', true), [4, 8]);
  assert.deepEqual(await linesOf('setvar:tx.seen', true), [1, 4, 4]);
});

test('outline', async () => {
  const found = await result('textDocument/documentSymbol', { textDocument: { uri: RULES_URI } });
  assert.ok(Array.isArray(found));
  const names = found.map((each) => member(each, 'name'));
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

test('completion', async () => {
  let version = 10;
  for (const [line, offers] of completions) {
    version += 1;
    const text = `${RULES}${line}`;
    change(version, [{ text }]);
    const lines = text.split('\n');
    const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    const params = { textDocument: { uri: RULES_URI }, position: end };
    const items = await result('textDocument/completion', params);
    assert.ok(Array.isArray(items));
    const item = items.find((each) => member(each, 'label') === offers);
    assert.ok(item !== undefined, `${line}: ${items.map((each) => member(each, 'label'))}`);
    const range = member(member(item, 'textEdit'), 'range');
    assert.deepEqual(member(range, 'end'), end, line);
  }
  assert.equal(completions.length, 16);
});

test('formatting', async () => {
  const document = { textDocument: { uri: RULES_URI } };
  change(50, [{ text: 'SecMarker   é\n' }]);
  const found = await result('textDocument/formatting', document);
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  assert.deepEqual(found, [{ range, newText: 'SecMarker "é"\n' }]);
  change(51, [{ text: 'SecMarker "é"\n' }]);
  assert.deepEqual(await result('textDocument/formatting', document), []);
  change(52, [{ text: 'SecRule  ARGS "open\n' }]);
  assert.deepEqual(await result('textDocument/formatting', document), []);
  change(53, [{ text: RULES }]);
});

test('what is wrong with a message is said, and ends nothing', async () => {
  const codeOf = (message: unknown): unknown => member(member(message, 'error'), 'code');
  assert.equal(codeOf(await client.request('textDocument/rename', {})), -32601);
  assert.equal(codeOf(await client.request('textDocument/hover', { textDocument: 7 })), -32602);
  assert.equal(codeOf(await client.request('initialize', {})), -32600);
  const hasNoId = (message: unknown): boolean => member(message, 'id') === null;
  const broken: readonly (readonly [text: string, code: number])[] = [
    ['Content-Length: 6\r\n\r\n{"id":', -32700],
    ['Content-Length: 2\r\n\r\n[]', -32600],
    ['Content-Length: 4\r\n\r\nnull', -32600],
    ['Content-Type: x\r\n\r\n', -32700],
  ];
  for (const [text, code] of broken) {
    client.write(text);
    assert.equal(codeOf(await client.next(hasNoId)), code, text);
  }
  client.notify('$/cancelRequest', { id: 1 });
  client.notify('textDocument/didChange', { textDocument: { uri: RULES_URI } });
  client.notify('no/such/notification');
  assert.equal(member(await client.request('textDocument/hover', at('# R')), 'result'), null);
});

test('shutdown, then exit: 0', async () => {
  assert.equal(member(await client.request('shutdown'), 'result'), null);
  const late = await client.request('textDocument/hover', at('@rx'));
  assert.equal(member(member(late, 'error'), 'code'), -32600);
  client.notify('exit');
  assert.equal(await client.exitCode, 0);
});

test('--preset crs', async (t) => {
  const other = startClient(folder.path, '--preset', 'crs');
  t.after(() => other.kill());
  await other.request('initialize', { rootUri: pathToFileURL(folder.path).href, capabilities: {} });
  other.notify('initialized', {});
  const uri = pathToFileURL(`${folder.path}/plugin.conf`).href;
  const text = `SecAction "phase:1,id:9599100,nolog,pass,tag:'OWASP_CRS',ver:'my/1.0.0'"\n`;
  const textDocument = { uri, languageId: 'seclang', version: 1, text };
  other.notify('textDocument/didOpen', { textDocument });
  const message = await other.next((each) => member(member(each, 'params'), 'uri') === uri);
  const found = member(member(message, 'params'), 'diagnostics');
  assert.ok(Array.isArray(found));
  assert.deepEqual(
    found.map((each) => member(each, 'code')),
    ['action-order'],
  );
});

test('exit without shutdown, and a client that goes away: 1', async () => {
  const impolite = startClient(folder.path);
  impolite.notify('exit');
  assert.equal(await impolite.exitCode, 1);
  const gone = startClient(folder.path);
  gone.hangUp();
  assert.equal(await gone.exitCode, 1);
});
