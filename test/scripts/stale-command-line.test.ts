/** `make setup` bundles the command line again when a file of the bundle has changed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMAND_LINE, isBuilt } from '../e2e/helpers/built.ts';

const SOURCES = [
  'compiler/cli/launch.ts',
  'runtime/engine/index.ts',
  'runtime/proxy/shared/redis/connection.ts',
];

test('a change of the compiler, the engine or the proxy makes the command line stale', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  for (const source of SOURCES) {
    const commands = execFileSync('make', ['-n', '-W', source, 'setup'], { encoding: 'utf8' });
    assert.match(commands, /scripts\/build\.ts --cli/, source);
  }
  assert.equal(SOURCES.length, 3);
});
