import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMalformedTarget, parseTarget } from '#engine/body/parse-target.ts';
import { rowTitle } from '../../helpers/row-title.ts';

type Row = [target: string, uri: string, filename: string, basename: string, query: string];

const rows: readonly Row[] = [
  ['/', '/', '/', '/', ''],
  ['', '', '', '', ''],
  ['/a/b.php?x=1&y=2', '/a/b.php?x=1&y=2', '/a/b.php', 'b.php', 'x=1&y=2'],
  ['/a/b/', '/a/b/', '/a/b/', '/a/b/', ''],
  ['/a?', '/a?', '/a', 'a', ''],
  ['/a?x?y', '/a?x?y', '/a', 'a', 'x?y'],
  ['/a#f?x=1', '/a', '/a', 'a', ''],
  ['/a?x#f', '/a?x', '/a', 'a', 'x'],
  ['/%41%2fb', '/%41%2fb', '/A/b', 'b', ''],
  ['/x%3F%27;+or+1=1--', '/x%3F%27;+or+1=1--', "/x?';+or+1=1--", "x?';+or+1=1--", ''],
  ['/x%23y', '/x%23y', '/x#y', 'x#y', ''],
  ['/%2541', '/%2541', '/%41', '%41', ''],
  ['/%zz?x=1', '/%zz?x=1', '/%zz', '%zz', 'x=1'],
  ['p?x=1', 'p?x=1', 'p', 'p', 'x=1'],
  [
    '//bar/uploads/foo.php?a=b',
    '//bar/uploads/foo.php?a=b',
    '//bar/uploads/foo.php',
    'foo.php',
    'a=b',
  ],
  ['/a/..;/../b//c/./d', '/a/..;/../b//c/./d', '/a/..;/../b//c/./d', 'd', ''],
  ['/a\\..\\b', '/a\\..\\b', '/a\\..\\b', 'b', ''],
  ['/a\0b\x7f\xe9 c', '/a\0b\x7f\xe9 c', '/a\0b\x7f\xe9 c', 'a\0b\x7f\xe9 c', ''],
  ['*', '*', '*', '*', ''],
  ['host:80', 'host:80', 'host:80', 'host:80', ''],
  ['http://localhost', '/', '/', '/', ''],
  ['http://localhost?x=1', '/?x=1', '/', '/', 'x=1'],
  ['HTTPS://u:p@h:8443/p/q?x=1#f', '/p/q?x=1', '/p/q', 'q', 'x=1'],
  ['http://h\\p', '\\p', '\\p', 'p', ''],
  ['http://[::1', '/', '/', '/', ''],
  ['/go?u=http://evil/', '/go?u=http://evil/', '/go', 'go', 'u=http://evil/'],
  ['/http://evil/p', '/http://evil/p', '/http://evil/p', 'p', ''],
  ['?x=1', '?x=1', '', '', 'x=1'],
  ['#', '', '', '', ''],
];

test('splits a target on its raw bytes and decodes the path once', async (t) => {
  for (const [target, uri, filename, basename, queryString] of rows) {
    await t.test(rowTitle(target), () => {
      const expected = { uri, uriRaw: target, filename, basename, queryString };
      assert.deepEqual(parseTarget(target), expected, target);
    });
  }
  assert.equal(rows.length, 29);
});

const wellFormed: readonly string[] = [
  '/',
  '*',
  '/a%41?%zz',
  '/a b\\"\xe9',
  '//h/p',
  '/p#%zz',
  'host:80',
  'http://h',
  'http://h?%',
  'http://u:p%41@h.example:8080/p',
  'http://[::1]:80/p',
  'http://h%c3%a9%25/p',
  'http:/p',
];

const malformed: readonly string[] = [
  '',
  'p?x=1',
  '?x=1',
  '127.0.0.1:80',
  ':80',
  '/%zz',
  '/p%',
  '//h%zz/p',
  '/a\tb',
  '/a?b\x7f',
  'http://h/%4',
  'http:/%4',
  'http://h x/',
  'http://h\\p',
  'http://h%41/',
  'http://h:8a/',
  'http://[::1/',
  'http://u<@h/',
];

test('which targets are malformed', async (t) => {
  for (const target of [...wellFormed, ...malformed]) {
    await t.test(rowTitle(target), () => {
      assert.equal(isMalformedTarget(target), malformed.includes(target), target);
    });
  }
  assert.equal(wellFormed.length, 13);
  assert.equal(malformed.length, 18);
});

test('a long host is checked in linear time', () => {
  for (const part of ['a', '%c3%a9', '@', ':1', 'a:', '%']) {
    assert.equal(typeof isMalformedTarget(`http://${part.repeat(1_000_000)}|`), 'boolean');
  }
});
