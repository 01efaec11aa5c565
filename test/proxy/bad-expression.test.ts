/** An expression that a request completes, over the real proxy: what cannot be compiled is refused and written down. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const RULES = `
SecRuleEngine On
SecAuditEngine RelevantOnly
SecAuditLogParts ABHZ
SecRule ARGS:v "@rx ^%{ARGS.p}$" "id:7,phase:1,deny,status:403,nolog"
`;

test('a request whose value makes a faulty expression is not passed on', async (t) => {
  const { program } = compileText(RULES);
  assert.ok(program !== undefined);
  const proxy = await startTestProxy(t, {
    web: await loadProgram(program),
    environment: { ADMIN_PORT: '0', PROXY_WEB_HOSTS: '*' },
  });
  const get = async (target: string): Promise<number | undefined> =>
    (await exchangeRaw(proxy.port, rawRequest(target, []))).status;
  assert.equal(await get('/?v=abc&p=a.d'), 200);
  assert.equal(await get('/?v=abc&p=a.c'), 403);
  assert.equal(await get('/?v=abc&p=a('), 503);
  assert.equal(proxy.backend.requests.length, 1, 'only what was inspected is passed on');
  const [record, ...others] = await proxy.records('audit');
  assert.equal(others.length, 0);
  assert.match(
    JSON.stringify(record),
    /"rule_id":"0","message":"Inspection stopped: the expression of rule 7 cannot be compiled/,
  );
  assert.match(await proxy.metrics(), /^waf_engine_bad_expressions_total 1$/m);
});
