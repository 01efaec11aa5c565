import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import type { FtwInput } from '#compiler/cli/ftw/ftw-types.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const empty: FtwInput = {
  method: undefined,
  uri: undefined,
  version: undefined,
  headers: [],
  data: undefined,
  encodedRequest: undefined,
  autocompleteHeaders: true,
};
const form = 'Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n';

const cases: readonly (readonly [name: string, input: Partial<FtwInput>, expected: string])[] = [
  ['all defaults', {}, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['empty version', { version: '' }, 'GET / \r\nConnection: close\r\n\r\n'],
  [
    'headers sorted by byte, additions last',
    {
      headers: [
        ['b', '2'],
        ['Host', 'h'],
        ['a', '1'],
        ['Z', ''],
      ],
    },
    'GET / HTTP/1.1\r\nHost: h\r\nZ: \r\na: 1\r\nb: 2\r\nConnection: close\r\n\r\n',
  ],
  [
    'form without escapes is escaped, a last & is lost',
    { data: "a b=<x>'&c&=d=e&" },
    `GET / HTTP/1.1\r\n${form}Content-Length: 23\r\n\r\na+b=%3Cx%3E%27&c&=d%3De`,
  ],
  [
    'form with an escape stays',
    { data: 'a b=%20&' },
    `GET / HTTP/1.1\r\n${form}Content-Length: 8\r\n\r\na b=%20&`,
  ],
  [
    'form with a plus stays',
    { data: 'a+b=c d' },
    `GET / HTTP/1.1\r\n${form}Content-Length: 7\r\n\r\na+b=c d`,
  ],
  [
    'form with a charset is no plain form',
    {
      headers: [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']],
      data: 'a b',
    },
    'GET / HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded; charset=utf-8\r\nConnection: close\r\nContent-Length: 3\r\n\r\na b',
  ],
  [
    'type is compared without case',
    { headers: [['CONTENT-TYPE', 'Application/X-WWW-Form-Urlencoded']], data: 'a b' },
    'GET / HTTP/1.1\r\nCONTENT-TYPE: Application/X-WWW-Form-Urlencoded\r\nConnection: close\r\nContent-Length: 3\r\n\r\na+b',
  ],
  [
    'no completion: nothing added, nothing escaped',
    {
      method: 'POST',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      data: 'a b',
      autocompleteHeaders: false,
    },
    'POST / HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na b',
  ],
  [
    'multipart gets CRLF, also without completion',
    {
      headers: [['Content-Type', 'Multipart/Form-Data; boundary=b']],
      data: '--b\n\nx\n--b--',
      autocompleteHeaders: false,
    },
    'GET / HTTP/1.1\r\nContent-Type: Multipart/Form-Data; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--',
  ],
  [
    'multipart length counts the CRs',
    { headers: [['Content-Type', 'multipart/form-data; boundary=b']], data: 'a\nb' },
    'GET / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nContent-Length: 4\r\n\r\na\r\nb',
  ],
  [
    'methods with a body get a length',
    { method: 'POST' },
    'POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'PUT counts anywhere in the method',
    { method: 'XPUTX' },
    'XPUTX / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'POST counts at the start only',
    { method: 'XPOST' },
    'XPOST / HTTP/1.1\r\nConnection: close\r\n\r\n',
  ],
  [
    'given Connection and Content-Length stay',
    {
      method: 'POST',
      headers: [
        ['content-length', '99'],
        ['connection', 'x'],
      ],
    },
    'POST / HTTP/1.1\r\nconnection: x\r\ncontent-length: 99\r\n\r\n',
  ],
  ['encoded request is sent as it is', { encodedRequest: 'FOO\n\n', data: 'x' }, 'FOO\n\n'],
  [
    'template',
    { data: '{{ "1" | repeat 5 }}' },
    `GET / HTTP/1.1\r\n${form}Content-Length: 5\r\n\r\n11111`,
  ],
  [
    'template in a pair',
    { data: 'a={{"x"|repeat 2}}b' },
    `GET / HTTP/1.1\r\n${form}Content-Length: 5\r\n\r\na=xxb`,
  ],
];

test('requests are built byte for byte as go-ftw does', async (t) => {
  for (const [name, input, expected] of cases) {
    await t.test(rowTitle(name), () => {
      assert.equal(buildRequest({ ...empty, ...input }), expected, name);
    });
  }
  assert.equal(cases.length, 18);
});

test('a template of another form is not guessed at', () => {
  assert.equal(buildRequest({ ...empty, data: '{{ now }}' }), undefined);
});
