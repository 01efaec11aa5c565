/** A process that has just loaded a profile builds next to no automata for its first requests, and decides the same. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleModule } from '#compiler/cli/project/bundle-module.ts';
import { isMatcher, openModules, warmModules } from '#compiler/cli/project/warm-modules.ts';
import { noServices } from '#engine/host/host-services.ts';
import { inspectWarm, type WarmRequest, warmRequest } from '#proxy/waf/warm-requests.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const { head } = warmRequest(0);
const BROWSER = [
  ['Host', 'shop.example.org'],
  [
    'User-Agent',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
  ],
  ['Accept', 'text/html,*/*;q=0.8'],
  ['Accept-Language', 'es-ES,es;q=0.7'],
  ['Cookie', 'sid=9f8e7d6c5b4a; consent=2026-11'],
] as const;

function get(target: string): WarmRequest {
  return { head: { ...head, target, headers: BROWSER }, body: '' };
}

function post(value: unknown): WarmRequest {
  const body = JSON.stringify(value);
  const headers = [
    ...BROWSER,
    ['Content-Type', 'application/json'] as const,
    ['Content-Length', String(body.length)] as const,
  ];
  return { head: { ...head, method: 'POST', target: '/api/orders', headers }, body };
}

/** None of the mix that the states were made with; each is the first of its process. */
const firsts: readonly (readonly [title: string, request: WarmRequest, most: number])[] = [
  ['a page', get('/'), 0],
  ['a search', get('/find?term=red+shoes&page=3'), 0],
  ['a picture', get('/media/2026/11/cat-on-roof.jpeg'), 0],
  ['a short JSON', post({ name: 'Ada', tags: ['a', 'b'] }), 0],
  ['a JSON with a note', post({ name: 'Ada', tags: ['a', 'b'], note: 'twice please' }), 0],
  [
    'an order',
    post({
      customer: { name: 'Grace Hopper', email: 'grace@navy.example', city: 'New York' },
      items: [{ title: 'Blue hat, size 4', price: '19.99', count: 2 }],
      note: 'Please ring twice; thanks!',
    }),
    1,
  ],
];

function modulesOf(profile: string) {
  const names = readdirSync(`generated/${profile}`);
  return names.map((path) => ({
    path,
    text: readFileSync(`generated/${profile}/${path}`, 'utf8'),
  }));
}

test('the first request of a process builds next to no automata', async (t) => {
  let count = 0;
  for (const [profile, requests] of [
    ['pl1', firsts],
    // More expressions, in the same room.
    ['pl2', firsts.slice(-2).map(([title, request, most]) => [title, request, 2 * most] as const)],
  ] as const) {
    for (const [title, request, most] of requests) {
      await t.test(rowTitle(`${title}, ${profile}`), async () => {
        const { waf, data } = await openModules(modulesOf(profile));
        const matchers = Object.entries(data).filter(([, value]) => isMatcher(value));
        assert.ok(matchers.length > 150);
        inspectWarm(waf, noServices, request);
        const built = matchers.flatMap(([name, value]) =>
          isMatcher(value) && value.searcher !== undefined ? [name] : [],
        );
        assert.ok(built.length <= most, `${built.length}: ${built.join()}`);
        count += 1;
      });
    }
  }
  assert.equal(count, firsts.length + 2);
});

test('with its states a profile is a module of 252 KB, compressed', async () => {
  const sizes: number[] = [];
  for (const profile of ['pl1', 'pl2']) {
    const text = await bundleModule(modulesOf(profile));
    sizes.push(gzipSync(text, { level: 9 }).length);
  }
  assert.ok(Math.max(...sizes) < 252_000, sizes.join());
  assert.ok(Math.min(...sizes) > 100_000, sizes.join());
});

const RULES = `
  SecRuleEngine On
  SecRequestBodyAccess On
  SecRule ARGS "@rx (?i)union\\s+(?:all\\s+)?select" "id:1,phase:2,deny,status:403,t:urlDecodeUni"
  SecRule ARGS|REQUEST_HEADERS:User-Agent "@rx ^[\\w .:;,()/%+-]*$" "id:2,phase:2,pass,log"
  SecRule ARGS "@rx (?<!ab)y{3,}z" "id:3,phase:2,pass,log"
  SecRule ARGS "@pm eval system" "id:4,phase:2,pass,log"
`;

const targets = [
  '/?q=union+all+select+1',
  '/?q=plain+text',
  '/?q=%00%ff',
  '/?q=eval&w=yyyz',
  '/?q=abyyyz',
  '/',
];

test('rules decide the same with states and without, and the same requests give the same states', async () => {
  const { program } = compileText(RULES);
  if (program === undefined) return assert.fail('errors');
  const modules = emit(program);
  const warm = await warmModules(modules);
  assert.deepEqual(await warmModules(modules), warm);
  assert.equal(await warmModules(modules, []), modules);
  const added = warm.find(({ path }) => path === 'states.ts')?.text ?? '';
  assert.equal(added.match(/loadStates\(/g)?.length, 2, added);
  const matched: string[] = [];
  for (const each of [modules, warm]) {
    const { waf } = await openModules(each);
    const ids = targets.map((target) => {
      const transaction = waf.open(get(target).head, 'x');
      transaction.inspectRequestHeaders();
      transaction.inspectRequestBody('');
      transaction.close();
      return transaction.matches.map(({ rule }) => rule.id).join();
    });
    matched.push(ids.join(' | '));
  }
  assert.equal(matched[0], '1 | 2 | 2 | 2,3,4 | 2 | 2');
  assert.equal(matched[1], matched[0]);
});
