/** Writers that share a log on a full disk. A disk of a few blocks needs a mount, and so a namespace of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startedProgram } from '../helpers/started-program.ts';

const MOUNT = 'mount -t tmpfs -o size=64k none "$1"';
const skip =
  spawnSync('unshare', ['-rm', 'sh', '-c', MOUNT, 'sh', tmpdir()]).status !== 0 &&
  'unshare cannot mount a disk here';

test('while the disk is full, a writer waits until another one has completed its line', {
  skip,
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { file, nodeArguments } = startedProgram('test/proxy/helpers/full-disk-writers.ts');
  const script = `${MOUNT} && disk=$1 && shift && exec "$0" "$@" "$disk"`;
  const args = ['-rm', 'sh', '-c', script, process.execPath, folder, ...nodeArguments, file];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  const lines = JSON.parse(stdout || '[]') as readonly [string, number][];
  const whole = [
    ['f', 5],
    ['f', 5],
    ['c', 12_288],
    ['s', 6],
  ];
  assert.deepEqual(lines, whole, stderr);
});
