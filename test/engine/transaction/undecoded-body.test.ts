/** A body that the host cannot decode: which verdict counts, that of the rules or that of the host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decoding, RuleEngineMode } from '#engine/host/compiled-waf.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { REQUEST_HEAD } from '../../proxy/helpers/request-head.ts';

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess On
SecRule ARGS:p "@streq 1" "id:1,phase:1,deny,status:401"
SecRule ARGS:p "@streq 2" "id:2,phase:2,deny,status:402"
SecRule ARGS:p "@streq 4" "id:4,phase:4,deny,status:404"
SecRule ARGS:p "@streq off" "id:5,phase:1,pass,nolog,ctl:ruleEngine=Off"
SecRule ARGS:p "@streq off2" "id:6,phase:2,pass,nolog,ctl:ruleEngine=Off"
SecRule ARGS:p "@streq off4" "id:7,phase:4,pass,nolog,ctl:ruleEngine=Off"
`;

const failed = (status: number): Decoding => ({ kind: 'failed', problem: 'unknown', status });

/** `undecoded`: the body of the request, or that of the response. The verdict: what stops the request, and what would. */
const rows: readonly (readonly [
  mode: RuleEngineMode,
  value: string,
  undecoded: 'request' | 'response',
  verdict: string,
])[] = [
  ['On', '0', 'request', '415 by 0, -'],
  ['On', '2', 'request', '415 by 0, -'],
  ['On', 'off2', 'request', '415 by 0, -'],
  ['On', 'off', 'request', '-, -'],
  ['On', '4', 'response', '502 by 0, -'],
  ['On', 'off4', 'response', '502 by 0, -'],
  ['On', 'off2', 'response', '-, -'],
  ['DetectionOnly', '0', 'request', '-, 415 by 0'],
  ['DetectionOnly', '1', 'request', '-, 401 by 1'],
  ['DetectionOnly', '2', 'request', '-, 415 by 0'],
  ['DetectionOnly', '0', 'response', '-, 502 by 0'],
  ['DetectionOnly', '1', 'response', '-, 401 by 1'],
  ['DetectionOnly', '2', 'response', '-, 402 by 2'],
  ['DetectionOnly', '4', 'response', '-, 502 by 0'],
];

function text(verdict: Interruption | undefined): string {
  return verdict === undefined ? '-' : `${verdict.status} by ${verdict.ruleId}`;
}

test('the first verdict counts, and that of the host overrides those of its phase', async (t) => {
  const { program } = compileText(RULES);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  let ran = 0;
  for (const [mode, value, undecoded, verdict] of rows) {
    await t.test(rowTitle([mode, value, undecoded]), () => {
      const head = { ...REQUEST_HEAD, method: 'POST', target: `/?p=${value}` };
      const transaction = waf.open(head, 'test', mode);
      const isRequest = undecoded === 'request';
      transaction.inspectRequestHeaders();
      transaction.inspectRequestBody('x', false, isRequest ? failed(415) : undefined);
      transaction.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [] });
      transaction.inspectResponseBody('x', false, isRequest ? undefined : failed(502));
      transaction.close();
      const { interruption, detected } = transaction;
      assert.equal(`${text(interruption)}, ${text(detected)}`, verdict);
    });
    ran += 1;
  }
  assert.equal(ran, 14);
});
