/** ENGINE_STEP_LIMIT over the real proxy: the client gets 503, the operator a record and a number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const RULES = `
SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 1000000
SecAuditEngine RelevantOnly
SecAuditLogParts ABHZ
SecAction "id:1,phase:1,pass,nolog,ctl:forceRequestBodyVariable=On"
${Array.from({ length: 30 }, (_, n) => `SecRule REQUEST_BODY "@rx [a-z]x${n}y" "id:${n + 10},phase:2,deny"`).join('\n')}
`;

test('a request that costs too much is not passed on', async (t) => {
  const { program } = compileText(RULES, {}, []);
  assert.ok(program !== undefined);
  const proxy = await startTestProxy(t, {
    web: await loadProgram(program),
    environment: { ADMIN_PORT: '0', ENGINE_STEP_LIMIT: '1000000', PROXY_WEB_HOSTS: '*' },
  });
  const post = (length: number) =>
    exchangeRaw(proxy.port, rawRequest('/', [], { method: 'POST', body: 'a'.repeat(length) }));
  assert.equal((await post(30_000)).status, 200);
  assert.equal((await post(40_000)).status, 503);
  assert.equal(proxy.backend.requests.length, 1, 'only what was inspected is passed on');
  const [record, ...others] = await proxy.records('audit');
  assert.equal(others.length, 0);
  assert.match(JSON.stringify(record), /"rule_id":"0","message":"Inspection stopped: .*step limit/);
  assert.match(await proxy.metrics(), /^waf_engine_steps_used_up_total 1$/m);
});
