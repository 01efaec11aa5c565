/** Decisions for fronts, by their documented exchanges over raw sockets: what a front may send, and what it gets. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, type RawReply } from './helpers/raw-client.ts';
import { startProcess } from './helpers/start-process.ts';
import { startTestProxy, type TestProxy, type TestProxyOptions } from './helpers/start-proxy.ts';
import { DENY, EVIL, stubWaf } from './helpers/stub-waf.ts';

const KEY = 'k3y';

function startDecisions(t: TestContext, options: TestProxyOptions = {}): Promise<TestProxy> {
  const own = { DECISION_PORT: '0', DECISION_KEY: `other, ${KEY}`, ADMIN_PORT: '0' };
  return startTestProxy(t, { ...options, environment: { ...own, ...options.environment } });
}

type Original = {
  readonly method?: string;
  readonly target?: string;
  readonly host?: string;
  readonly client?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
};

/** The queries of each front about one request. */
const QUERIES = {
  nginx: ({ method = 'GET', target = '/', host = 'web.test', client = '1.2.3.4', ...rest }) => [
    ...['GET /nginx HTTP/1.0', 'Host: 127.0.0.1:9090', 'Connection: close'],
    ...[`X-Original-Method: ${method}`, `X-Original-URI: ${target}`, `X-Original-Host: ${host}`],
    ...[`X-Forwarded-For: ${client}`, ...(rest.headers ?? []), '', ''],
  ],
  'forward-auth': ({
    method = 'GET',
    target = '/',
    host = 'web.test',
    client = '1.2.3.4',
    ...rest
  }) => [
    ...['GET /forward-auth HTTP/1.1', 'Host: 127.0.0.1:9090', 'X-Forwarded-Proto: https'],
    ...[`X-Forwarded-Method: ${method}`, `X-Forwarded-Uri: ${target}`, `X-Forwarded-Host: ${host}`],
    ...[`X-Forwarded-For: ${client}`, ...(rest.headers ?? []), ...framed(rest.body)],
  ],
  envoy: ({ method = 'GET', target = '/', host = 'web.test', client = '1.2.3.4', ...rest }) => [
    ...[`${method} /envoy${target} HTTP/1.1`, `Host: ${host}`, `x-forwarded-for: ${client}`],
    ...[...(rest.headers ?? []), ...framed(rest.body ?? '')],
  ],
  crowdsec: ({ method = 'GET', target = '/', host = 'web.test', client = '1.2.3.4', ...rest }) => [
    ...[`${rest.body === undefined ? 'GET' : 'POST'} / HTTP/1.1`, 'Host: 127.0.0.1:7422'],
    ...[`X-Crowdsec-Appsec-Api-Key: ${KEY}`, `X-Crowdsec-Appsec-Ip: ${client}`],
    ...[`X-Crowdsec-Appsec-Verb: ${method}`, `X-Crowdsec-Appsec-Uri: ${target}`],
    ...[`X-Crowdsec-Appsec-Host: ${host}`, 'X-Crowdsec-Appsec-Http-Version: 11'],
    ...[...(rest.headers ?? []), ...framed(rest.body)],
  ],
} satisfies Readonly<Record<string, (original: Original) => readonly string[]>>;

type Front = keyof typeof QUERIES;
const FRONTS = Object.keys(QUERIES) as readonly Front[];

function framed(body: string | undefined): string[] {
  return body === undefined ? ['', ''] : [`Content-Length: ${body.length}`, '', body];
}

function query({ decisionPort = 0 }: TestProxy, lines: readonly string[]): Promise<RawReply> {
  return exchangeRaw(decisionPort, lines.join('\r\n'));
}

