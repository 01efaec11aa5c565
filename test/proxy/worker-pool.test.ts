/** The pool of workers: what it does about one that hangs and does not end when it is killed. */
import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WorkerPool } from '#proxy/process/worker-pool.ts';
import { wait } from './helpers/start-process.ts';
import { until } from './helpers/until.ts';

const HANGS = "process.send({ kind: 'Beat' }); setInterval(() => {}, 1000);";

test('a worker that hangs is killed once, also when it takes long to end', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-pool-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const exec = join(folder, 'worker.cjs');
  writeFileSync(exec, HANGS);
  cluster.setupPrimary({ exec, execArgv: [] });
  const warnings: string[] = [];
  let kills = 0;
  let end = (): void => {};
  // Like a process that waits for a disk: the signal has an effect only later.
  cluster.once('fork', ({ process: child }) => {
    const kill = child.kill.bind(child);
    child.kill = () => {
      kills += 1;
      return true;
    };
    end = () => kill('SIGKILL');
  });
  const pool = new WorkerPool({
    size: 1,
    stallMs: 100,
    operator: { info: () => {}, warn: (line) => warnings.push(line) },
    onMessage: () => {},
    onEnd: () => {},
    onLoss: () => {},
  });
  await until(() => kills > 0);
  await wait(1000);
  const hung = warnings.filter((line) => line.includes('does not answer'));
  const stopped = pool.stop(0);
  end();
  await stopped;
  assert.equal(kills, 1);
  assert.equal(hung.length, 1);
});
