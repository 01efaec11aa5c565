/** Content codings of requests and responses, against the built proxy: read, or refused, and passed on as they came. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addFigures } from '#scripts/service-figures.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { type CodingCase, type CodingFate, codingCases, upload } from './helpers/codings.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const PATIENT = { quietMs: 20_000 };
const HARMLESS = Buffer.from('{"text":"a comment, and another, and another, and another"}');
const ATTACK = Buffer.from('{"text":"1\' OR \'1\'=\'1 <script>alert(1)</script> /etc/passwd"}');

const REFUSED: Readonly<Record<Exclude<CodingFate, 'pass'>, number>> = {
  unknown: 415,
  broken: 400,
  'too-large': 413,
};

function idOf(text: string): string {
  return /Request id: (\S+)\n/.exec(text)?.[1] ?? 'none';
}

test('requests: harmless ones arrive as sent, attacks do not, what cannot be read is refused', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const accessLog = join(emptyFolder(t), 'access.log');
  const { port, backend, auditRecords } = await startProxyProcess(t, {
    environment: { ACCESS_LOG: accessLog },
  });
  const refused = new Map<string, number>();
  let cases = 0;
  for (const each of codingCases) {
    for (const host of ['web.test', 'api.test']) {
      const name = `${each.name} to ${host}`;
      const before = backend.requests.length;
      const coded = each.encode(HARMLESS);
      const harmless = await exchangeRaw(port, upload(each, host, coded), PATIENT);
      const attack = await exchangeRaw(port, upload(each, host, each.encode(ATTACK)), PATIENT);
      const sent = backend.requests.slice(before);
      cases += 2;
      if (each.fate === 'pass') {
        assert.equal(harmless.status, 200, `${name}: ${harmless.body}`);
        assert.equal(attack.status, 403, name);
        assert.equal(sent.length, 1, name);
        assert.equal(sent[0]?.body, coded.toString('latin1'), name);
        const codings = /^content-encoding: ?(.*)$/gim;
        const labels = [...(sent[0]?.head ?? '').matchAll(codings)].map(([, value]) =>
          value?.trim(),
        );
        assert.deepEqual(
          labels,
          each.values.map((value) => value.trim()),
          name,
        );
      } else {
        for (const reply of [harmless, attack]) {
          assert.equal(reply.status, REFUSED[each.fate], name);
          refused.set(idOf(reply.body), reply.status);
        }
        assert.equal(sent.length, 0, name);
        const accepted = /\r\nAccept-Encoding: (.*)/.exec(harmless.head)?.[1];
        if (each.fate === 'unknown') assert.match(accepted ?? '', /^gzip, deflate, br(?:, zstd)?$/);
        else assert.equal(accepted, undefined);
      }
    }
  }
  const audited = new Map(
    auditRecords().map(({ transaction }) => [transaction.id, transaction.response.status]),
  );
  for (const [id, status] of refused) assert.equal(audited.get(id), status, id);
  await until(() => readFileSync(accessLog, 'utf8').split('\n').length > cases);
  const accessed = readFileSync(accessLog, 'utf8');
  for (const id of refused.keys()) assert.ok(accessed.includes(id), id);
  assert.equal(codingCases.length, 47);
  assert.equal(refused.size, 2 * 2 * codingCases.filter(({ fate }) => fate !== 'pass').length);
  addFigures({ cases });
  console.log(
    `${cases} coded requests: ${refused.size} refused and logged, 0 unread at the backend`,
  );
});

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess On
SecResponseBodyMimeType application/json
SecResponseBodyLimit 1048576
SecResponseBodyLimitAction Reject
SecAuditEngine RelevantOnly
SecRule RESPONSE_HEADERS:Content-Encoding "@rx (?i)gzip|deflate|br|zstd" "id:1,phase:4,pass,nolog,skipAfter:END"
SecRule RESPONSE_BODY "@contains /etc/passwd" "id:2,phase:4,deny,status:403,log,auditlog"
SecMarker END
`;

/** `engine`: SecRuleEngine. */
function compileRules(t: TestContext, engine: string): string {
  const folder = emptyFolder(t);
  writeFileSync(
    join(folder, 'rules.conf'),
    RULES.replace('SecRuleEngine On', `SecRuleEngine ${engine}`),
  );
  const module = join(folder, 'waf.mjs');
  const words = [COMMAND_LINE, 'compile', '--entry', 'rules.conf', '--out', module];
  execFileSync(process.execPath, words, { cwd: folder, stdio: 'ignore' });
  return module;
}

