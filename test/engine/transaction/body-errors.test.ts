/** What rules see of bodies that cannot be decoded or have too many values, and what then becomes of the message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest, parseResponse } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const RULES = `
SecRequestBodyAccess On
SecResponseBodyAccess On
SecResponseBodyMimeType application/json
SecArgumentsLimit 2
SecAction "id:1,phase:3,pass,nolog,ctl:responseBodyProcessor=JSON"
SecRule REQBODY_PROCESSOR_ERROR_MSG|RES_BODY_PROCESSOR_ERROR_MSG "@unconditionalMatch" "id:2,phase:4,pass,log,chain"
  SecRule MATCHED_VAR "!@streq" "t:none"
SecRule RES_BODY_ERROR_MSG "!@streq" "id:3,phase:4,pass,log"
SecRule REQBODY_ERROR "@eq 1" "id:4,phase:2,pass,log"
`;

const FAILED = { kind: 'failed', problem: 'gzip: bad header', status: 415 } as const;

async function wafOf(mode: string): Promise<CompiledWaf> {
  const { program } = compileText(`SecRuleEngine ${mode}\n${RULES}`);
  assert.ok(program !== undefined);
  return loadProgram(program);
}

function begin(waf: CompiledWaf): Transaction {
  const { head } = parseRequest(
    'POST / HTTP/1.1\nHost: a\nContent-Type: application/x-www-form-urlencoded\n\n',
  );
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  return transaction;
}

function respond(transaction: Transaction, body: string, decoding?: typeof FAILED): void {
  const { head } = parseResponse('HTTP/1.1 200 OK\nContent-Type: application/json\n\n');
  transaction.inspectResponseHeaders(head);
  transaction.inspectResponseBody(body, false, decoding);
}

function valuesOf({ matches }: Transaction): readonly string[] {
  return matches.flatMap(({ rule, data }) =>
    data.map(({ variable, value }) => `${rule.id} ${variable} ${value}`),
  );
}

test('a request body that cannot be decoded is an error for rules, and ends the request', async () => {
  const on = begin(await wafOf('On'));
  assert.equal(on.inspectRequestBody('a=1', false, FAILED)?.status, 415);
  assert.deepEqual(valuesOf(on), ['4 REQBODY_ERROR 1']);
  assert.equal(on.decodingFailed, true);
  const detecting = begin(await wafOf('DetectionOnly'));
  assert.equal(detecting.inspectRequestBody('a=1', false, FAILED), undefined);
  assert.equal(detecting.detected?.status, 415);
});

test('a decoded request body is no error', async () => {
  const transaction = begin(await wafOf('On'));
  assert.equal(transaction.inspectRequestBody('a=1', false, { kind: 'decoded' }), undefined);
  assert.deepEqual([valuesOf(transaction), transaction.decodingFailed], [[], false]);
});

const responses = [
  ['{"a":1,"b":2}', undefined, []],
  ['{"a":1,"b":2,"c":3}', undefined, ['JSON parsing error: SecArgumentsLimit reached']],
  ['{"a":', undefined, ['JSON parsing error: invalid JSON: expected a value']],
  ['', undefined, []],
  ['{"a":', FAILED, ['JSON parsing error: gzip: bad header']],
] as const;

test('rules see why a response body is no JSON', async () => {
  const waf = await wafOf('DetectionOnly');
  for (const [body, decoding, messages] of responses) {
    const transaction = begin(waf);
    transaction.inspectRequestBody('');
    respond(transaction, body, decoding);
    const found = transaction.matches
      .filter(({ rule }) => rule.id === 3)
      .flatMap(({ data }) => data);
    assert.deepEqual(
      found.map(({ value }) => value),
      messages,
      body,
    );
    assert.equal(
      transaction.matches.some(({ rule }) => rule.id === 2),
      messages.length > 0,
      body,
    );
    assert.equal(transaction.detected?.status, decoding?.status, body);
  }
  assert.equal(responses.length, 5);
});

test('no body is wanted once a rule has switched the rules off', async () => {
  const { program } = compileText(
    `SecRuleEngine On\n${RULES}\nSecAction "id:9,phase:1,pass,nolog,ctl:ruleEngine=Off"`,
  );
  assert.ok(program !== undefined);
  const transaction = begin(await loadProgram(program));
  assert.equal(transaction.requestBodyAccess, false);
  respond(transaction, '');
  assert.equal(transaction.wantsResponseBody, false);
  const on = begin(await wafOf('On'));
  assert.equal(on.requestBodyAccess, true);
  respond(on, '');
  assert.equal(on.wantsResponseBody, true);
});
