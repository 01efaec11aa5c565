/** A policy with backends of its own: which one a request reaches, and what a reload opens and closes. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { type Responder, startBackend, type TestBackend } from './helpers/backend.ts';
import { exchangeRaw } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

/** Answers with its own name, on connections that stay open. */
async function namedBackend(t: TestContext, name: string): Promise<TestBackend> {
  const respond: Responder = (_request, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`);
  };
  const backend = await startBackend(respond);
  t.after(backend.close);
  return backend;
}

type Site = {
  readonly proxy: TestProxy;
  readonly path: string;
  readonly write: (policies: object) => void;
  /** Status and body. */
  readonly ask: (host: string, target?: string) => Promise<string>;
};

async function startSite(
  t: TestContext,
  policies: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const path = join(emptyFolder(t), 'policies.json');
  const write = (next: object): void => writeFileSync(path, JSON.stringify({ policies: next }));
  write(policies);
  const proxy = await startTestProxy(t, { environment: { POLICIES: path, ...environment } });
  const ask = async (host: string, target = '/'): Promise<string> => {
    const reply = await exchangeRaw(proxy.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const [first] = reply.body.split('\n');
    return `${reply.status} ${first}`;
  };
  return { proxy, path, write, ask };
}

const ROWS: readonly (readonly [host: string, target: string, answer: string])[] = [
  ['list.test', '/', '200 one'],
  ['paths.test', '/', '200 one'],
  ['paths.test', '/api/x?y', '200 two'],
  ['paths.test', '/apiary', '200 one'],
  ['a.hosts.test', '/', '200 two'],
  ['A.HOSTS.test.', '/', '200 two'],
  ['b.hosts.test', '/', '200 one'],
  ['a.few.test', '/', '200 two'],
  ['b.few.test', '/', '502 Bad Gateway: no backend for this host'],
  ['list.test', '/plain', '200 hello'],
  ['plain.test', '/', '200 hello'],
  ['web.test', '/', '200 hello'],
];

test('requests reach the backends of their policy, or those of BACKENDS', async (t) => {
  const [{ address: one }, { address: two }] = [
    await namedBackend(t, 'one'),
    await namedBackend(t, 'two'),
  ];
  const profile = 'pl1';
  const { ask } = await startSite(t, {
    list: { match: ['list.test'], profile, backends: [`${one} weight=2`] },
    paths: {
      match: ['paths.test'],
      profile,
      backends: { default: [one], paths: { '/api': [two] } },
    },
    hosts: {
      match: ['*.hosts.test'],
      profile,
      backends: { 'a.hosts.test': [two], default: [one] },
    },
    few: { match: ['*.few.test'], profile, backends: { 'a.few.test': { default: [two] } } },
    plain: { match: ['plain.test', 'list.test/plain'], profile },
  });
  let rows = 0;
  for (const [host, target, answer] of ROWS) {
    await t.test(rowTitle(host + target), async () =>
      assert.equal(await ask(host, target), answer),
    );
    rows += 1;
  }
  assert.equal(ROWS.length, 12);
  assert.equal(rows, 12);
});

test('a reload opens new backends and closes those that no policy names any more', async (t) => {
  const [one, two] = [await namedBackend(t, 'one'), await namedBackend(t, 'two')];
  const listed = await namedBackend(t, 'listed');
  const shop = { match: ['shop.test'], profile: 'pl1' };
  const other = { match: ['other.test'], profile: 'pl1', backends: [one.address] };
  const environment = {
    ADMIN_PORT: '0',
    BACKENDS: JSON.stringify({ default: [listed.address] }),
    BACKEND_CHECK_PATH: '/healthz',
  };
  const { proxy, path, write, ask } = await startSite(
    t,
    { shop: { ...shop, backends: [one.address] }, other },
    environment,
  );
  const upstreams = async (): Promise<readonly string[]> => {
    const metrics = (await proxy.metrics()).matchAll(
      /^waf_proxy_upstream_up\{.*upstream="(.*?)"/gm,
    );
    return [...metrics].map(([, label = '']) => label).toSorted();
  };
  const sorted = (...backends: readonly TestBackend[]): readonly string[] =>
    backends.map(({ address }) => address).toSorted();
  assert.equal(await ask('shop.test'), '200 one');
  assert.deepEqual(await upstreams(), sorted(one, listed));

  // A request whose answer has begun.
  one.respond = (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234');
  };
  let answer = '';
  const client = connect(proxy.port, '127.0.0.1');
  client.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  client.write('GET /slow HTTP/1.1\r\nHost: shop.test\r\n\r\n');
  await until(() => answer.endsWith('01234'));
  assert.match(answer, /01234$/);

  write({ shop: { ...shop, backends: [two.address] } });
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await ask('shop.test'), '200 two');
  assert.deepEqual(await upstreams(), sorted(two, listed));
  const isChecked = (): boolean =>
    two.requests.some(({ head }) => head.startsWith('GET /healthz '));
  await until(isChecked);
  assert.equal(isChecked(), true);

  // It ends where it began, and its connection is closed with the others of that backend.
  const slow = one.requests.find(({ head }) => head.startsWith('GET /slow '));
  slow?.socket.write('56789');
  await until(() => answer.endsWith('0123456789'));
  assert.match(answer, /\r\n\r\n0123456789$/);
  await until(() => one.open() === 0);
  assert.equal(one.open(), 0);
  client.destroy();

  // What is wrong stands in one line, and nothing changes.
  writeFileSync(
    path,
    '{ "policies": {\n  "shop": { "match": ["shop.test"], "profile": "pl1", "backends": ["h:0", "x"] }\n} }',
  );
  const before = proxy.warnings.length;
  assert.equal(await proxy.reload(), 'part');
  assert.deepEqual(proxy.warnings.slice(before), [
    `reload: POLICIES: ${path}:2:68: "backends": "h:0" is not "host:port", such as "10.0.0.5:8080", "https://host:port" or "unix:/path". (and 1 more)`,
  ]);
  assert.equal(await ask('shop.test'), '200 two');

  // And back: what was closed is opened again.
  one.respond = (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain');
  };
  write({ shop: { ...shop, backends: [one.address, `${one.address} weight=4`] }, other });
  assert.equal(await proxy.reload(), 'all');
  assert.equal(await ask('shop.test'), '200 again');
  assert.deepEqual(await upstreams(), sorted(one, listed));
});
