/** What `portcullis compile` does with rule files that are wrong: tells everything, changes nothing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../helpers/command-line.ts';

const issue = new URL('issue/', import.meta.url);

function compileIn(folder: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...commandLine, 'compile', '--profile', 'mine', '--entry', 'rules.conf'],
    { cwd: folder, encoding: 'latin1' },
  );
  return { status, stdout, stderr };
}

function contents(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

test('four mistakes in one run: four reports, exit 1, the previous output as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const output = join(folder, 'generated', 'mine');
  try {
    writeFileSync(join(folder, 'rules.conf'), 'SecRule ARGS "@contains x" "id:1,phase:2,deny"\n');
    const first = compileIn(folder);
    assert.deepEqual([first.status, first.stderr], [0, '']);
    assert.match(first.stdout, /^mine: 1 rule read, 1 emitted/);
    const before = contents(output);
    assert.ok(Object.keys(before).length > 0);

    writeFileSync(join(folder, 'rules.conf'), readFileSync(new URL('rules.conf', issue)));
    const second = compileIn(folder);
    assert.equal(second.status, 1);
    assert.equal(second.stdout, '');
    // Files in memory have no reason, files on disk do.
    const inMemory = readFileSync(new URL('expected.txt', issue), 'latin1');
    const onDisk = inMemory.replace('missing.conf. [', 'missing.conf. There is no such file. [');
    assert.notEqual(onDisk, inMemory);
    assert.equal(second.stderr, onDisk);
    const reports = second.stderr.match(/^rules\.conf:\d+:\d+: error: .* \[(.*)\]$/gm) ?? [];
    assert.equal(reports.length, 4);
    assert.deepEqual(contents(output), before);
    assert.deepEqual(readdirSync(join(folder, 'generated')), ['mine']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
