/** The OWASP set formatted: the same directives, the same program, nothing to do the second time. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { formatFile } from '#compiler/format/format-file.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';

const CRS = `${process.env['SHARED_DATA'] ?? '../shared/data'}/crs`;

/** Every rule file as format would leave it. */
function formattedFiles(): { files: RuleFiles; changed: ReadonlySet<string> } {
  const changed = new Set<string>();
  const read = (path: string): string | undefined => {
    const text = disk.read(path);
    if (text === undefined || !/\.conf(?:\.example)?$/.test(path)) return text;
    const once = formatFile({ path, text });
    assert.ok(once.kind === 'Ok', path);
    const twice = formatFile({ path, text: once.text });
    assert.deepEqual(twice, once, path);
    if (once.text !== text) changed.add(path);
    return once.text;
  };
  return { files: { ...disk, read }, changed };
}

/** All that modules are made from. Line numbers and sums of files differ, and nothing else may. */
function programOf(entries: readonly string[], files: RuleFiles): unknown {
  const { program } = compile(profileOfEntries('test', entries), files);
  assert.ok(program !== undefined);
  const withoutPositions = (name: string, value: unknown): unknown =>
    ['line', 'span', 'sha256'].includes(name) ? undefined : value;
  return JSON.stringify(program, withoutPositions);
}

test('formatting does not change what the OWASP CRS compiles to', (t) => {
  if (!existsSync(CRS)) return t.skip(`${CRS} is not here`);
  const entries = [`${CRS}/crs-setup.conf.example`, `${CRS}/rules/*.conf`];
  const { files, changed } = formattedFiles();
  assert.ok(programOf(entries, files) === programOf(entries, disk));
  assert.ok(changed.size > 20);
});

test('formatting does not change what the built-in rules compile to', () => {
  const entries = ['profiles/base.conf', 'profiles/pl1-setup.conf', 'rules/*.conf'];
  assert.ok(programOf(entries, formattedFiles().files) === programOf(entries, disk));
});
