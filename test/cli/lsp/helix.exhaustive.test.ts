/** The settings of docs/editors.md in Helix itself, in a terminal, where it and tmux are installed (HX names another). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocks } from '#scripts/screenshots/editors-page.ts';
import { versionOf } from '#scripts/screenshots/program-version.ts';
import { hasTmux, openTerminal } from '#scripts/screenshots/terminal.ts';
import { editorWorkspace } from './helpers/editor-workspace.ts';

test('Helix works with the settings of the documentation', async (t) => {
  const program = process.env['HX'] ?? 'hx';
  const version = versionOf(program);
  if (version === undefined) return t.skip(`Helix is not here: ${program}`);
  if (!hasTmux()) return t.skip('tmux is not here');
  t.diagnostic(`Helix ${version}`);
  const [settings = ''] = blocks('toml');
  const { folder, environment } = editorWorkspace({
    '.helix/languages.toml': settings,
    'rules/b.conf': 'SecRule ARGS "@rx b" "id:3,phase:2,deny,log,t:lowercas"\n',
  });
  const size = { columns: 150, rows: 30 };
  const terminal = openTerminal(`${program} rules/a.conf`, { ...size, folder, environment });
  t.after(() => terminal.close());
  const { press, shows, lacks } = terminal;
  /** Escape and the key behind it are one when they come together. */
  const close = async (shown: RegExp): Promise<void> => {
    await shows(shown);
    press('Escape');
    await lacks(shown);
  };
  await shows(/● 1 ● 1 +1 sel/);

  await t.test('diagnostics', async () => {
    press('Space', 'd');
    await shows(/ERROR +bad-regex +This group is never closed/);
    await close(/WARN +unset-variable +tx.sen is read but never set/);
  });
  await t.test('hover', async () => {
    press('Space', 'k');
    await close(/SecRule TARGETS "OPERATOR" "ACTIONS"/);
  });
  await t.test('outline', async () => {
    press('Space', 's');
    await close(/│[ >]*\w+ +END /);
  });
  await t.test('rename', async () => {
    press('/', 'tx.sen', 'Enter');
    press('Space', 'r');
    await shows(/rename-to:/);
    press('C-u', 'seen', 'Enter');
    await shows(/SecRule TX:seen "@eq %\{tx.seen\}"/);
  });
  await t.test('formatting', async () => {
    press(':format', 'Enter');
    await shows(/SecMarker "END"/);
    press(':write', 'Enter');
    await shows(/written/);
    const written = readFileSync(join(folder, 'rules/a.conf'), 'utf8');
    assert.match(written, /^SecMarker "END"\n$/m);
    assert.match(written, /TX:seen/);
  });
  await t.test('code actions', async () => {
    press(':open rules/b.conf', 'Enter');
    await shows(/● 1 +1 sel/);
    press('/', 'lowercas', 'Enter');
    press('Space', 'a');
    await shows(/Change to lowercase/);
    press('Down', 'Enter');
    await shows(/deny,log,t:lowercase"/);
  });
});
