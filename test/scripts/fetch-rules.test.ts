import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('make rules fails with a clear line and exit code 1', (t) => {
  const empty = mkdtempSync(join(tmpdir(), 'portcullis-crs-'));
  t.after(() => rmSync(empty, { recursive: true }));
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/fetch-rules.ts'], {
    env: { ...process.env, CRS_DIR: empty },
    encoding: 'utf8',
  });
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stderr, /^error: .*: there is no folder rules in it$/m);
  assert.match(run.stderr, /^rules\/crs is as it was\./m);
  assert.equal(run.stdout, '');
});
