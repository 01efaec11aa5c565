import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { isBuilt, PROXY } from './helpers/built.ts';

const DEMO = ['--import', 'tsx', 'scripts/run-demo.ts'];

test('make run prints one line that passes and one that is blocked, and Ctrl-C ends it', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  if (spawnSync('curl', ['--version']).status !== 0) {
    t.skip('curl is not here');
    return;
  }
  const demo = spawn(process.execPath, DEMO, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PORT: '0', DEMO_BACKEND_PORT: '0', AUDIT_LOG: 'off' },
  });
  t.after(() => demo.kill('SIGKILL'));
  const commands = new Map<string, string>();
  for await (const line of createInterface({ input: demo.stdout })) {
    const found = /^ *(passes|blocked): +(curl .*)$/.exec(line);
    if (found !== null) commands.set(found[1] ?? '', found[2] ?? '');
    if (commands.size === 2) break;
  }
  demo.stdout.resume();
  const run = (name: string): string =>
    spawnSync('sh', ['-c', `${commands.get(name)} -s`], { encoding: 'utf8' }).stdout;
  assert.match(
    run('passes'),
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nHello from the demo backend\.\n/,
  );
  assert.match(
    run('blocked'),
    /^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*\r\n\r\nRequest blocked by WAF/,
  );
  demo.kill('SIGINT');
  const [code] = await once(demo, 'exit');
  assert.equal(code, 0);
  assert.equal(run('passes'), '', 'the proxy still answers');
});

test('a taken port ends make run with a line that says which', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const cases = [
    [{ DEMO_BACKEND_PORT: String(port) }, /^error: demo backend: .*EADDRINUSE.*DEMO_BACKEND_PORT/m],
    [{ DEMO_BACKEND_PORT: '0', PORT: String(port) }, /^PORT: .*$/m],
  ] as const;
  for (const [environment, message] of cases) {
    const run = spawn(process.execPath, DEMO, { env: { ...process.env, ...environment } });
    let errors = '';
    run.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const [code] = await once(run, 'close');
    assert.equal(code, 1);
    assert.match(errors, message);
  }
  assert.equal(cases.length, 2);
});
