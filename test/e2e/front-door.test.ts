/** Who the client is, what its target means, and what parts of a form hide: the built proxy over raw sockets. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { settle } from '../proxy/helpers/accounting.ts';
import { writtenLines } from '../proxy/helpers/lines-of.ts';
import { exchangeRaw, type RawReply, rawRequest } from '../proxy/helpers/raw-client.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { type ProxyProcess, readRecords, startProxyProcess } from './helpers/proxy-process.ts';

const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];

type FrontDoor = ProxyProcess & {
  /** Access and audit log. */
  readonly logFiles: readonly string[];
  readonly ask: (bytes: string | readonly string[]) => Promise<RawReply>;
  /** Records of the access log once there is one for each request; checks that the backend got no others. */
  readonly accessRecords: () => Promise<readonly Record<string, unknown>[]>;
};

async function startFrontDoor(
  t: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<FrontDoor> {
  const folder = emptyFolder(t);
  const [accessLog, auditLog] = [join(folder, 'access.log'), join(folder, 'audit.log')];
  const proxy = await startProxyProcess(t, {
    environment: { ACCESS_LOG: accessLog, AUDIT_LOG: auditLog, ...environment },
  });
  let asked = 0;
  return {
    ...proxy,
    logFiles: [accessLog, auditLog],
    auditRecords: () => readRecords(auditLog),
    ask: (bytes) => {
      asked += 1;
      return exchangeRaw(proxy.port, bytes);
    },
    accessRecords: async () => {
      const lines = await writtenLines(accessLog, asked);
      assert.equal(lines.length, asked);
      settle({ forwarded: proxy.backend.requests, inspected: undefined, accessLog });
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Statuses of 20 requests in which a client claims another address each time. */
async function claimAddresses(t: TestContext, environment: Readonly<Record<string, string>>) {
  const limits = { PROXY_RATE_LIMIT: '0.01', PROXY_RATE_BURST: '1' };
  const proxy = await startFrontDoor(t, { ...limits, ...environment });
  const statuses: number[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const claimed = `198.51.100.${n}`;
    const headers = [
      ...BROWSER,
      `CDN-Connecting-IP: ${claimed}`,
      `True-Client-IP: ${claimed}`,
      `Forwarded: for=${claimed}`,
      `X-Real-IP: ${claimed}`,
      `X-Forwarded-For: ${claimed}, 203.0.113.9:${50_000 + n}, 127.0.0.9`,
    ];
    statuses.push((await proxy.ask(rawRequest('/', headers))).status);
  }
  const clients = new Set((await proxy.accessRecords()).map((record) => record['client_ip']));
  return { passed: statuses.filter((status) => status === 200).length, clients: [...clients] };
}

test('a client behind a proxy that appends cannot choose its address', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const behind = await claimAddresses(t, { TRUSTED_PROXIES: '127.0.0.0/8' });
  assert.deepEqual(behind, { passed: 1, clients: ['203.0.113.9'] });
  const direct = await claimAddresses(t, { TRUSTED_PROXIES: '10.0.0.0/8' });
  assert.deepEqual(direct, { passed: 1, clients: ['127.0.0.1'] });
  const named = await claimAddresses(t, {
    TRUSTED_PROXIES: '127.0.0.0/8',
    CLIENT_IP_HEADER: 'True-Client-IP',
  });
  assert.equal(named.passed, 20, 'the header that the operator names counts');
  assert.equal(named.clients.length, 20);
  console.log('20 claimed addresses: 1 of 20 passes the limit behind a proxy, 1 of 20 without one');
});

test('part headers are looked at on API hosts too', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startFrontDoor(t);
  const form = (partHeader: string, content: string): string =>
    rawRequest('/', [...BROWSER, 'Content-Type: multipart/form-data; boundary=b7'], {
      method: 'POST',
      host: 'api.test',
      body: `--b7\r\nContent-Disposition: form-data; name="q"\r\n${partHeader}\r\n${content}\r\n--b7--\r\n`,
    });
  const rows = [
    ['Content-Transfer-Encoding: quoted-printable\r\n', '=3Cscript=3Ealert(1)=3C/script=3E'],
    ['Content-Transfer-Encoding: base64\r\n', 'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='],
    ['Content-Type: text/plain; charset=utf-7\r\n', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ] as const;
  let ran = 0;
  for (const [header, content] of rows) {
    assert.equal((await proxy.ask(form(header, content))).status, 403, header);
    ran += 1;
  }
  assert.equal(ran, 3);
  assert.equal(
    (await proxy.ask(form('Content-Type: text/plain; charset=utf-8\r\n', 'x'))).status,
    200,
  );
  assert.equal((await proxy.accessRecords()).length, 4);
  const rules = proxy.auditRecords().map(({ transaction }) => transaction.messages);
  assert.ok(rules.every((messages) => messages.some(({ rule_id }) => /^922/.test(rule_id))));
});

test('absolute targets and offers of h2c are served like any request', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startFrontDoor(t);
  const absolute = await proxy.ask(rawRequest('http://web.test/a?b=1', BROWSER));
  assert.equal(absolute.status, 200, absolute.bytes);
  assert.match(
    proxy.backend.requests[0]?.head ?? '',
    /^GET \/a\?b=1 HTTP\/1\.1\r\nHost: web\.test\r\n/,
  );
  const attack = await proxy.ask(
    rawRequest('http://web.test/?q=<script>alert(1)</script>', BROWSER),
  );
  assert.equal(attack.status, 403);
  const other = await proxy.ask(rawRequest('http://api.test/', BROWSER));
  assert.equal(other.status, 400);
  assert.match(other.body, /Host differs from request target/);
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
  const java = ['User-Agent: Java-http-client/21', ...offer];
  for (const method of ['GET', 'POST']) {
    const options = { method, body: method === 'GET' ? '' : '{"a":1}' };
    const type = method === 'GET' ? [] : ['Content-Type: application/json'];
    const reply = await proxy.ask(rawRequest('/java', [...java, ...type], options));
    assert.equal(reply.status, 200, reply.bytes);
    assert.equal(proxy.backend.requests.at(-1)?.body, options.body);
    assert.doesNotMatch(proxy.backend.requests.at(-1)?.head ?? '', /h2c|http2-settings/i);
  }
  const hidden = rawRequest('/?q=<script>alert(1)</script>', java);
  assert.equal((await proxy.ask(hidden)).status, 403);
  const records = await proxy.accessRecords();
  assert.deepEqual(
    records.map(({ status }) => status),
    [200, 403, 400, 200, 200, 403],
  );
  assert.equal(records[0]?.['uri'], 'http://web.test/a?b=1');
});

test('web hosts take the methods of their profile, and a file in its list allows more', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const [methods, web] = [join(folder, 'methods.conf'), join(folder, 'web.mjs')];
  const allowed = 'GET HEAD POST OPTIONS PUT PATCH DELETE';
  writeFileSync(
    methods,
    `SecAction "id:100100,phase:1,pass,t:none,nolog,setvar:'tx.allowed_methods=${allowed}'"\n`,
  );
  const rules = ['901-INITIALIZATION', '911-METHOD-ENFORCEMENT', '949-BLOCKING-EVALUATION'];
  const files = ['profiles/base.conf', 'profiles/pl1-setup.conf', methods];
  files.push(...rules.map((name) => `rules/REQUEST-${name}.conf`));
  execFileSync(process.execPath, [COMMAND_LINE, 'compile', '--entry', ...files, '--out', web]);
  const ask = async (proxy: FrontDoor, method: string, host = 'web.test'): Promise<number> => {
    const type = 'Content-Type: application/json';
    const request = rawRequest('/', [...BROWSER, type], { method, host, body: '{"a":1}' });
    return (await proxy.ask(request)).status;
  };
  const byDefault = await startFrontDoor(t);
  const more = await startFrontDoor(t, { ENGINE_RULES_PATH_SITES: web });
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    assert.equal(await ask(byDefault, method), 403, method);
    assert.equal(await ask(byDefault, method, 'api.test'), 200, method);
    assert.equal(await ask(more, method), 200, method);
  }
  assert.equal(await ask(more, 'PROPFIND'), 403);
  assert.equal(await ask(more, 'TRACE'), 405);
  assert.equal((await byDefault.accessRecords()).length, 6);
  assert.equal((await more.accessRecords()).length, 5);
});

