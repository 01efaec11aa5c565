/** The step limit: rules that read too much end the transaction, and it does not pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import { noServices } from '#engine/host/host-services.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const RULES = `
SecRule ARGS "@rx a+b" "id:1,phase:1,pass,log,t:none,t:lowercase"
SecRule ARGS "@rx a+c" "id:2,phase:1,deny,status:403,log"
SecAction "id:5,phase:5,pass,log"
`;

async function wafOf(engine: string, passes?: readonly []): Promise<CompiledWaf> {
  const { program } = compileText(`SecRuleEngine ${engine}\n${RULES}`, {}, passes);
  assert.ok(program !== undefined);
  return loadProgram(program);
}

function runWith(waf: CompiledWaf, stepLimit: number, length: number): Transaction {
  const { head } = parseRequest(`GET /?x=${'A'.repeat(length)}ac HTTP/1.1\nHost: a\n\n`);
  const transaction = waf.open(head, 'test', undefined, { ...noServices, stepLimit });
  if (transaction.inspectRequestHeaders() === undefined) transaction.inspectRequestBody('');
  transaction.close();
  return transaction;
}

for (const passes of [undefined, []] as const) {
  const which = passes === undefined ? 'with passes' : 'without passes';

  test(`rules that read too much: 503, whatever they would have said (${which})`, async () => {
    const waf = await wafOf('On', passes);
    const within = runWith(waf, 10_000, 100);
    assert.equal(within.stepsUsedUp, false);
    assert.deepEqual(within.interruption, { kind: 'deny', ruleId: 2, status: 403 });
    const beyond = runWith(waf, 100, 100);
    assert.equal(beyond.stepsUsedUp, true);
    assert.deepEqual(beyond.interruption, { kind: 'deny', ruleId: 0, status: 503 });
    const logged = beyond.matches.map(({ rule }) => rule.id);
    assert.deepEqual(logged, [5], 'the logging phase still runs');
  });

  test(`DetectionOnly: the verdict is only remembered (${which})`, async () => {
    const { interruption, detected, stepsUsedUp } = runWith(
      await wafOf('DetectionOnly', passes),
      100,
      100,
    );
    assert.deepEqual(
      [interruption, detected, stepsUsedUp],
      [undefined, { kind: 'deny', ruleId: 0, status: 503 }, true],
    );
  });
}

test('the logging phase reads values after the other phases have used up their steps', async () => {
  const { program } = compileText(
    `SecRuleEngine On\n${RULES}SecRule REQUEST_METHOD "@rx ^g" "id:6,phase:5,pass,log,t:lowercase"`,
  );
  assert.ok(program !== undefined);
  const { matches, stepsUsedUp } = runWith(await loadProgram(program), 100, 100);
  assert.equal(stepsUsedUp, true);
  assert.deepEqual(
    matches.map(({ rule }) => rule.id),
    [5, 6],
  );
});

test('SecPcreMatchLimit: back-references are matched, and give up with 503', async () => {
  const { program } = compileText(
    'SecRuleEngine On\nSecPcreMatchLimit 10000\nSecRule ARGS "@rx ^(a+)+x\\1b$" "id:1,phase:1,deny,status:403"',
  );
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const verdictOn = (value: string): number | undefined => {
    const { head } = parseRequest(`GET /?x=${value} HTTP/1.1\nHost: a\n\n`);
    return waf.open(head, 'test').inspectRequestHeaders()?.status;
  };
  const hostile = `${'a'.repeat(30)}x${'a'.repeat(31)}b`;
  assert.deepEqual(['axab', 'axb', hostile].map(verdictOn), [403, undefined, 503]);
});

test('SecPcreMatchLimit: the steps of all values together count for the transaction', async () => {
  const { program } = compileText(
    'SecRuleEngine On\nSecPcreMatchLimit 10000\nSecRule ARGS "@rx ^(a+)+x\\1b$" "id:1,phase:1,deny,status:403"',
  );
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const isUsedUp = (values: number): boolean => {
    const query = Array.from({ length: values }, (_, index) => `x${index}=aaxaaab`);
    const { head } = parseRequest(`GET /?${query.join('&')} HTTP/1.1\nHost: a\n\n`);
    const transaction = waf.open(head, 'test', undefined, { ...noServices, stepLimit: 20_000 });
    const verdict = transaction.inspectRequestHeaders();
    assert.equal(verdict?.status, transaction.stepsUsedUp ? 503 : undefined);
    return transaction.stepsUsedUp;
  };
  // Each value takes some hundred steps: far from the limit of one value.
  assert.deepEqual([1, 5, 500].map(isUsedUp), [false, false, true]);
});

async function expandedWaf(engine: string): Promise<CompiledWaf> {
  const { program } = compileText(
    `SecRuleEngine ${engine}\nSecRule ARGS:v "@rx ^%{ARGS.p}$" "id:7,phase:1,pass,log"\nSecAction "id:8,phase:5,pass,log"`,
  );
  assert.ok(program !== undefined);
  return loadProgram(program);
}

function openWith(waf: CompiledWaf, query: string, stepLimit?: number): Transaction {
  const { head } = parseRequest(`GET /?${query} HTTP/1.1\nHost: a\n\n`);
  const services = stepLimit === undefined ? noServices : { ...noServices, stepLimit };
  const transaction = waf.open(head, 'test', undefined, services);
  transaction.inspectRequestHeaders();
  transaction.close();
  return transaction;
}

test('an expression made of macros that cannot be compiled: 503, and the reason is kept for the logs', async () => {
  const waf = await expandedWaf('On');
  const { badExpression, interruption, matches } = openWith(waf, 'v=a&p=a(');
  assert.equal(
    badExpression,
    'the expression of rule 7 cannot be compiled: This group is never closed.',
  );
  assert.deepEqual(interruption, { kind: 'deny', ruleId: 0, status: 503 });
  assert.deepEqual(
    matches.map(({ rule }) => rule.id),
    [8],
    'the logging phase still runs',
  );
  const harmless = openWith(waf, 'v=ab&p=a.');
  assert.equal(harmless.badExpression, undefined);
  assert.deepEqual(
    harmless.matches.map(({ rule }) => rule.id),
    [7, 8],
  );
});

test('the same in DetectionOnly: the verdict is only remembered', async () => {
  const { badExpression, interruption, detected } = openWith(
    await expandedWaf('DetectionOnly'),
    'v=a&p=a(',
  );
  assert.ok(badExpression !== undefined);
  assert.deepEqual([interruption, detected], [undefined, { kind: 'deny', ruleId: 0, status: 503 }]);
});

test('expressions made of macros are paid for by the transaction that has them compiled', async () => {
  const waf = await expandedWaf('On');
  const query = `v=a&p=${'a'.repeat(100)}`;
  assert.equal(openWith(waf, query, 100_000).stepsUsedUp, true);
  assert.equal(openWith(waf, query, 1_000_000).stepsUsedUp, false);
  assert.equal(openWith(waf, query, 100_000).stepsUsedUp, false, 'it is in the cache');
  const large = `v=${'a'.repeat(3000)}&p=(a|b)*a(a|b)%7B200%7D`;
  assert.equal(openWith(waf, large, 1_000_000).stepsUsedUp, false);
  assert.equal(openWith(waf, large, 40_000).stepsUsedUp, true, 'many states cost more');
});

test('what the first rules of a phase refuse is not searched for literals', async () => {
  const rules = `
SecRequestBodyAccess On
SecAction "id:3,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:1,phase:2,deny,status:400,t:none"
SecRule ARGS "@rx union\\s+select" "id:2,phase:2,deny,status:403,t:none"
`;
  const { program } = compileText(`SecRuleEngine On\n${rules}`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const body = `["${'union '.repeat(100_000)}`;
  const request = 'POST / HTTP/1.1\nHost: a\nContent-Type: application/json\n\n';
  const { head } = parseRequest(request);
  const transaction = waf.open(head, 'test', undefined, { ...noServices, stepLimit: 10_000 });
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  assert.equal(transaction.interruption?.status, 400);
});
