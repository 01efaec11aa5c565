import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectContentType } from '#compiler/cli/ftw/detect-content-type.ts';
import { reflect } from '#compiler/cli/ftw/reflect.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function post(target: string, body: string) {
  const { head, body: answer } = reflect(
    parseRequest(`POST ${target} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  );
  return { status: head.status, headers: new Map(head.headers), body: answer };
}

test('everything but POST /reflect gets an empty 200', () => {
  assert.deepEqual(post('/post', '{"body":"x"}'), {
    status: 200,
    headers: new Map([['Content-Length', '0']]),
    body: '',
  });
  const get = reflect(parseRequest('GET /reflect HTTP/1.1\r\n\r\n'));
  assert.deepEqual([get.head.status, get.body], [200, '']);
});

test('/reflect answers what its JSON describes', async (t) => {
  const cases = [
    ['/reflect', '{"body":"hi"}', 200, 'hi', 'text/plain; charset=utf-8'],
    ['/reflect/a?b', '{"status":503,"body":"<html>"}', 503, '<html>', 'text/html; charset=utf-8'],
    ['/reflect', '{"body":"\xc3\xa9"}', 200, '\xc3\xa9', 'text/plain; charset=utf-8'],
    ['/reflect', '{"encodedBody":"/w=="}', 200, '\xff', 'text/plain; charset=utf-8'],
    ['/reflect', '{"body":"a","encodedBody":"/w=="}', 200, 'a', 'text/plain; charset=utf-8'],
    ['/reflect', '{"headers":{"content-type":"x/y"},"body":"a"}', 200, 'a', undefined],
    ['/reflect', '{"other":1}', 200, '', undefined],
    ['/reflect', '{"status":99}', 400, 'Invalid status code: 99', 'text/plain; charset=utf-8'],
    ['/reflect', '<x>', 400, 'Invalid JSON in request body', 'text/plain; charset=utf-8'],
    ['/reflect', '{"body":1}', 400, 'Invalid JSON in request body', 'text/plain; charset=utf-8'],
    ['/reflector', '{"body":"x"}', 200, '', undefined],
  ] as const;
  for (const [target, body, status, answer, type] of cases) {
    await t.test(rowTitle(target), () => {
      const response = post(target, body);
      assert.deepEqual(
        [response.status, response.body, response.headers.get('Content-Type')],
        [status, answer, type],
        body,
      );
    });
  }
  assert.equal(cases.length, 11);
});

test('media types are sniffed as Go does', () => {
  const cases = [
    [' \n<HTML>', 'text/html; charset=utf-8'],
    ['<!-- x', 'text/html; charset=utf-8'],
    ['<!--x', 'text/plain; charset=utf-8'],
    ['<htmlx>', 'text/plain; charset=utf-8'],
    ['<a href', 'text/html; charset=utf-8'],
    ['<?xml version', 'text/xml; charset=utf-8'],
    ['%PDF-1', 'application/pdf'],
    ['a\x00', 'application/octet-stream'],
    ['\x1b[0m\xff', 'text/plain; charset=utf-8'],
    [`${'a'.repeat(512)}\x00`, 'text/plain; charset=utf-8'],
  ] as const;
  for (const [body, type] of cases) assert.equal(detectContentType(body), type, body.slice(0, 20));
  assert.equal(cases.length, 10);
});
