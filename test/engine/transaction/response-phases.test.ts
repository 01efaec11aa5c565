/** Phases 3 and 4: headers always, bodies where SecResponseBodyAccess and the media type say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../../helpers/compile-text.ts';
import { type HttpResponse, parseRequest, parseResponse } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadRules, type Rules } from '../../helpers/run-rules.ts';

const request = parseRequest('GET / HTTP/1.1\nHost: www.example.org');

const RULES = `
SecRule RESPONSE_HEADERS:X-Leak "@streq yes" "id:3,phase:3,pass,log"
SecRule RESPONSE_STATUS "@streq 500" "id:31,phase:3,pass,log"
SecRule RESPONSE_BODY "@contains secret" "id:4,phase:4,pass,log"
SecRule OUTBOUND_DATA_ERROR "@eq 1" "id:41,phase:4,pass,log"
SecRule RESPONSE_CONTENT_LENGTH "@eq 6" "id:42,phase:4,pass,log"
SecAction "id:5,phase:5,pass,log"
`;

function page(body: string, type = 'text/html'): HttpResponse {
  return parseResponse(`HTTP/1.1 500 X\nContent-Type: ${type}\nX-Leak: yes\n\n${body}`);
}

const matchedBy = (rules: Rules, response: HttpResponse): readonly number[] =>
  rules.exchange(request, response).matched;

test('headers are inspected whatever the directives say of bodies', async () => {
  for (const access of ['On', 'Off']) {
    const rules = await loadRules(`SecRuleEngine On\nSecResponseBodyAccess ${access}\n${RULES}`);
    const matched = matchedBy(rules, page('secret', 'image/png'));
    assert.deepEqual(
      matched.filter((id) => id < 4 || id === 31),
      [3, 31],
      access,
    );
  }
});

test('rules see bodies only with SecResponseBodyAccess On', async () => {
  const on = await loadRules(`SecRuleEngine On\nSecResponseBodyAccess On\n${RULES}`);
  assert.deepEqual(matchedBy(on, page('secret')), [3, 31, 4, 42, 5]);
  const off = await loadRules(`SecRuleEngine On\nSecResponseBodyAccess Off\n${RULES}`);
  assert.equal(matchedBy(off, page('secret')).includes(4), false);
});

const TYPES = [
  ['text/html', true],
  ['text/html; charset=utf-8', true],
  ['TEXT/HTML', true],
  ['text/plain', true],
  ['application/json', false],
  ['text/html+x', false],
  ['image/png', false],
  ['', false],
  // Clients act on the last type that they know, other servers on the first.
  ['image/png\nContent-Type: text/html', true],
  ['text/html\nContent-Type: image/png', true],
  ['image/png, text/html', true],
  ['image/png\nContent-Type: image/gif', false],
] as const;

test('rules see bodies of the listed media types only', async (t) => {
  const listed = await loadRules(
    `SecRuleEngine On\nSecResponseBodyAccess On\nSecResponseBodyMimeType text/plain text/html\n${RULES}`,
  );
  for (const [type, isInspected] of TYPES) {
    await t.test(rowTitle(type), () => {
      assert.equal(matchedBy(listed, page('secret', type)).includes(4), isInspected, type);
    });
  }
  assert.equal(TYPES.length, 12);
});

test('ctl:responseBodyAccess lets rules see a body, but none without Content-Type', async () => {
  const rules = await loadRules(
    `SecRuleEngine On\nSecResponseBodyAccess Off\nSecAction "id:1,phase:1,pass,nolog,ctl:responseBodyAccess=On"\n${RULES}`,
  );
  assert.equal(matchedBy(rules, page('secret')).includes(4), true);
  const untyped = parseResponse('HTTP/1.1 200 OK\n\nsecret');
  assert.equal(matchedBy(rules, untyped).includes(4), false);
});

test('over the limit: what is left is inspected and OUTBOUND_DATA_ERROR is set', async () => {
  const rules = await loadRules(
    `SecRuleEngine On\nSecResponseBodyAccess On\nSecResponseBodyLimit 6\nSecResponseBodyLimitAction ProcessPartial\n${RULES}`,
  );
  assert.deepEqual(matchedBy(rules, page('secret')), [3, 31, 4, 42, 5]);
  assert.deepEqual(matchedBy(rules, page('secret and more')), [3, 31, 4, 41, 42, 5]);
  assert.deepEqual(matchedBy(rules, page('more secret')), [3, 31, 41, 42, 5]);
});

test('ctl changes the limit that the host reads', async () => {
  const rules = await loadRules(
    `SecRuleEngine On\nSecResponseBodyAccess On\nSecResponseBodyLimit 6\nSecAction "id:1,phase:3,pass,nolog,ctl:responseBodyLimit=20"\n${RULES}`,
  );
  const { controls, matched } = rules.exchange(request, page('more secret'));
  const { responseBodyLimit } = controls;
  assert.equal(responseBodyLimit, '20');
  assert.deepEqual(matched, [3, 31, 4, 5]);
});

const VERDICTS = [
  [
    'phase:3,deny,status:404',
    'RESPONSE_STATUS "@streq 500"',
    { kind: 'deny', status: 404, ruleId: 9 },
  ],
  ['phase:4,deny', 'RESPONSE_BODY "@contains secret"', { kind: 'deny', status: 403, ruleId: 9 }],
  ['phase:4,drop', 'RESPONSE_BODY "@contains secret"', { kind: 'drop', status: 403, ruleId: 9 }],
  [
    'phase:4,redirect:/sorry',
    'RESPONSE_BODY "@contains secret"',
    { kind: 'redirect', status: 302, location: '/sorry', ruleId: 9 },
  ],
] as const;

test('verdicts of phases 3 and 4; phase 5 runs after them', async () => {
  for (const [actions, test, verdict] of VERDICTS) {
    const rules = await loadRules(
      `SecRuleEngine On\nSecResponseBodyAccess On\nSecRule ${test} "id:9,${actions},log"\n${RULES}`,
    );
    const outcome = rules.exchange(request, page('secret'));
    assert.deepEqual({ ...outcome.interruption }, verdict, actions);
    assert.equal(outcome.matched.at(-1), 5, actions);
    assert.equal(outcome.matched.includes(4), false, actions);
  }
  assert.equal(VERDICTS.length, 4);
});

test('DetectionOnly lets the response pass and remembers the verdict', async () => {
  const rules = await loadRules(
    `SecRuleEngine DetectionOnly\nSecResponseBodyAccess On\nSecRule RESPONSE_BODY "@contains secret" "id:9,phase:4,deny,log"\n${RULES}`,
  );
  const { interruption, detected, matched } = rules.exchange(request, page('secret'));
  assert.equal(interruption, undefined);
  assert.equal(detected?.ruleId, 9);
  assert.deepEqual(matched, [3, 31, 9, 4, 42, 5]);
});

test('phase 4 alone inspects a decoded body without its Content-Encoding', async () => {
  const count = '&RESPONSE_HEADERS:Content-Encoding';
  const { program } = compileText(`SecRuleEngine On
SecResponseBodyAccess On
SecRule ${count} "@eq 1" "id:3,phase:3,pass,log"
SecRule ${count} "@eq 0" "id:4,phase:4,pass,log"
SecRule ${count} "@eq 1" "id:5,phase:5,pass,log"`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const { head } = parseResponse(
    'HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: gzip\n\n',
  );
  const transaction = waf.open(request.head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody('');
  transaction.inspectResponseHeaders(head);
  transaction.inspectResponseBody('<p>', false, { kind: 'decoded' });
  assert.deepEqual(transaction.response, head, 'logs show the head as it is sent');
  transaction.close();
  const matched = transaction.matches.map(({ rule }) => rule.id);
  assert.deepEqual(matched, [3, 4, 5]);
});