test('every front gets permission for harmless requests and a denial for the others', async (t) => {
  const rows: readonly (readonly [Original, number, Partial<Record<Front, number>>])[] = [
    [{}, 200, {}],
    [{ target: '/a?b=1', headers: ['User-Agent: curl'] }, 200, {}],
    [{ method: 'DELETE', host: 'API.test:8443' }, 200, {}],
    [{ target: '/?q=evil' }, 403, {}],
    [{ headers: ['Cookie: a=evil'] }, 403, {}],
    [{ host: 'other.test' }, 403, {}],
    [{ host: 'a b' }, 400, { nginx: 403, crowdsec: 403 }],
    [{ method: 'TRACE' }, 405, { nginx: 403, crowdsec: 403 }],
    [{ target: '/#evil' }, 400, { nginx: 403, crowdsec: 403 }],
    [{ headers: ['Transfer_Encoding: chunked'] }, 400, { nginx: 403, crowdsec: 403 }],
    [
      { headers: Array.from({ length: 110 }, (_, index) => `H${index}: 1`) },
      431,
      { nginx: 403, crowdsec: 403 },
    ],
  ];
  const proxy = await startDecisions(t);
  let runs = 0;
  for (const front of FRONTS) {
    for (const [original, status, others] of rows) {
      runs += 1;
      await t.test(rowTitle([front, original]), async () => {
        const reply = await query(proxy, QUERIES[front](original));
        assert.equal(reply.status, others[front] ?? status);
      });
    }
  }
  assert.equal(runs, 44);
  assert.deepEqual(proxy.backend.requests, []);
  assert.match(await proxy.metrics(), /^waf_decisions_total\{front="envoy",verdict="deny"\} 8$/m);
});

test('rules see the request of the client and nothing of the query', async (t) => {
  const heads: RequestHead[] = [];
  const web = stubWaf({
    phase1: (head) => {
      heads.push(head);
      return undefined;
    },
  });
  const proxy = await startDecisions(t, { web });
  const headers = ['User-Agent: a', 'A: 1', 'a: 2', 'X-Real-IP: 6.6.6.6'];
  for (const front of FRONTS) {
    const target = front === 'envoy' ? '//x/..%2f?a=1' : '//x/..%2f?a=\x80';
    const original = { method: 'POST', target, client: '6.6.6.6, 1.2.3.4' };
    const client = front === 'crowdsec' ? { client: '1.2.3.4' } : {};
    const sent = QUERIES[front]({ ...original, ...client, host: 'Web.test:81', headers });
    await t.test(front, async () => {
      assert.equal((await query(proxy, sent)).status, 200);
      const head = heads.at(-1);
      assert.equal(head?.method, 'POST');
      assert.equal(head?.target, target);
      assert.equal(head?.protocol, 'HTTP/1.1');
      assert.equal(head?.remoteAddress, '1.2.3.4');
      assert.equal(head?.serverName, 'web.test');
      const seen = head?.headers.map((header) => header.join(': ').toLowerCase());
      const forwarded = front === 'crowdsec' ? [] : ['x-forwarded-for: 6.6.6.6'];
      const expected = [
        ...['host: web.test:81', ...forwarded, ...headers.map((text) => text.toLowerCase())],
        ...['content-length: 0', ...(front === 'forward-auth' ? ['x-forwarded-proto: https'] : [])],
      ];
      assert.deepEqual(seen?.toSorted(), expected.toSorted());
    });
  }
  assert.equal(heads.length, 4);
});

test('a query that lacks something, or has it twice, is never permission', async (t) => {
  const proxy = await startDecisions(t);
  let runs = 0;
  for (const front of FRONTS) {
    const whole = QUERIES[front]({ headers: ['User-Agent: a'] });
    const describing = whole.filter((line) =>
      /^(?:X-Original|X-Forwarded-[^P]|X-Crowdsec-Appsec-[^AH]|Host: web|X-Crowdsec-Appsec-Host)/i.test(
        line,
      ),
    );
    for (const line of describing) {
      const without = whole.filter((other) => other !== line);
      const name = line.slice(0, line.indexOf(':'));
      const twice = whole.flatMap((other) => (other === line ? [line, line] : [other]));
      const empty = whole.map((other) => (other === line ? `${name}: ` : other));
      const isList = /^X-Forwarded-For/i.test(name);
      for (const lines of [without, empty, ...(isList ? [] : [twice])]) {
        runs += 1;
        await t.test(rowTitle([front, name, lines.length - whole.length]), async () => {
          const { status } = await query(proxy, lines);
          assert.equal(status, front === 'nginx' || front === 'crowdsec' ? 403 : 400);
        });
      }
    }
  }
  assert.equal(runs, 39);
});

