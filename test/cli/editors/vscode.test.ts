/** The manifest of the extension: what it names is there, and nothing of it is forgotten. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandNames } from '#compiler/cli/commands/lsp/command-names.ts';
import { grammar } from '#compiler/cli/editors/grammar.ts';
import {
  LANGUAGE,
  languageConfiguration,
  manifest,
  paths,
} from '#compiler/cli/editors/vscode/manifest.ts';
import { PACKAGE, VERSION } from '#compiler/version.ts';

const { contributes } = manifest;
const source = readFileSync(
  fileURLToPath(new URL('../../../compiler/cli/editors/vscode/extension.ts', import.meta.url)),
  'utf8',
);

test('name, version, and the files it names', () => {
  assert.deepEqual([manifest.name, manifest.version], [PACKAGE, VERSION]);
  assert.equal(manifest.main, `./${paths.extension}`);
  const files = new Set<string>(manifest.files);
  const named = [
    manifest.main,
    contributes.grammars[0].path,
    contributes.languages[0].configuration,
  ].map((path) => path.slice(2));
  assert.deepEqual(
    named.filter((path) => !files.has(path)),
    [],
  );
});

test('commands of the server are in the palette and in the menu of the editor', () => {
  const commands = Object.values(commandNames);
  assert.equal(commands.length, 3);
  assert.deepEqual(
    contributes.commands.map(({ command }) => command).toSorted(),
    commands.toSorted(),
  );
  for (const menu of [contributes.menus.commandPalette, contributes.menus['editor/context']]) {
    assert.deepEqual(
      menu.map(({ command }) => command),
      commands,
    );
    for (const { when } of menu) assert.equal(when, `editorLangId == ${LANGUAGE}`);
  }
});

test('settings are those that the extension reads', () => {
  const names = Object.keys(contributes.configuration.properties);
  assert.deepEqual(names, ['portcullis.command', 'portcullis.profile', 'portcullis.preset']);
  for (const name of names)
    assert.match(source, new RegExp(`'${name.slice('portcullis.'.length)}'`));
});

test('the manifest declares the language and its grammar', () => {
  const [language] = contributes.languages;
  const [colours] = contributes.grammars;
  assert.deepEqual([language.id, colours.language], [LANGUAGE, LANGUAGE]);
  assert.equal(colours.scopeName, grammar.scopeName);
  assert.deepEqual(manifest.activationEvents, [`onLanguage:${LANGUAGE}`]);
  const isFirstLine = new RegExp(language.firstLine);
  for (const line of ['# OWASP CRS ver.4.0.0', 'SecRule ARGS "@rx x" \\', 'SecRuleEngine On'])
    assert.match(line, isFirstLine);
  for (const line of ['server {', '# settings', 'Section "Device"'])
    assert.doesNotMatch(line, isFirstLine);
  const word = new RegExp(`^${languageConfiguration.wordPattern}$`);
  for (const text of ['REQUEST_HEADERS', 'anomaly_score', 'END-REQUEST-901'])
    assert.match(text, word);
});

test('every included grammar rule exists, every expression is used', () => {
  const text = JSON.stringify(grammar);
  const included = new Set([...text.matchAll(/"include":"#(\w+)"/g)].map(([, name]) => name));
  assert.deepEqual([...included].toSorted(), Object.keys(grammar.repository).toSorted());
});
