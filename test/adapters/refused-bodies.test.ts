/** Bodies that rules cannot read, or not whole: verdicts and records are those of the proxy. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import type { InspectorOptions } from '#adapters/core/options.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import type { AuditRecord } from '#engine/log/audit-types.ts';
import { until } from '../proxy/helpers/until.ts';
import { type Answer, type Framework, frameworks, type Started } from './helpers/frameworks.ts';
import { RULES, wafOf } from './helpers/rules.ts';

const LIMIT = 1000;
const text = `${RULES.replace('SecRequestBodyLimit 1000000', `SecRequestBodyLimit ${LIMIT}`)}
SecRule REQUEST_HEADERS:X-Test "@streq off2" "id:21,phase:2,pass,nolog,ctl:ruleEngine=Off"
SecRule REQUEST_HEADERS:X-Test "@streq off4" "id:22,phase:4,pass,nolog,ctl:ruleEngine=Off"
SecRule RES_BODY_ERROR "@eq 1" "id:23,phase:4,pass,log,auditlog,msg:'%{RES_BODY_ERROR_MSG}'"
SecRule REQBODY_ERROR "@eq 1" "id:24,phase:2,pass,log,auditlog,msg:'%{REQBODY_ERROR_MSG}'"
`;
const rules: { waf?: CompiledWaf; partial?: CompiledWaf } = {};
before(async () => {
  rules.waf = await wafOf(text);
  rules.partial = await wafOf(text.replaceAll('LimitAction Reject', 'LimitAction ProcessPartial'));
});

type Run = Started & { readonly records: AuditRecord[]; readonly answer: (answer: Answer) => void };

async function start(
  framework: Framework,
  waf: CompiledWaf | undefined,
  mode?: InspectorOptions['mode'],
): Promise<Run> {
  assert.ok(waf !== undefined);
  const records: AuditRecord[] = [];
  let current: Answer = { status: 200, headers: {}, body: 'ok' };
  const options = { waf, mode, onAudit: (record: AuditRecord) => records.push(record) };
  const app = await framework.start(options, () => current);
  after(app.close);
  const answer = (next: Answer): void => {
    current = next;
  };
  return { ...app, records, answer };
}

const coded = (coding: string, body: string | Buffer, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'text/plain', 'Content-Encoding': coding },
  body,
});

const post = (body: string | Buffer, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body: Uint8Array.from(Buffer.from(body)),
});

/** Whether the only record says that the request was interrupted, and its rules with their messages. */
async function recorded({ records }: Run): Promise<unknown> {
  await until(() => records.length > 0);
  const found = records
    .splice(0)
    .map(({ transaction }) => [
      transaction.is_interrupted,
      ...transaction.messages.map((message) => `${message.rule_id} ${message.message}`),
    ]);
  return found.length === 1 ? found[0] : found;
}

for (const framework of frameworks) {
  const { name } = framework;

  test(`${name}: empty responses pass, whatever their coding`, async () => {
    const app = await start(framework, rules.waf);
    const sent = [coded('gzip', ''), coded('zstd', ''), coded('gzip', '', 304)];
    for (const answer of sent) {
      app.answer(answer);
      assert.equal((await app.send('/')).status, answer.status);
    }
    assert.equal(sent.length, 3);
  });

  test(`${name}: rules read the body of no response to HEAD`, async () => {
    const app = await start(framework, rules.waf);
    app.answer({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'a secret' });
    assert.equal((await app.send('/', { method: 'HEAD' })).status, 200);
    assert.equal((await app.send('/')).status, 500);
  });

  test(`${name}: in detection mode rules read responses that cannot be decoded as they are`, async () => {
    const app = await start(framework, rules.waf, 'detect');
    app.answer(coded('gzip', 'a secret'));
    assert.equal((await app.send('/').catch(() => ({ status: 200 }))).status, 200);
    const problem = ' parsing error: body is not in its Content-Encoding';
    assert.deepEqual(await recorded(app), [false, '11 ', `23 ${problem}`]);
  });

  test(`${name}: a coding that is unknown is recorded as that`, async () => {
    const app = await start(framework, rules.waf);
    app.answer(coded('snappy', 'x'));
    assert.equal((await app.send('/')).status, 502);
    const problem = ' parsing error: unknown Content-Encoding';
    assert.deepEqual(await recorded(app), [true, `23 ${problem}`]);
  });

  test(`${name}: what cannot be decoded is refused when rules of that phase switch the engine off`, async () => {
    const app = await start(framework, rules.waf);
    const off = { 'X-Test': 'off2', 'Content-Encoding': 'gzip' };
    assert.equal((await app.send('/', post('q=1', off))).status, 400);
    app.answer(coded('gzip', 'x'));
    assert.equal((await app.send('/', { headers: { 'X-Test': 'off4' } })).status, 502);
  });

  test(`${name}: a body over the limit is recorded as that`, async () => {
    const app = await start(framework, rules.waf);
    const long = 'a=1&'.repeat(LIMIT);
    assert.equal((await app.send('/', post(long))).status, 413);
    assert.deepEqual(await recorded(app), [true, '0 The request body is too large']);
    const gzip = { 'Content-Encoding': 'gzip' };
    assert.equal((await app.send('/', post(zlib.gzipSync(long), gzip))).status, 413);
    const problem = '24 URLENCODED parsing error: too large after decoding';
    assert.deepEqual(await recorded(app), [true, problem]);
  });

  test(`${name}: ProcessPartial inspects the beginning of a body over the limit`, async () => {
    const app = await start(framework, rules.partial);
    const gzip = { 'Content-Encoding': 'gzip' };
    const long = 'a=1&'.repeat(LIMIT);
    const sent: readonly (readonly [RequestInit, number])[] = [
      [post(`q=attack&${long}`), 403],
      [post(`${long}q=attack`), 200],
      [post(zlib.gzipSync(`q=attack&${long}`), gzip), 403],
      [post(zlib.gzipSync(`${long}q=attack`), gzip), 200],
    ];
    for (const [request, status] of sent)
      assert.equal((await app.send('/', request)).status, status);
    assert.equal(sent.length, 4);
  });

  test(`${name}: the option bodyLimit refuses also with ProcessPartial`, async () => {
    const { partial: waf } = rules;
    assert.ok(waf !== undefined);
    const app = await framework.start({ waf, bodyLimit: 100, onAudit: () => {} }, () => ({
      status: 200,
      headers: {},
      body: 'ok',
    }));
    after(app.close);
    const statusOf = async (bytes: number): Promise<number> =>
      (await app.send('/', post('a'.repeat(bytes)))).status;
    assert.deepEqual([await statusOf(100), await statusOf(101)], [200, 413]);
  });
}

test('all frameworks were tested', () => assert.equal(frameworks.length, 6));