test('addresses that are none, methods and targets that no client could send are refused', async (t) => {
  const proxy = await startDecisions(t);
  const rows: readonly Original[] = [
    ...['unknown', '1.2.3.4, x', '1.2.3', '1.2.3.4,'].map((client) => ({ client })),
    ...['GE T', 'get/', 'A'.repeat(40)].map((method) => ({ method })),
    ...['/a b', '/\t'.concat('a'), 'a', '*', 'ftp://web.test/'].map((target) => ({
      target,
    })),
    { target: 'http://other.test/' },
  ];
  for (const original of rows) {
    await t.test(rowTitle(original), async () => {
      assert.equal((await query(proxy, QUERIES['forward-auth'](original))).status, 400);
    });
  }
  assert.equal(rows.length, 13);
});

test('the path of a query chooses the front, and other paths are not found', async (t) => {
  const proxy = await startDecisions(t);
  const [, ...rest] = QUERIES.nginx({});
  const paths = ['/nginx/', '/NGINX', '/x', '/envoy', '//nginx', '/nginx/x'];
  for (const path of paths) {
    const { status } = await query(proxy, [`GET ${path} HTTP/1.1`, ...rest]);
    assert.equal(status, 404, path);
  }
  const records = await proxy.records('access', paths.length);
  assert.deepEqual([...new Set(records.map((record) => record['decision_for']))], ['unknown']);
});

test('bouncers of CrowdSec get its JSON, and 401 without the key', async (t) => {
  const proxy = await startDecisions(t);
  const replies = [{}, { target: '/?evil' }, { body: 'a=evil', method: 'POST' }, { host: 'x' }];
  const expected = ['allow 200', 'ban 403', 'ban 403', 'ban 403'];
  for (const [index, original] of replies.entries()) {
    const { head, body } = await query(proxy, QUERIES.crowdsec(original));
    assert.match(head, /\r\nContent-Type: application\/json\r\n/);
    const { action, http_status } = JSON.parse(body);
    assert.equal(`${action} ${http_status}`, expected[index]);
  }
  const asked = QUERIES.crowdsec({});
  const keys = ['X-Crowdsec-Appsec-Api-Key: ', `X-Crowdsec-Appsec-Api-Key: ${KEY}x`, 'A: b'];
  for (const key of keys) {
    const lines = asked.map((line) => (line.includes('Api-Key') ? key : line));
    assert.equal((await query(proxy, lines)).status, 401, key);
  }
  const twice = [...asked.slice(0, 2), `X-Crowdsec-Appsec-Api-Key: ${KEY}`, ...asked.slice(2)];
  assert.equal((await query(proxy, twice)).status, 401);
});

test('without DECISION_KEY no bouncer gets permission', async (t) => {
  const proxy = await startDecisions(t, { environment: { DECISION_KEY: '' } });
  const lines = QUERIES.crowdsec({});
  assert.equal((await query(proxy, lines)).status, 401);
  const empty = lines.map((line) => line.replace(KEY, ''));
  assert.equal((await query(proxy, empty)).status, 401);
});

test('a bouncer may send the user agent beside one of its own, but cannot hide what the client repeats', async (t) => {
  const seen: string[] = [];
  const web = stubWaf({
    phase1: ({ headers }) => {
      seen.push(
        headers.flatMap(([name, value]) => (name === 'User-Agent' ? [value] : [])).join('|'),
      );
      return undefined;
    },
  });
  const proxy = await startDecisions(t, { web });
  const rows = [
    [['User-Agent: Go-http-client/1.1', 'X-Crowdsec-Appsec-User-Agent: a'], 'a'],
    [['User-Agent: a', 'X-Crowdsec-Appsec-User-Agent: a'], 'a'],
    [['User-Agent: a', 'User-Agent: b', 'X-Crowdsec-Appsec-User-Agent: a'], 'a|b'],
    [['User-Agent: a', 'User-Agent: b', 'X-Crowdsec-Appsec-User-Agent: a, b'], 'a|b|a, b'],
    [['X-Crowdsec-Appsec-User-Agent: a'], 'a'],
    [['User-Agent: a'], 'a'],
  ] as const;
  for (const [headers] of rows) await query(proxy, QUERIES.crowdsec({ headers }));
  assert.deepEqual(
    seen,
    rows.map(([, agents]) => agents),
  );
});

