/** POLICIES on real sockets: host, path, method and mode decide what becomes of a request. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, type RawReply } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 1000
SecDataDir /tmp
SecAuditEngine RelevantOnly
SecAuditLogParts ABHZ
SecRule ARGS|REQUEST_HEADERS:X-Test "@contains evil" "id:10,phase:2,deny,status:403,log,auditlog,tag:'attack-sqli',msg:'Evil'"
SecRule ARGS:comment "@contains <b>" "id:11,phase:2,deny,status:403,log,auditlog,tag:'attack-xss',msg:'Markup'"
`;

const POLICIES = {
  shop: { match: ['shop.test', '*.shop.test'], profile: 'pl1', methods: ['GET', 'POST'] },
  watched: { match: ['shop.test/watched'], profile: 'pl1', mode: 'detect' },
  open: { match: ['shop.test/static'], profile: 'pl1', mode: 'off', bodyLimit: 50 },
  blog: {
    match: ['blog.test'],
    profile: 'pl1',
    mode: 'on',
    bodyLimit: 2000,
    exclusions: 'exclusions/blog.json',
  },
  api: {},
};

const EXCLUSIONS = {
  exclusions: [
    { rules: [11], paths: ['/edit'], reason: 'editors write markup' },
    { tags: ['attack-sqli'], targets: ['ARGS:title', 'ARGS:x_*'] },
  ],
};

/** With a profile of real rules, so that exclusions have something to do. */
async function startWithPolicies(
  t: TestContext,
  policies: object,
  environment: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly proxy: TestProxy; readonly folder: string }> {
  const folder = emptyFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const path = join(folder, 'policies.json');
  writeFileSync(path, JSON.stringify({ policies }));
  const { program } = compileText(RULES);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  const proxy = await startTestProxy(t, {
    web,
    environment: { POLICIES: path, ENGINE_RULES_PATH_APIS: '', ...environment },
  });
  return { proxy, folder };
}

type Sent = {
  readonly method?: string;
  readonly host: string;
  readonly target: string;
  readonly body?: string;
};

function send(port: number, { method = 'GET', host, target, body }: Sent): Promise<RawReply> {
  const length =
    body === undefined
      ? ''
      : `Content-Length: ${body.length}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${length}\r\n`;
  return exchangeRaw(port, head + (body ?? ''));
}

