import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { startedProgram } from '../helpers/started-program.ts';

test('arguments stop the start, because the proxy would ignore them', () => {
  const { file, nodeArguments } = startedProgram('test/proxy/helpers/stub-main.ts');
  const args = [...nodeArguments, file, '--port', '80'];
  const env = { ...process.env, PORT: '0', LISTEN_HOST: '127.0.0.1', PROXY_WEB_HOSTS: 'web.test' };
  const { status, stderr } = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 1, stderr);
  const lines = stderr.split('\n').filter((line) => line.includes('takes no arguments'));
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['"--port"', '"80"'],
  );
});
