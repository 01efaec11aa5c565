import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { rowTitle } from '../../helpers/row-title.ts';

test('a request line is cut at its first and its last blank', async (t) => {
  const cases = [
    ['GET /a HTTP/1.1', 'GET', '/a', 'HTTP/1.1'],
    ['|GET /a b\tc HTTP/1.0', '|GET', '/a b\tc', 'HTTP/1.0'],
    ['GET http://h HTTP/1.1', 'GET', 'http://h', 'HTTP/1.1'],
    ['GET / ', 'GET', '/', ''],
    ['GET /', 'GET', '/', ''],
    ['GET', 'GET', '', ''],
    ['', '', '', ''],
  ] as const;
  for (const [line, method, target, protocol] of cases) {
    await t.test(rowTitle(line), () => {
      const { head } = parseRequest(`${line}\r\n\r\n`);
      assert.deepEqual([head.method, head.target, head.protocol], [method, target, protocol], line);
    });
  }
  assert.equal(cases.length, 7);
});

test('headers keep order, case and repetition, and lose the blanks around their values', () => {
  const { head } = parseRequest(
    'GET / HTTP/1.1\r\nX_a: \t1 \r\nx_A:2\r\nno colon\r\nHost: A.Example.:80\r\n\r\n',
  );
  assert.deepEqual(head.headers, [
    ['X_a', '1'],
    ['x_A', '2'],
    ['Host', 'A.Example.:80'],
  ]);
  assert.equal(head.serverName, 'a.example');
});

test('Content-Type headers are joined and Content-Length gives way to Transfer-Encoding', () => {
  const { head } = parseRequest(
    'GET / HTTP/1.1\r\nContent-Type: a\r\nH: 1\r\ncontent-type: b\r\n\r\n',
  );
  assert.deepEqual(head.headers, [
    ['Content-Type', 'a, b'],
    ['H', '1'],
  ]);
  const chunked = parseRequest(
    'POST / HTTP/1.1\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  );
  assert.deepEqual(chunked.head.headers, [['Transfer-Encoding', 'chunked']]);
});

test('bodies end where the framing says', async (t) => {
  const cases = [
    ['Content-Length: 3', 'abcdef', 'abc', true],
    ['Content-Length: 9', 'abc', 'abc', false],
    ['Content-Length: 9x', 'abc', '', true],
    ['X: 1', 'abc', '', true],
    ['Transfer-Encoding: chunked', '3;e=1\r\nabc\r\n2\r\nde\r\n0\r\n\r\nrest', 'abcde', true],
    ['Transfer-Encoding: chunked', '3\nabc\n0\nT: 1\n\n', 'abc', true],
    ['Transfer-Encoding: chunked', '3\r\nab', 'ab', false],
    ['Transfer-Encoding: chunked', '3\r\nabc\r\n0\r\n', 'abc', false],
    ['Transfer-Encoding: chunked', 'zz', '', false],
  ] as const;
  for (const [header, sent, body, complete] of cases) {
    await t.test(rowTitle(header), () => {
      const parsed = parseRequest(`POST / HTTP/1.1\r\n${header}\r\n\r\n${sent}`);
      assert.deepEqual([parsed.body, parsed.complete], [body, complete], `${header} ${sent}`);
    });
  }
  assert.equal(cases.length, 9);
});

test('a head without a blank line is incomplete', () => {
  assert.equal(parseRequest('GET / HTTP/1.1\r\nHost: x\r\n').complete, false);
});