const BIG = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`;

const ROWS: readonly (readonly [Sent, status: number, policy: string | undefined])[] = [
  [{ host: 'shop.test', target: '/' }, 200, 'shop'],
  [{ host: 'SHOP.test:80', target: '/?q=evil' }, 403, 'shop'],
  [{ host: 'www.shop.test', target: '/?q=evil' }, 403, 'shop'],
  [{ host: 'shop.test', target: '/', method: 'DELETE' }, 405, 'shop'],
  [{ host: 'shop.test', target: '/watched', method: 'DELETE' }, 200, 'watched'],
  [{ host: 'shop.test', target: '/watched?q=evil' }, 200, 'watched'],
  [{ host: 'shop.test', target: '/watchedx?q=evil' }, 403, 'shop'],
  [{ host: 'shop.test', target: '/static/x?q=evil' }, 200, 'open'],
  [{ host: 'shop.test', target: 'http://shop.test/static/x?q=evil' }, 200, 'open'],
  [{ host: 'shop.test', target: '/static/x', method: 'POST', body: BIG(50) }, 200, 'open'],
  [{ host: 'shop.test', target: '/static/x', method: 'POST', body: BIG(51) }, 413, 'open'],
  [{ host: 'shop.test', target: '/', method: 'POST', body: BIG(1000) }, 200, 'shop'],
  [{ host: 'shop.test', target: '/', method: 'POST', body: BIG(1001) }, 413, 'shop'],
  [{ host: 'blog.test', target: '/', method: 'POST', body: BIG(2000) }, 200, 'blog'],
  [{ host: 'blog.test', target: '/', method: 'POST', body: BIG(2001) }, 413, 'blog'],
  [{ host: 'blog.test', target: '/?comment=<b>' }, 403, 'blog'],
  [{ host: 'blog.test', target: '/edit?comment=<b>' }, 200, 'blog'],
  [{ host: 'blog.test', target: '/edit/7?comment=<b>' }, 200, 'blog'],
  [{ host: 'blog.test', target: '/edit?q=evil' }, 403, 'blog'],
  [{ host: 'blog.test', target: '/?title=evil&x_1=evil' }, 200, 'blog'],
  [{ host: 'blog.test', target: '/?y_1=evil' }, 403, 'blog'],
  [{ host: 'shop.test', target: '/?title=evil' }, 403, 'shop'],
  // An exclusion for a path counts only where every server reads that path.
  [{ host: 'blog.test', target: '/edit/../x?comment=<b>' }, 403, 'blog'],
  [{ host: 'blog.test', target: '/edit/%2e%2e/x?comment=<b>' }, 403, 'blog'],
  [{ host: 'blog.test', target: '//edit?comment=<b>' }, 403, 'blog'],
  [{ host: 'blog.test', target: '/Edit?comment=<b>' }, 403, 'blog'],
  [{ host: 'blog.test', target: '/edit%2f..?comment=<b>' }, 403, 'blog'],
  // No spelling of a path chooses the weaker policy.
  [{ host: 'shop.test', target: '/static/../admin?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '/static/%2e%2e/admin?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '/static/..%2fadmin?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '/static/..;/admin?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '//static/x?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '/STATIC/x?q=evil' }, 400, undefined],
  [{ host: 'shop.test', target: '/st%61tic/x?q=evil' }, 400, undefined],
  // The lists of hosts are two policies more.
  [{ host: 'web.test', target: '/?q=evil' }, 403, undefined],
  [{ host: 'web.test', target: '/', method: 'DELETE' }, 200, undefined],
  [{ host: 'api.test', target: '/?q=evil' }, 403, undefined],
  [{ host: 'other.test', target: '/' }, 403, undefined],
];

test('host, path, method and mode choose a policy, which logs and metrics name', async (t) => {
  const { api: _, ...policies } = POLICIES;
  const folder = emptyFolder(t);
  const exclusions = join(folder, 'blog.json');
  writeFileSync(exclusions, JSON.stringify(EXCLUSIONS));
  const { proxy } = await startWithPolicies(
    t,
    { ...policies, blog: { ...policies.blog, exclusions } },
    { ADMIN_PORT: '0' },
  );
  let rows = 0;
  for (const [sent, status] of ROWS) {
    const { method = 'GET', host, target } = sent;
    const reply = await send(proxy.port, sent);
    await t.test(rowTitle(`${method} ${host} ${target}: ${status}`), () =>
      assert.equal(reply.status, status, reply.head),
    );
    if (status === 405) assert.match(reply.head, /^allow: GET, POST$/im);
    rows += 1;
  }
  assert.equal(rows, 38);
  const records = await proxy.records('access', ROWS.length);
  assert.deepEqual(
    records.map((record) => record['policy']),
    ROWS.map(([, , policy]) => policy),
  );
  const audited = await proxy.records('audit', 12);
  const names = audited.map(({ transaction }) => Object(transaction).policy);
  assert.deepEqual(new Set(names), new Set(['shop', 'watched', 'blog', undefined]));
  const metrics = await proxy.metrics();
  for (const line of [
    'waf_policy_requests_total{policy="open",outcome="pass"} 3',
    'waf_policy_requests_total{policy="shop",outcome="refused"} 2',
    'waf_policy_requests_total{policy="watched",outcome="detect"} 1',
  ])
    assert.ok(
      metrics.includes(`${line}\n`),
      `${line}\n${metrics.match(/waf_policy.*/g)?.join('\n')}`,
    );
  assert.match(metrics, /host_class="policy",method="GET",code="403"/);
});

test('each policy has its own rate limit, bans and unlimited ones have none', async (t) => {
  const { proxy } = await startWithPolicies(
    t,
    {
      slow: { match: ['slow.test'], profile: 'pl1', rateLimit: 0.01, rateBurst: 2 },
      slower: { match: ['slow.test/x'], profile: 'pl1', rateLimit: 0.01, rateBurst: 1 },
      free: { match: ['free.test'], profile: 'pl1', rateLimit: 0 },
      closed: { match: ['closed.test'], profile: 'pl1', bans: ['bans.txt'] },
    },
    { PROXY_RATE_LIMIT: '0.01', PROXY_RATE_BURST: '3' },
    { 'bans.txt': '# ours\n127.0.0.0/8 test\n' },
  );
  const statuses = async (host: string, target: string, count: number): Promise<number[]> => {
    const replies: number[] = [];
    for (let sent = 0; sent < count; sent += 1)
      replies.push((await send(proxy.port, { host, target })).status);
    return replies;
  };
  assert.deepEqual(await statuses('slow.test', '/', 3), [200, 200, 429]);
  assert.deepEqual(await statuses('slow.test', '/x', 2), [200, 429]);
  assert.deepEqual(await statuses('web.test', '/', 4), [200, 200, 200, 429]);
  assert.deepEqual(await statuses('free.test', '/', 5), [200, 200, 200, 200, 200]);
  assert.deepEqual(await statuses('closed.test', '/', 1), [403]);
});

test('what keeps policies from being used keeps the proxy from starting, each in one line', async (t) => {
  const rows: readonly (readonly [policies: object, expected: RegExp])[] = [
    [{}, /^POLICIES: .*policies\.json:1:13: "policies" has no policy\.$/],
    [
      { a: { match: ['a.test'], profile: 'pl9' } },
      /^POLICIES: there is no profile "pl9": built in are pl1, pl2\.$/,
    ],
    [
      { a: { match: ['a.test'], profile: 'pl1', exclusions: 'none.json' } },
      /^POLICIES: .*policies\.json:1:\d+: .*none\.json cannot be read\. There is no such file\.$/,
    ],
    [
      { a: { match: ['web.test'], profile: 'pl1' } },
      /^POLICIES: host "web\.test" is in PROXY_WEB_HOSTS too\.$/,
    ],
    [
      { a: { match: ['a.test'], profile: 'pl1', mode: 'of', bodyLimit: -1 } },
      /^POLICIES: .*policies\.json:1:\d+: "of" is not a mode\. \(and 1 more\)$/,
    ],
  ];
  let tried = 0;
  for (const [policies, expected] of rows) {
    await assert.rejects(startWithPolicies(t, policies), (error: Error) => {
      assert.match(error.message, expected);
      return true;
    });
    tried += 1;
  }
  assert.equal(rows.length, 5);
  assert.equal(tried, 5);
});

test('a request over the limit of a policy counts as refused, and one without a backend does not', async (t) => {
  const { proxy } = await startWithPolicies(
    t,
    {
      small: { match: ['small.test'], profile: 'pl1', bodyLimit: 5 },
      raw: { match: ['raw.test'], profile: 'pl1', bodyLimit: 5, mode: 'off' },
      lost: { match: ['lost.test'], profile: 'pl1', mode: 'off', backends: ['127.0.0.1:1'] },
    },
    { ADMIN_PORT: '0' },
  );
  const rows = [
    ['small.test', 'a=123', 200],
    ['small.test', 'a=1234', 413],
    ['raw.test', 'a=1234', 413],
    ['lost.test', 'a=123', 502],
  ] as const;
  for (const [host, body, status] of rows) {
    const reply = await send(proxy.port, { method: 'POST', host, target: '/', body });
    assert.equal(reply.status, status, host);
  }
  const counted = (await proxy.metrics()).match(/^waf_policy_requests_total.* [1-9]\d*$/gm);
  assert.deepEqual(counted?.toSorted(), [
    'waf_policy_requests_total{policy="lost",outcome="pass"} 1',
    'waf_policy_requests_total{policy="raw",outcome="refused"} 1',
    'waf_policy_requests_total{policy="small",outcome="pass"} 1',
    'waf_policy_requests_total{policy="small",outcome="refused"} 1',
  ]);
});
