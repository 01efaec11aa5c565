/** initcol, setvar, expirevar over replicas and workers, with compiled rules and real sockets. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { until } from '../proxy/helpers/until.ts';
import { ask } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

const OFF = { PROXY_RATE_LIMIT: '0', SHARED_TIMEOUT: '0.5' };

function compile(rules: string): Promise<CompiledWaf> {
  const { program, diagnostics } = compileText(rules);
  assert.ok(program !== undefined, diagnostics.map(({ message }) => message).join('\n'));
  return loadProgram(program);
}

const BAN = `
SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,initcol:ip=%{REMOTE_ADDR}"
SecRule IP:banned "@eq 1" "id:2,phase:1,deny,status:403"
SecRule REQUEST_URI "@beginsWith /evil" "id:3,phase:1,deny,status:406,setvar:ip.banned=1,expirevar:ip.banned=3"
`;

test('a client that one replica bans by a rule is refused by all, until the ban expires', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const web = await compile(BAN);
  const replicas = await startReplicas(t, 4, redis.url, OFF, { web });
  const agent = new Agent({ keepAlive: true });
  const all = async (client: string): Promise<readonly number[]> =>
    Promise.all(replicas.map(async ({ port }) => (await ask(port, agent, client)).status));
  assert.deepEqual(await all('192.0.2.1'), [200, 200, 200, 200]);
  assert.equal((await ask(replicas[0]?.port ?? 0, agent, '192.0.2.1', '/evil')).status, 406);
  await until(async () => (await all('192.0.2.1')).every((status) => status === 403));
  assert.deepEqual(await all('192.0.2.1'), [403, 403, 403, 403]);
  assert.deepEqual(await all('192.0.2.2'), [200, 200, 200, 200]);
  await until(async () => (await all('192.0.2.1')).every((status) => status === 200));
  assert.deepEqual(await all('192.0.2.1'), [200, 200, 200, 200]);
  agent.destroy();
});

const COUNT = `
SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,initcol:global=all"
SecAction "id:2,phase:5,pass,nolog,setvar:global.n=+1"
SecRule REQUEST_URI "@streq /read" "id:3,phase:1,chain,deny,status:406"
  SecRule GLOBAL:n "@ge %{ARGS.least}" ""
SecRule REQUEST_URI "@beginsWith /at?" "id:4,phase:1,chain,deny,status:406"
  SecRule GLOBAL:n "@ge %{ARGS.least}" ""
`;

test('four replicas count every request once', { skip }, async (t) => {
  const redis = await startRedis(t);
  const web = await compile(COUNT);
  const replicas = await startReplicas(t, 4, redis.url, OFF, { web });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const EACH = 100;
  await Promise.all(
    replicas.map(async ({ port }) => {
      for (let count = 0; count < EACH; count += 1) await ask(port, agent, '192.0.2.1');
    }),
  );
  const [key = ''] = redis.cli('KEYS', 'pc:*:col:*').split('\n');
  await until(() => redis.cli('HGET', key, 'v:n') === String(4 * EACH));
  assert.equal(redis.cli('HGET', key, 'v:n'), String(4 * EACH));
  // Read back by rules, whose record has to be loaded first.
  const statuses = await Promise.all(
    replicas.map(
      async ({ port }) => (await ask(port, agent, '192.0.2.1', `/at?least=${4 * EACH}`)).status,
    ),
  );
  assert.deepEqual(statuses, [406, 406, 406, 406]);
  agent.destroy();
});

const LATE = `
SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS:user "@rx ^(.+)$" "id:1,phase:2,pass,nolog,capture,initcol:user=%{TX.1}"
SecRule USER:failures "@ge 2" "id:2,phase:2,deny,status:429"
SecRule ARGS:password "!@streq right" "id:3,phase:2,pass,nolog,setvar:user.failures=+1"
`;

test('a key that phase 2 finds in the request is loaded before the next rule reads it', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const web = await compile(LATE);
  const replicas = await startReplicas(t, 2, redis.url, OFF, { web });
  const [first, second] = replicas.map(({ port }) => port);
  const agent = new Agent({ keepAlive: true });
  const login = async (port = 0, user = '', password = ''): Promise<number> =>
    (await ask(port, agent, '192.0.2.1', `/?user=${user}&password=${password}`)).status;
  assert.equal(await login(first, 'ann', 'wrong'), 200);
  assert.equal(await login(first, 'ann', 'wrong'), 200);
  await until(() => redis.cli('KEYS', 'pc:*:col:*:USER:*') !== '');
  const [key = ''] = redis.cli('KEYS', 'pc:*:col:*').split('\n');
  await until(() => redis.cli('HGET', key, 'v:failures') === '2');
  assert.equal(await login(second, 'ann', 'right'), 429);
  assert.equal(await login(second, 'bob', 'right'), 200);
  assert.doesNotMatch(redis.cli('KEYS', '*'), /ann|bob/, 'keys are hashed');
  agent.destroy();
});

test('what is counted while the store is away is there when it is back', { skip }, async (t) => {
  const redis = await startRedis(t);
  const web = await compile(COUNT);
  const replicas = await startReplicas(t, 2, redis.url, OFF, { web });
  const agent = new Agent({ keepAlive: true });
  const mode = async (wanted: 0 | 1): Promise<void> => {
    const isSo = async (): Promise<boolean> => {
      const texts = await Promise.all(replicas.map((replica) => replica.metrics()));
      return texts.every((text) => text.includes(`waf_shared_up ${wanted}\n`));
    };
    await until(isSo);
    assert.ok(await isSo());
  };
  await mode(1);
  redis.signal('SIGKILL');
  await mode(0);
  for (const { port } of replicas)
    for (let count = 0; count < 10; count += 1)
      assert.equal((await ask(port, agent, '192.0.2.1')).status, 200);
  // Each goes on with what it knows itself.
  assert.equal((await ask(replicas[0]?.port ?? 0, agent, '192.0.2.1', '/at?least=10')).status, 406);
  assert.match((await replicas[0]?.metrics()) ?? '', /^waf_shared_unsent_changes 11$/m);
  await redis.restart();
  await mode(1);
  const [key = ''] = redis.cli('KEYS', 'pc:*:col:*').split('\n');
  assert.equal(redis.cli('HGET', key, 'v:n'), '21');
  agent.destroy();
});
