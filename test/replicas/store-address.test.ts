/** SHARED_STATE_URL: every form, and what is said about others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';

const GOOD: readonly (readonly [url: string, expected: object])[] = [
  ['redis://h', { topology: { kind: 'Server', node: { host: 'h', port: 6379 } }, tls: false }],
  ['redis://h:1/2', { topology: { kind: 'Server', node: { host: 'h', port: 1 } }, database: 2 }],
  ['rediss://[::1]:7', { topology: { kind: 'Server', node: { host: '::1', port: 7 } }, tls: true }],
  ['redis://u:p%40@h', { username: 'u', password: 'p@', shown: 'redis://h' }],
  ['redis://:p@h', { username: undefined, password: 'p' }],
  ['unix:/run/redis.sock', { topology: { kind: 'Socket', path: '/run/redis.sock' } }],
  ['unix:///run/r', { topology: { kind: 'Socket', path: '/run/r' } }],
  [
    'redis+sentinel://u:p@a,b:1/main/3',
    {
      topology: {
        kind: 'Sentinel',
        nodes: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 1 },
        ],
        name: 'main',
      },
      username: 'u',
      database: 3,
      shown: 'redis+sentinel://a,b:1/main/3',
    },
  ],
  [
    'redis+sentinel://u:p@a/main?sentinels=:s%40',
    {
      topology: {
        kind: 'Sentinel',
        nodes: [{ host: 'a', port: 26_379 }],
        name: 'main',
        login: { username: undefined, password: 's@' },
      },
      password: 'p',
      shown: 'redis+sentinel://a/main',
    },
  ],
  [
    'rediss+cluster://a,b',
    {
      topology: {
        kind: 'Cluster',
        nodes: [
          { host: 'a', port: 6379 },
          { host: 'b', port: 6379 },
        ],
      },
      tls: true,
    },
  ],
];

const BAD = [
  'localhost:6379',
  'http://h',
  'redis://',
  'redis://h:99999',
  'redis://a,b',
  'redis://h/x',
  'redis://:%zz@h',
  'redis+sentinel://a',
  'redis+sentinel://a/main?sentinels=:%zz',
  'redis://a?sentinels=:p',
  'redis://a?other=1',
  'redis+cluster://a/1',
  'unix:',
];

test(`${GOOD.length} forms of the URL are read`, () => {
  for (const [url, expected] of GOOD) {
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.kind === 'Value', url);
    assert.deepEqual({ ...parsed.value, ...expected }, parsed.value, url);
  }
});

test(`${BAD.length} others are refused in a sentence without the password`, () => {
  for (const url of BAD) {
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.kind === 'Problems', url);
    assert.match(parsed.problems.join('\n'), /^[a-z].*\.$/);
    assert.doesNotMatch(parsed.problems.join('\n'), /%zz/);
  }
});
