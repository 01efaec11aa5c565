/**
 * The settings of docs/editors.md in the editors themselves, where they are installed (NVIM and EMACS name others;
 * Helix has a file of its own).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { blocks, neovimSettings } from '#scripts/screenshots/editors-page.ts';
import { minorOf, versionOf } from '#scripts/screenshots/program-version.ts';
import { editorWorkspace } from './helpers/editor-workspace.ts';

/** Runs an editor in a workspace, and gives what it says. */
function run(
  program: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): string {
  const { folder, environment } = editorWorkspace(files);
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return `${stdout}${stderr}`;
}

const IN_NEOVIM = `
local function say(...) io.stdout:write(string.format(...) .. '\\n') end
local function ask(method, params)
  for _, r in pairs(vim.lsp.buf_request_sync(0, method, params, 5000) or {}) do return r.result end
end
vim.wait(20000, function() return #vim.diagnostic.get(0) >= 3 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do say('found %d %s', d.lnum + 1, d.code) end
local document = vim.lsp.util.make_text_document_params()
local hover = ask('textDocument/hover', { textDocument = document, position = { line = 0, character = 2 } })
say('hover %s', hover.contents.value:sub(1, 12))
say('tokens %d', #ask('textDocument/semanticTokens/full', { textDocument = document }).data / 5)
local edit = ask('textDocument/rename', { textDocument = document, position = { line = 1, character = 12 }, newName = 'seen' })
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
say('renamed %s', vim.api.nvim_buf_get_lines(0, 1, 2, false)[1])
vim.lsp.buf.format({ timeout_ms = 5000 })
say('last %s', vim.api.nvim_buf_get_lines(0, -2, -1, false)[1])
vim.cmd('qa!')
`;

test('Neovim works with the settings of the documentation', (t) => {
  const program = process.env['NVIM'] ?? 'nvim';
  const version = versionOf(program);
  if (version === undefined || minorOf(version) < 10)
    return t.skip(`Neovim 0.10 is not here: ${version}`);
  const said = run(
    program,
    ['--headless', '-u', 'init.lua', 'rules/a.conf', '-c', 'luafile try.lua'],
    {
      'init.lua': neovimSettings(minorOf(version)),
      'try.lua': IN_NEOVIM,
    },
  );
  t.diagnostic(`Neovim ${version}`);
  for (const line of ['found 1 bad-regex', 'found 2 unset-variable', 'hover **SecRule**'])
    assert.ok(said.includes(line), `${line}: ${said}`);
  assert.match(said, /tokens [1-9]\d/);
  assert.match(said, /renamed SecRule TX:seen "@eq %\{tx\.seen\}"/);
  assert.match(said, /last SecMarker "END"/);
});

const IN_EMACS = `
(require 'eglot)
(setq eglot-sync-connect t)
(find-file "rules/a.conf")
(call-interactively #'eglot)
(let ((until (+ (float-time) 30)))
  (while (and (< (float-time) until) (< (length (flymake-diagnostics)) 3))
    (accept-process-output nil 0.1)
    (flymake-start)))
(dolist (found (flymake-diagnostics))
  (message "found %d %s" (line-number-at-pos (flymake-diagnostic-beg found)) (flymake-diagnostic-text found)))
(goto-char (point-min))
(search-forward "TX:se")
(eglot-rename "seen")
(message "renamed %s" (buffer-substring (line-beginning-position) (line-end-position)))
(eglot-format-buffer)
(goto-char (point-max))
(forward-line -1)
(message "last %s" (buffer-substring (line-beginning-position) (line-end-position)))
`;

test('Emacs works with the settings of the documentation', (t) => {
  const program = process.env['EMACS'] ?? 'emacs';
  const version = versionOf(program);
  if (version === undefined) return t.skip('Emacs is not here');
  const [settings = ''] = blocks('elisp');
  const start = "(progn (require 'package) (package-initialize))";
  const said = run(program, ['--batch', '--eval', start, '-l', 'init.el', '-l', 'try.el'], {
    'init.el': settings,
    'try.el': IN_EMACS,
  });
  if (/Cannot open load file.*eglot/.test(said)) return t.skip(`Emacs ${version} has no eglot`);
  t.diagnostic(`Emacs ${version}`);
  assert.match(said, /found 1 .*bad-regex/);
  assert.match(said, /found 2 .*unset-variable/);
  assert.match(said, /renamed SecRule TX:seen "@eq %\{tx\.seen\}"/);
  assert.match(said, /last SecMarker "END"/);
});

test('all settings of the page are looked at', () => {
  assert.deepEqual(
    [blocks('lua').length, blocks('elisp').length, blocks('toml').length],
    [2, 1, 1],
  );
});
