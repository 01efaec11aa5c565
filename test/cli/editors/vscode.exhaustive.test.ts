/** `make vscode`: the packed extension, and its server in a folder of its own, away from the checkout. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  DidOpenTextDocumentNotification,
  HoverRequest,
  InitializeRequest,
  MarkupContent,
} from 'vscode-languageserver-protocol/node';
import { commandNames } from '#compiler/cli/commands/lsp/command-names.ts';
import { manifest, paths } from '#compiler/cli/editors/vscode/manifest.ts';
import { itemsOf, member, parseJson, textOf } from '#compiler/json.ts';
import { commandLine, folderWith } from '../../helpers/command-line.ts';
import { connectTo, initializeParams } from '../lsp/helpers/client.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const built = join(project, 'dist/vscode');

test('vsce packs everything that the manifest names', () => {
  execFileSync('npx', ['tsx', 'scripts/vscode.ts'], { cwd: project, stdio: 'pipe' });
  const packed = join(project, `dist/${manifest.name}-${manifest.version}.vsix`);
  const bytes = readFileSync(packed);
  assert.equal(bytes.toString('latin1', 0, 2), 'PK');
  assert.ok(bytes.length < 2_000_000, `${bytes.length} bytes`);
  for (const path of [...Object.values(paths), 'package.json', 'docs/codes/bad-regex.md']) {
    assert.ok(bytes.includes(`extension/${path}`), path);
  }
});

test('the extension requires nothing that is not there', () => {
  const text = readFileSync(join(built, paths.extension), 'utf8');
  const required = new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name));
  const outside = [...required].filter(
    (name = '') => !name.startsWith('node:') && !builtinModules.includes(name),
  );
  assert.deepEqual(outside, ['vscode']);
});

test('its server finds mistakes and documents names', async (t) => {
  const extension = folderWith({});
  cpSync(built, extension, { recursive: true });
  const rules = folderWith({});
  const child = spawn(process.execPath, [join(extension, paths.server), '--preset=crs'], {
    cwd: rules,
  });
  t.after(() => child.kill());
  const { connection, diagnostics } = connectTo(child);
  await connection.sendRequest(InitializeRequest.type, initializeParams(pathToFileURL(rules).href));
  const uri = pathToFileURL(join(rules, 'a.conf')).href;
  const text = 'SecRul ARGS "@rx a" "id:1,phase:2,deny"\nSecMarker "A"\n';
  void connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'seclang', version: 1, text },
  });
  const [found] = await diagnostics(uri, (all) => all.length > 0);
  assert.equal(found?.code, 'unknown-directive');
  assert.ok(
    existsSync(new URL(String(found.codeDescription?.href))),
    'its page is in the extension',
  );
  const hover = await connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 1, character: 2 },
  });
  assert.ok(MarkupContent.is(hover?.contents));
  assert.match(hover.contents.value, /\*\*SecMarker\*\*/);
});

test('the extension starts its server, shows what it finds and what commands print', () => {
  const folder = folderWith({
    'profiles/pl1.json': '{ "name": "pl1", "files": ["rules/*.conf"] }',
    'rules/a.conf': 'SecRuleEngine On\nSecRule ARGS|TX:sen "@rx a" "id:1,phase:2,deny,log"\n',
    'tests/1.yaml':
      'rule_id: 1\ntests:\n  - stages:\n      - input: { uri: /?q=a }\n        output: { log: { expect_ids: [1] } }\n',
  });
  const host = fileURLToPath(new URL('helpers/editor-host.cjs', import.meta.url));
  const words = [...Object.values(commandNames), '--', process.execPath, ...commandLine];
  const printed = execFileSync(process.execPath, [host, built, folder, 'rules/a.conf', ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const shown = printed.trim().split('\n').map(parseJson);
  const [found] = shown.flatMap((each) => itemsOf(member(each, 'diagnostics')));
  assert.equal(found, 'unset-variable', printed);
  const texts = shown.flatMap((each) => textOf(member(each, 'text')) ?? []);
  assert.match(texts[0] ?? '', /Rule 1, rules\/a\.conf:2/);
  assert.match(texts[1] ?? '', /1 passed/);
  assert.match(texts[2] ?? '', /pl1: PASSED/);
  assert.deepEqual(
    shown.filter((each) => member(each, 'error') !== undefined),
    [],
  );
});
