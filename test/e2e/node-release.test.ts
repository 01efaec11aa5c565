/** A Node that is too old is refused with one line, by whatever is started with it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';

/** Paths of old Node programs, separated by colons: the real thing, where someone has brought it. */
const { OLD_NODES = '' } = process.env;

type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** What is started, and the exit code of a refusal. PORT is wrong, so that an accepted proxy ends too. */
const PROGRAMS: readonly (readonly [words: readonly string[], refusal: number])[] = [
  [[PROXY], 1],
  [[COMMAND_LINE, 'explain', '--help'], 2],
  [[COMMAND_LINE, 'doctor', '--help'], 2],
];

function start(node: string, words: readonly string[], options = ''): Run {
  const env = { PATH: process.env['PATH'] ?? '', PORT: 'none', NODE_OPTIONS: options };
  return spawnSync(node, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function assertRefused(release: string, { status, stdout, stderr }: Run, refusal: number): void {
  assert.equal(status, refusal, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^[^\n]*Node \S+ is too old: Portcullis needs 20\.19 or later[^\n]*\n$/);
  assert.ok(stderr.includes(`Node ${release} `), stderr);
}

test('releases below 20.19 are refused by proxy, command line and Makefile, later ones are not', (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const file = join(emptyFolder(t), 'release.cjs');
  const runAs = (release: string): readonly (readonly [Run, number])[] => {
    const versions = `{ ...process.versions, node: '${release}' }`;
    writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const option = `--require ${file}`;
    const runs = PROGRAMS.map(([words, code]) => {
      return [start(process.execPath, words, option), code] as const;
    });
    return [...runs, [start('make', ['node-release'], option), 2]];
  };
  let refused = 0;
  for (const release of ['12.22.9', '18.20.8', '20.18.3']) {
    for (const [run, code] of runAs(release)) {
      assertRefused(release, run, code);
      refused += 1;
    }
  }
  assert.equal(refused, 12);
  for (const release of ['20.19.0', '22.0.0', '24.18.1']) {
    const [proxy, ...others] = runAs(release).map(([run]) => run);
    assert.match(proxy?.stderr ?? '', /^PORT: "none"[^\n]*\n$/);
    for (const { status, stderr } of others) assert.equal(status, 0, stderr);
  }
});

test('real old releases refuse in one line, whatever of the bundle they cannot parse', (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const nodes = OLD_NODES.split(':').filter((path) => existsSync(path));
  if (nodes.length === 0) return t.skip('OLD_NODES names no Node program');
  for (const node of nodes) {
    const release = start(node, ['-p', 'process.versions.node']).stdout.trim();
    for (const [words, code] of PROGRAMS) assertRefused(release, start(node, words), code);
    console.log(`Node ${release}: refused by proxy, command line and doctor`);
  }
});
