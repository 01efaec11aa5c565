/** Which policy a host and a path choose, and that no spelling of a path chooses another one than its server may see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPathPattern } from '#proxy/policies/path-pattern.ts';
import { createPolicyMap } from '#proxy/policies/policy-map.ts';
import { rowTitle } from '../helpers/row-title.ts';

const choose = createPolicyMap(
  [
    ['shop.test', '', 'shop'],
    ['shop.test', '/api', 'api'],
    ['shop.test', '/api/upload', 'upload'],
    ['shop.test', '/t/*/admin', 'tenant-admin'],
    ['shop.test', '/files/*.php', 'php'],
    ['shop.test', '/files/ab*ba', 'between'],
    ['shop.test', '/Docs', 'docs'],
    ['shop.test', '/docs/old', 'old-docs'],
    ['*.shop.test', '', 'any-shop'],
    ['*.eu.shop.test', '', 'eu'],
    ['api.eu.shop.test', '/v1', 'v1'],
    ['part.test', '/only', 'only'],
    ['*', '/status', 'status'],
  ].map(([host = '', path = '', policy = '']) => ({ host, path, policy })),
);

function shown(host: string, target: string): string {
  const choice = choose(host, target);
  return choice.kind === 'Chosen' ? choice.policy : choice.kind;
}

const ROWS: readonly (readonly [host: string, target: string, expected: string])[] = [
  ['shop.test', '/', 'shop'],
  ['shop.test', '/?x=/api', 'shop'],
  ['shop.test', '/api', 'api'],
  ['shop.test', '/api/', 'api'],
  ['shop.test', '/api?x=1', 'api'],
  ['shop.test', '/api/x', 'api'],
  ['shop.test', '/apiary', 'shop'],
  ['shop.test', '/x/api', 'shop'],
  ['shop.test', '/api/upload', 'upload'],
  ['shop.test', '/api/upload/1', 'upload'],
  ['shop.test', '/api/uploads', 'api'],
  ['shop.test', '/t/a/admin', 'tenant-admin'],
  ['shop.test', '/t/a/admin/x', 'tenant-admin'],
  ['shop.test', '/t/a/b/admin', 'shop'],
  ['shop.test', '/t//admin', 'Ambiguous'],
  ['shop.test', '/files/x.php', 'php'],
  ['shop.test', '/files/x.phps', 'shop'],
  ['shop.test', '/files/.php', 'php'],
  ['shop.test', '/files/abba', 'between'],
  ['shop.test', '/files/ab-ba', 'between'],
  ['shop.test', '/files/aba', 'shop'],
  // Hosts: exact, longest wildcard, all.
  ['www.shop.test', '/', 'any-shop'],
  ['a.b.shop.test', '/', 'any-shop'],
  ['www.eu.shop.test', '/', 'eu'],
  ['api.eu.shop.test', '/v1/x', 'v1'],
  ['api.eu.shop.test', '/v2', 'eu'],
  ['xshop.test', '/', 'None'],
  ['part.test', '/only/x', 'only'],
  ['part.test', '/other', 'None'],
  ['part.test', '/status', 'status'],
  ['other.test', '/status/x', 'status'],
  ['other.test', '/', 'None'],
  ['', '/status', 'status'],
  // What most requests have changes nothing.
  ['shop.test', '/a%20b/c%C3%A4?x=%2e%2e', 'shop'],
  ['shop.test', '/api/a%20b;v=1', 'api'],
  ['shop.test', '/.well-known/acme', 'shop'],
  ['shop.test', '/api/100%', 'api'],
  ['shop.test', '/api/./x', 'api'],
  ['shop.test', '/a/../b', 'shop'],
  // Spellings of /api, and of what is not /api behind it.
  ...[
    '//api/x',
    '/./api/x',
    '/x/../api/x',
    '/x/..;/api/x',
    '/api/../x',
    '/api/..',
    '/api/..;/x',
    '/api/..;a=b/x',
    '/api/%2e%2e/x',
    '/api/%2E./x',
    '/api/%252e%252e/x',
    '/api/%25252e%25252e/x',
    '/api/..%2fx',
    '/api/..%5cx',
    '/api\\..\\x',
    '/api/%5c../../x',
    '/%61pi/x',
    '/%2561pi/x',
    '/api%2fx',
    '/api%252fx',
    '/api;x/y',
    '/api%3bx/y',
    '/API/x',
    '/Api',
    '/%41PI',
    '/a%2fpi/..%2f../api',
    '/api/%2e%2e/x/%252e%252e/api',
    '/api/..;/x/../api;/../../x/%2e%2e/api',
  ].map((target) => ['shop.test', target, 'Ambiguous'] as const),
  // Patterns with capitals: the other spelling is not certain either.
  ['shop.test', '/Docs/x', 'docs'],
  ['shop.test', '/docs/x', 'Ambiguous'],
  ['shop.test', '/docs/old/x', 'old-docs'],
  // Where paths choose nothing, nothing is refused.
  ['www.shop.test', '//api/%2e%2e/x', 'any-shop'],
  // More readings than anybody needs.
  ['shop.test', `/%${'25'.repeat(40)}2e`, 'Ambiguous'],
];

test('a host and a path choose the policy, or the request is refused as ambiguous', async (t) => {
  let rows = 0;
  for (const [host, target, expected] of ROWS) {
    await t.test(rowTitle(`${host} ${target.slice(0, 60)}: ${expected}`), () => {
      assert.equal(shown(host, target), expected);
    });
    rows += 1;
  }
  assert.equal(rows, 72);
});

test('path patterns are written as paths are after decoding', () => {
  for (const path of ['/', '/api', '/a/*/b', '/*.php', '/.well-known', '/a..b', '/~x'])
    assert.equal(isPathPattern(path), true, path);
  for (const path of [
    '',
    'api',
    '//',
    '/a//b',
    '/a/../b',
    '/a/.',
    '/%41',
    '/a?b',
    '/a#b',
    '/a;b',
    '/a b',
    '/ä',
    '/a\\b',
  ])
    assert.equal(isPathPattern(path), false, path);
});
