/** A disk that is full for a while: one warning, no request is held up, and in the end every record once. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { addFigures } from '#scripts/service-figures.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { linesOf } from '../proxy/helpers/lines-of.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { wait } from '../proxy/helpers/start-process.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

/** A file system of 128 KiB, in memory; undefined: this user may not mount one. */
function smallDisk(t: TestContext): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'portcullis-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', path]);
  t.after(() => {
    if (status === 0) spawnSync('umount', ['-l', path]);
    rmSync(path, { recursive: true });
  });
  return status === 0 ? path : undefined;
}

/** Fills a disk to its last byte, but for what the log may still take. */
function fill(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(96 * 1024, 'x'));
  } catch {
    // It is full now, which is what it is for.
  }
}

// Most of the time they wait.
describe('a full disk', { concurrency: true }, () => {
  for (const workers of ['0', '2']) {
    test(`WORKERS=${workers}: one warning, lines completed, none lost or twice`, async (t) => {
      if (!isBuilt(t, PROXY)) return;
      const disk = smallDisk(t);
      if (disk === undefined) return t.skip('this user may not mount a file system');
      const backend = await startBackend();
      t.after(() => backend.close());
      const accessLog = join(disk, 'access.log');
      const ballast = join(disk, 'ballast');
      fill(ballast);
      const run = await runBuilt(t, {
        BACKENDS: JSON.stringify({ default: [backend.address] }),
        WORKERS: workers,
        ACCESS_LOG: accessLog,
      });
      const total = 150;
      const headers = ['User-Agent: x', 'Accept: */*', 'Connection: close'];
      const targets: string[] = [];
      for (let n = 0; n < total; n += 1) {
        const target = `/?n=${n}-${'y'.repeat(200 + (n % 50))}`;
        const { status } = await exchangeRaw(run.port, rawRequest(target, headers));
        assert.equal(status, 200);
        targets.push(target);
      }
      await until(() => run.stderr().includes('cannot be written'));
      // Longer than one process waits for another to complete its line.
      await wait(7500);
      const written = linesOf(accessLog).length;
      assert.ok(written < total, 'the disk was never full');
      rmSync(ballast);
      const uris = (): string[] =>
        linesOf(accessLog).flatMap((line) => /"uri":"([^"]*)"/.exec(line)?.[1] ?? []);
      await until(() => uris().length >= total);
      run.child.kill('SIGTERM');
      assert.equal(await run.exit, 0);
      const records = linesOf(accessLog).map((line): string => JSON.parse(line).uri);
      addFigures({ cases: total, misrecorded: Math.abs(total - new Set(records).size) });
      assert.deepEqual(records.toSorted(), targets.toSorted());
      const warnings = run
        .stderr()
        .split('\n')
        .filter((line) => line.includes('access.log'));
      assert.equal(warnings.length, 1, run.stderr());
      assert.match(warnings[0] ?? '', /^log \S+access\.log cannot be written: ENOSPC/);
      console.log(
        `WORKERS=${workers}: ${total} requests, ${written} lines on a full disk, then ${records.length} records, each once, 1 warning`,
      );
    });
  }
});
