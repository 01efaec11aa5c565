/** SecRequestBodyNoFilesLimit: bytes of a body that are not the content of files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { loadRules } from '../../helpers/run-rules.ts';

const RULES = `
SecRequestBodyAccess On
SecRequestBodyNoFilesLimit 100
SecRule INBOUND_DATA_ERROR "@eq 1" "id:1,phase:2,pass,log"
`;

const form = (length: number) =>
  parseRequest(
    `POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\na=${'x'.repeat(length - 2)}`,
  );

const upload = (filename: string, length = 5000) =>
  parseRequest(`POST / HTTP/1.1
Content-Type: multipart/form-data; boundary=b

--b
Content-Disposition: form-data; name="a"; ${filename}

${'y'.repeat(length)}
--b--
`);

const rejected = { kind: 'deny', ruleId: 0, status: 413 };

test('Reject means 413 above the limit, for which files do not count', async () => {
  const rules = await loadRules(`SecRuleEngine On\n${RULES}`);
  assert.equal(rules.exchange(form(100)).interruption, undefined);
  assert.deepEqual(rules.exchange(form(101)).interruption, rejected);
  assert.equal(rules.exchange(upload('filename="x"')).interruption, undefined);
});

test('a file that is also a field counts', async () => {
  const rules = await loadRules(`SecRuleEngine On\n${RULES}`);
  for (const filename of ['filename=x', "filename='x'", 'filename="x\\\\"']) {
    assert.equal(rules.exchange(upload(filename, 10)).interruption, undefined, filename);
    assert.deepEqual(rules.exchange(upload(filename)).interruption, rejected, filename);
  }
});

test('ProcessPartial and DetectionOnly set INBOUND_DATA_ERROR', async () => {
  const partial = await loadRules(
    `SecRuleEngine On\nSecRequestBodyLimitAction ProcessPartial\n${RULES}`,
  );
  const { interruption, matched } = partial.exchange(form(101));
  assert.deepEqual([interruption, matched], [undefined, [1]]);
  assert.deepEqual(partial.exchange(form(100)).matched, []);
  const detecting = await loadRules(`SecRuleEngine DetectionOnly\n${RULES}`);
  const outcome = detecting.exchange(form(101));
  assert.deepEqual([outcome.detected, outcome.matched], [rejected, [1]]);
});

test('without access to bodies there are no arguments, but INBOUND_DATA_ERROR is set', async () => {
  const { program } = compileText(`SecRuleEngine On
SecRequestBodyAccess Off
SecRule INBOUND_DATA_ERROR "@eq 0" "id:1,phase:1,pass,log"
SecRule INBOUND_DATA_ERROR "@eq 1" "id:2,phase:2,pass,log"
SecRule ARGS "@unconditionalMatch" "id:3,phase:2,pass,log"`);
  assert.ok(program !== undefined);
  const transaction = (await loadProgram(program)).open(form(101).head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody('a=1', true);
  const matched = transaction.matches.map(({ rule }) => rule.id);
  assert.deepEqual(matched, [1, 2]);
});
