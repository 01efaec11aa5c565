/** Whatever `check --fix` writes, and every name that is meant, is a code action that makes the same edit. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { codeActions } from '#compiler/cli/commands/lsp/code-actions.ts';
import { diagnosticsOf, findingsOfAll } from '#compiler/cli/commands/lsp/diagnose.ts';
import { shownText } from '#compiler/cli/commands/lsp/line-index.ts';
import { createSession } from '#compiler/cli/commands/lsp/session.ts';
import { createWorkspace } from '#compiler/cli/commands/lsp/workspace.ts';
import { applyEdits, editsFor } from '#compiler/cli/findings/apply-fixes.ts';
import type { Finding } from '#compiler/cli/findings/finding.ts';
import { NO_LEVELS, readLevels } from '#compiler/cli/findings/levels.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { profileOfEntries } from '#compiler/profile.ts';

const folders = ['lint', 'diagnostics'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);

function findingsIn(folder: string) {
  const workspace = createWorkspace(disk, folder);
  const profiles = [profileOfEntries('test', ['rules.conf'])];
  const levels = readLevels({ ...NO_LEVELS, preset: 'crs' });
  assert.ok(levels.kind !== 'Error');
  const session = createSession(workspace, () => profiles, levels.levels);
  const steps = findingsOfAll(session);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { session, findings: step.value };
  }
}

/** The file as the command line would write it for this one finding. */
function fixed(finding: Finding, fix: NonNullable<Finding['fix']>): string | undefined {
  const [file] = applyEdits(editsFor([{ ...finding, fix }]));
  return file?.text;
}

test('each mistake of test/lint and test/diagnostics that the command line can fix', async (t) => {
  let compared = 0;
  const codes = new Set<string>();
  const all = folders.flatMap((each) => readdirSync(each).map((name) => join(each, name)));
  for (const folder of all) {
    if (!existsSync(join(folder, 'rules.conf'))) continue;
    const { session, findings } = findingsIn(folder);
    const diagnostics = diagnosticsOf(session, findings);
    for (const [index, finding] of findings.entries()) {
      const { fix = finding.suggestion, span } = finding;
      const diagnostic = diagnostics[index];
      const expected = fix && fixed(finding, fix);
      if (expected === undefined || diagnostic === undefined) continue;
      const uri = `file:///${span.source.path}`;
      const context = { diagnostics: [diagnostic] };
      const [action]: CodeAction[] = codeActions(session, {
        textDocument: { uri },
        range: diagnostic.range,
        context,
      });
      const edits = action?.edit?.changes?.[uri] ?? [];
      const document = TextDocument.create(uri, 'seclang', 1, shownText(span.source.text));
      assert.equal(
        TextDocument.applyEdits(document, edits),
        shownText(expected),
        `${folder}: ${finding.code}`,
      );
      compared += 1;
      codes.add(finding.code);
    }
  }
  t.diagnostic(`${compared} code actions for ${codes.size} codes`);
  assert.ok(compared >= 39 && codes.size >= 23, `${compared} ${[...codes]}`);
});