test('answers: harmless ones arrive as sent, leaks do not, what cannot be read is 502', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const { port, backend, auditRecords } = await startProxyProcess(t, {
    environment: { ENGINE_RULES_PATH_SITES: compileRules(t, 'On') },
  });
  const answer = async ({ values }: CodingCase, body: Buffer): ReturnType<typeof exchangeRaw> => {
    const codings = values.map((value) => `Content-Encoding: ${value}\r\n`).join('');
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${codings}Content-Length: ${body.length}\r\n\r\n`;
    backend.respond = (_request, socket) => socket.write(Buffer.concat([Buffer.from(head), body]));
    return exchangeRaw(port, rawRequest('/'), PATIENT);
  };
  let ran = 0;
  for (const each of codingCases) {
    const coded = each.encode(HARMLESS);
    const harmless = await answer(each, coded);
    const leak = await answer(each, each.encode(ATTACK));
    ran += 2;
    if (each.fate === 'pass') {
      assert.equal(harmless.status, 200, each.name);
      assert.equal(harmless.body, coded.toString('latin1'), each.name);
      assert.equal(leak.status, 403, each.name);
    } else {
      const status = each.fate === 'too-large' ? 500 : 502;
      for (const reply of [harmless, leak]) {
        assert.equal(reply.status, status, `${each.name}: ${reply.body}`);
        const audited = auditRecords().find(
          ({ transaction }) => transaction.id === idOf(reply.body),
        );
        if (status === 502) assert.equal(audited?.transaction.id, idOf(reply.body), each.name);
      }
    }
  }
  assert.equal(ran, 94);
  addFigures({ cases: ran });
  console.log(`${ran} coded responses, 0 unread at the client`);
});

test('what no rule reads is not decoded: without a body, engine off', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const on = await startProxyProcess(t);
  const empty = await exchangeRaw(
    on.port,
    rawRequest('/', ['User-Agent: Mozilla/5.0', 'Accept: */*', 'Content-Encoding: x-own']),
  );
  assert.equal(empty.status, 200);
  const off = await startProxyProcess(t, { environment: { ENGINE_MODE: 'off' } });
  for (const each of codingCases) {
    const reply = await exchangeRaw(
      off.port,
      upload(each, 'web.test', each.encode(ATTACK)),
      PATIENT,
    );
    assert.equal(reply.status, 200, each.name);
  }
  addFigures({ cases: codingCases.length + 1 });
});

test('ENGINE_MODE=detect: everything passes as sent, and what would be refused is in the audit log', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, backend, auditRecords } = await startProxyProcess(t, {
    environment: { ENGINE_MODE: 'detect' },
  });
  // Rules read some 12 MB of the long text, which is no JSON, for seconds: refused, or read up to its limit, elsewhere.
  const cases = codingCases.filter(({ name }) => name !== 'long text');
  for (const each of cases) {
    const coded = each.encode(ATTACK);
    const before = auditRecords().length;
    const reply = await exchangeRaw(port, upload(each, 'web.test', coded), PATIENT);
    assert.equal(reply.status, 200, each.name);
    assert.equal(backend.requests.at(-1)?.body, coded.toString('latin1'), each.name);
    await until(() => auditRecords().length > before);
  }
  assert.equal(cases.length, 46);
  addFigures({ cases: cases.length });
});