test('logs mask session ids and their kind, and hold no control bytes', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const errorLog = join(emptyFolder(t), 'error.log');
  const proxy = await startFrontDoor(t, { ERROR_LOG: errorLog });
  const attack = 'q=<script>alert(1)</script>';
  const names = [
    'sessionid',
    'session',
    'sid',
    'jwt',
    'otp',
    'PHPSESSID',
    'access_token',
    'authCode',
  ];
  const secret = 's3cr3t-value';
  for (const name of names) {
    const target = `/a;jsessionid=${secret}?${attack}&${name}=${secret}`;
    const headers = [
      'User-Agent: Mozilla/5.0 \x9b31m\xc2\x9b\x9d',
      `Referer: http://web.test/a?${name}=${secret}`,
      `Cookie: ${name}=${secret}`,
      `X-${name.replace('_', '-')}: ${secret}`,
      'Content-Type: application/json',
    ];
    const body = `{"${name}":"${secret}","a":1}`;
    const reply = await proxy.ask(rawRequest(target, headers, { method: 'POST', body }));
    assert.equal(reply.status, 403, name);
  }
  const records = await proxy.accessRecords();
  for (const record of records) {
    assert.match(String(record['uri']), /^\/a;jsessionid=\[redacted\]\?q=<script>.*=\[redacted\]$/);
    assert.match(String(record['ua']), /^Mozilla\/5\.0 \\x9B31m\u009b\\x9D$/);
  }
  const shown = [JSON.stringify(records), JSON.stringify(proxy.auditRecords())];
  shown.push((await writtenLines(errorLog, names.length)).join(''));
  for (const log of shown) {
    assert.ok(!log.includes(secret));
    assert.ok(log.includes('<script>'), 'the attack is shown');
  }
  for (const path of [errorLog, ...proxy.logFiles]) {
    assert.doesNotMatch(readFileSync(path, 'latin1'), /[^\n -~]/);
  }
  console.log(
    `${names.length} names of session ids and their kind: 0 values in access, audit and error log`,
  );
});