test('bodies are inspected when the front sends them, within the limit', async (t) => {
  const web = stubWaf({ ...EVIL, settings: { requestBodyLimit: 100 } });
  const proxy = await startDecisions(t, { web });
  const rows: readonly (readonly [Original, readonly [number, number, number]])[] = [
    [{ body: 'harmless' }, [200, 200, 200]],
    [{ body: 'a=evil' }, [403, 403, 403]],
    [{ body: 'x'.repeat(101) }, [413, 413, 403]],
    [{ body: 'x', headers: ['x-envoy-auth-partial-body: false'] }, [200, 200, 200]],
    [{ body: 'x', headers: ['x-envoy-auth-partial-body: true'] }, [413, 200, 200]],
  ];
  for (const [original, expected] of rows) {
    const statuses: number[] = [];
    for (const front of ['envoy', 'forward-auth', 'crowdsec'] as const)
      statuses.push((await query(proxy, QUERIES[front]({ ...original, method: 'POST' }))).status);
    assert.deepEqual(statuses, expected, rowTitle(original));
  }
  const { body } = await query(proxy, QUERIES.crowdsec({ method: 'POST', body: 'x'.repeat(101) }));
  assert.deepEqual(JSON.parse(body), { action: 'ban', http_status: 413 });
});

test('part of a body is read as such where the rules allow that', async (t) => {
  const web = stubWaf({ ...EVIL, settings: { requestBodyLimitAction: 'ProcessPartial' } });
  const proxy = await startDecisions(t, { web });
  const headers = ['x-envoy-auth-partial-body: true'];
  const statusOf = async (body: string): Promise<number> =>
    (await query(proxy, QUERIES.envoy({ method: 'POST', body, headers }))).status;
  assert.equal(await statusOf('evil'), 403);
  assert.equal(await statusOf('x'), 200);
});

test('no verdict of a rule is permission, nor a response that a front may take for a fault of ours', async (t) => {
  const web = stubWaf({
    phase1: ({ target }) => {
      const status = Number(target.slice(1));
      if (target === '/drop') return { kind: 'drop', ruleId: 1, status: 403 };
      if (target === '/throw') throw new Error('out of order');
      if (target === '/redirect')
        return { kind: 'redirect', ruleId: 1, status: 302, location: 'https://x/' };
      return status > 0 ? { ...DENY, status } : undefined;
    },
  });
  const proxy = await startDecisions(t, { web });
  const rows = [
    ['/200', [403, 403, 403, 403]],
    ['/204', [403, 403, 403, 403]],
    ['/401', [401, 401, 401, 403]],
    ['/503', [403, 503, 403, 403]],
    ['/drop', [403, 403, 403, 403]],
    ['/throw', [403, 503, 403, 403]],
    ['/redirect', [403, 302, 302, 403]],
    ['/', [200, 200, 200, 200]],
  ] as const;
  for (const [target, expected] of rows) {
    const statuses: number[] = [];
    for (const front of FRONTS)
      statuses.push((await query(proxy, QUERIES[front]({ target }))).status);
    assert.deepEqual(statuses, expected, target);
  }
});

test('what Node’s parser refuses is denied in words that every front takes for a denial', async (t) => {
  const proxy = await startDecisions(t);
  const long = QUERIES.crowdsec({ headers: [`Cookie: ${'x'.repeat(40_000)}`] });
  const rows = [
    [long, 431],
    [['GET / HTTP/1.1', 'A b: c', '', ''], 400],
    [['\x16\x03\x01', '', ''], 400],
    [
      [
        ...QUERIES.envoy({}).slice(0, -3),
        'Content-Length: 1',
        'Transfer-Encoding: chunked',
        '',
        '',
      ],
      400,
    ],
  ] as const;
  const sizes: number[] = [];
  for (const [lines, http_status] of rows) {
    const { status, body, bytes } = await query(proxy, lines);
    assert.equal(status, 403);
    assert.deepEqual(JSON.parse(body), { action: 'ban', http_status });
    sizes.push(bytes.length);
  }
  const connect = await query(proxy, [
    'CONNECT web.test:443 HTTP/1.1',
    'Host: web.test:443',
    '',
    '',
  ]);
  assert.equal(connect.status, 0);
  const records = await proxy.records('access', rows.length);
  assert.deepEqual(
    records.map(({ reason, decision_for }) => `${reason} ${decision_for}`),
    ['protocol unknown', 'protocol unknown', 'protocol unknown', 'protocol unknown'],
  );
  assert.deepEqual(
    records.map(({ bytes_out }) => bytes_out),
    sizes,
  );
});

