/** A real Sentinel, which calls its server `main`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../proxy/helpers/free-port.ts';
import { redisServer, type TestRedis } from './redis-server.ts';

/** Of three Sentinels two must agree that the server is gone. */
export async function startSentinel(
  t: Pick<TestContext, 'after'>,
  server: TestRedis,
  wanted = 0,
  more: readonly string[] = [],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-sentinel-'));
  const port = wanted === 0 ? await freePort() : wanted;
  const file = join(folder, 'sentinel.conf');
  writeFileSync(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${server.port} 2`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 3000',
      ...more,
    ].join('\n'),
  );
  const child: ChildProcess = spawn(redisServer ?? '', [file, '--sentinel'], { stdio: 'ignore' });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
}
