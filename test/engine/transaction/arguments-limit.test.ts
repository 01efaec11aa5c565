/** SecArgumentsLimit counts the arguments of query and body together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HttpRequest, parseRequest } from '../../helpers/http-block.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadRules } from '../../helpers/run-rules.ts';

const LIMIT = 6;

const RULES = `
SecRequestBodyAccess On
SecArgumentsLimit ${LIMIT}
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule ARGUMENTS_LIMIT_REACHED "@eq 1" "id:3,phase:5,pass,log"
SecRule REQBODY_ERROR "@eq 1" "id:4,phase:5,pass,log"
`;

const rules = await loadRules(`SecRuleEngine On\n${RULES}`);
const detecting = await loadRules(`SecRuleEngine DetectionOnly\n${RULES}`);

type Body = { readonly type: string; readonly of: (count: number) => string };

const list = (count: number, each: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => each(at));

/** Bodies of as many arguments as asked. */
const bodies: readonly Body[] = [
  {
    type: 'application/x-www-form-urlencoded',
    of: (count) => list(count, (at) => `b${at}=1`).join('&'),
  },
  { type: 'application/json', of: (count) => `{${list(count, (at) => `"b${at}":1`).join()}}` },
  {
    type: 'multipart/form-data; boundary=b',
    of: (count) =>
      `${list(count, (at) => `--b\nContent-Disposition: form-data; name="b${at}"\n\n1\n`).join('')}--b--\n`,
  },
  {
    type: 'multipart/form-data; boundary=b',
    of: (count) =>
      `${list(count, (at) => `--b\nContent-Disposition: form-data; name="b${at}"; filename="f"\n\n1\n`).join('')}--b--\n`,
  },
  { type: 'image/png', of: (count) => `{${list(count, (at) => `"b${at}":1`).join()}}` },
  { type: 'application/octet-stream', of: (count) => list(count, (at) => `b${at}=1`).join('&') },
];

function post({ type, of }: Body, inQuery: number, inBody: number): HttpRequest {
  const query = list(inQuery, (at) => `q${at}=1`).join('&');
  return parseRequest(`POST /?${query} HTTP/1.1\nContent-Type: ${type}\n\n${of(inBody)}`);
}

const REJECTED = { kind: 'deny', ruleId: 0, status: 400 };

test('as many as the limit pass, one more is 400, wherever they stand', async (t) => {
  let count = 0;
  for (const body of bodies) {
    await t.test(rowTitle(body), () => {
      for (let inQuery = 0; inQuery <= LIMIT; inQuery += 1) {
        const at = `${inQuery} before ${body.of(1)}`;
        const inBody = LIMIT - inQuery;
        const kept = rules.exchange(post(body, inQuery, inBody));
        assert.deepEqual([kept.interruption, kept.matched], [undefined, []], at);
        const over = rules.exchange(post(body, inQuery, inBody + 1));
        assert.deepEqual(over.interruption, REJECTED, at);
        count += 2;
      }
    });
  }
  assert.equal(count, 84);
});

test('DetectionOnly reports the limit and continues', async (t) => {
  for (const body of bodies) {
    await t.test(rowTitle(body), () => {
      const { detected, matched } = detecting.exchange(post(body, LIMIT, 1));
      assert.deepEqual([detected, matched], [REJECTED, [3, 4]]);
    });
  }
  assert.equal(bodies.length, 6);
});

test('texts and attributes of XML are no arguments', () => {
  const xml = { type: 'text/xml', of: () => `<a b="1">${'<c>x</c>'.repeat(20)}</a>` };
  assert.equal(rules.exchange(post(xml, LIMIT, 0)).interruption, undefined);
});

test('the limit holds for a query alone, and the empty body after it', () => {
  const get = (count: number): HttpRequest =>
    parseRequest(`GET /?${list(count, (at) => `q${at}`).join('&')} HTTP/1.1`);
  assert.equal(rules.exchange(get(LIMIT)).interruption, undefined);
  assert.deepEqual(rules.exchange(get(LIMIT + 1)).interruption, REJECTED);
});

test('a request that a rule has allowed passes with more', async () => {
  const allowing = await loadRules(
    `SecRuleEngine On\n${RULES}SecAction "id:5,phase:1,allow:request,nolog"\n`,
  );
  let ran = 0;
  for (const body of bodies) {
    assert.equal(allowing.exchange(post(body, 0, LIMIT + 1)).interruption, undefined, body.type);
    ran += 1;
  }
  assert.equal(ran, 6);
});