test('limits and logs are those of the client, and name the front', async (t) => {
  const environment = {
    PROXY_RATE_LIMIT: '0.001',
    PROXY_RATE_BURST: '2',
    PROXY_BLOCK_BOTS: 'true',
    TRUSTED_PROXIES: '10.0.0.0/8',
  };
  const proxy = await startDecisions(t, { environment });
  const from = async (client: string, more: Original = {}): Promise<RawReply> =>
    query(proxy, QUERIES.nginx({ client, ...more }));
  const evil = await from('9.9.9.9, 10.0.0.1', { target: '/?evil' });
  assert.match(evil.head, /\r\nX-WAF-Status: 403\r\n/);
  assert.equal((await from('9.9.9.9')).status, 200);
  const limited = await from('1.1.1.1, 9.9.9.9');
  assert.equal(limited.status, 403);
  assert.match(limited.head, /\r\nX-WAF-Status: 429(?:\r\n|$)/);
  assert.match(limited.head, /\r\nRetry-After: /);
  assert.equal((await from('8.8.8.8', { headers: ['User-Agent: Googlebot'] })).status, 403);
  const records = await proxy.records('access', 4);
  const shown = records.map((record) =>
    ['client_ip', 'peer_ip', 'status', 'reason', 'decision_for', 'uri']
      .map((name) => record[name])
      .join(' '),
  );
  assert.deepEqual(shown, [
    '9.9.9.9 10.0.0.1 403 rule nginx /?evil',
    '9.9.9.9 9.9.9.9 200  nginx /',
    '9.9.9.9 9.9.9.9 429 rate nginx /',
    '8.8.8.8 8.8.8.8 403 bot nginx /',
  ]);
  const [audit] = await proxy.records('audit', 1);
  assert.match(JSON.stringify(audit), /"connector":"portcullis stub, decision for nginx"/);
});

test('in detect mode everything passes that only rules object to, and is logged', async (t) => {
  const proxy = await startDecisions(t, { environment: { ENGINE_MODE: 'detect' } });
  for (const front of FRONTS)
    assert.equal((await query(proxy, QUERIES[front]({ target: '/?evil' }))).status, 200, front);
  assert.equal((await proxy.records('audit', 4)).length, 4);
});

test('a front may keep its connection and send one query after the other', async (t) => {
  const proxy = await startDecisions(t);
  const queries = [
    QUERIES.envoy({ method: 'POST', body: 'x' }),
    QUERIES.envoy({ target: '/?evil' }),
  ];
  const text = queries.map((lines) => lines.join('\r\n')).join('');
  const { bytes } = await exchangeRaw(proxy.decisionPort ?? 0, text, {
    untilClose: true,
    quietMs: 500,
    replies: 2,
  });
  assert.deepEqual(bytes.match(/HTTP\/1\.1 [0-9]{3}/g), ['HTTP/1.1 200', 'HTTP/1.1 403']);
});

test('workers answer on DECISION_PORT too', async (t) => {
  const environment = { WORKERS: '1', DECISION_PORT: '0', DECISION_KEY: KEY };
  const { run } = await startProcess(t, environment);
  const port = Number(/^Decisions on 127\.0\.0\.1:([0-9]+)$/m.exec(run.stdout())?.[1]);
  const statuses: number[] = [];
  for (const front of FRONTS)
    statuses.push(
      (await exchangeRaw(port, QUERIES[front]({ target: '/?evil' }).join('\r\n'))).status,
    );
  assert.deepEqual(statuses, [403, 403, 403, 403]);
});
