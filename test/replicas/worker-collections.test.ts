/** Persistent collections of one host: shared by its workers, kept over reloads and the loss of a worker, without any server. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleWaf } from '#compiler/cli/project/bundle.ts';
import { compileText } from '../helpers/compile-text.ts';
import { startProcess } from '../proxy/helpers/start-process.ts';
import { until } from '../proxy/helpers/until.ts';
import { ask } from './helpers/flood.ts';

const RULES = `
SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,initcol:ip=%{REMOTE_ADDR}"
SecRule IP:n "@ge 20" "id:2,phase:1,deny,status:403"
SecRule REQUEST_URI "@beginsWith /count" "id:3,phase:1,pass,nolog,setvar:ip.n=+1"
`;

async function moduleOf(rules: string): Promise<string> {
  const { program } = compileText(rules);
  assert.ok(program !== undefined);
  return bundleWaf(emit(program));
}

/** The worker processes, without the helper of the loader. */
function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('stub-main'));
}

test('workers share collections, also after a reload and after one of them was killed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-collections-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const module = join(folder, 'waf.mjs');
  writeFileSync(module, await moduleOf(RULES));
  const { run, port } = await startProcess(t, {
    WORKERS: '2',
    ENGINE_RULES_PATH_SITES: module,
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
  // No connection is kept: both workers get some.
  const status = async (client: string, path: string): Promise<number> => {
    const agent = new Agent({ keepAlive: false });
    return (await ask(port, agent, client, path)).status;
  };
  for (let count = 0; count < 20; count += 1)
    assert.equal(await status('192.0.2.1', '/count'), 200);
  assert.equal(await status('192.0.2.1', '/'), 403);
  assert.equal(await status('192.0.2.2', '/'), 200);

  writeFileSync(module, await moduleOf(`${RULES}SecAction "id:9,phase:1,pass,nolog"`));
  run.child.kill('SIGHUP');
  await until(() => /^Reloaded$/m.test(run.stdout()));
  assert.match(run.stdout(), /^Reloaded$/m);
  assert.equal(await status('192.0.2.1', '/'), 403);

  const workers = childrenOf(run.child.pid ?? 0);
  assert.equal(workers.length, 2);
  process.kill(workers[0] ?? 0, 'SIGKILL');
  await until(() => /starting another/.test(run.stderr()));
  await until(async () => (await status('192.0.2.2', '/').catch(() => 0)) === 200);
  for (let count = 0; count < 4; count += 1) assert.equal(await status('192.0.2.1', '/'), 403);
});
