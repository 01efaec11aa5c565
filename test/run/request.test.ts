/** Requests from flags, curl and HAR files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCurl } from '../../compiler/run/parse-curl.ts';
import { parseHar } from '../../compiler/run/parse-har.ts';
import { requestOf } from '../../compiler/run/request.ts';

test('curl: quotes, options, bodies', () => {
  const cases: readonly (readonly [string, string | undefined, string, string, string])[] = [
    ['curl http://a/b', undefined, 'http://a/b', '', ''],
    [`curl 'http://a/?q=a b'`, undefined, 'http://a/?q=a b', '', ''],
    ['curl -XPUT http://a', 'PUT', 'http://a', '', ''],
    ['curl -X PUT --url http://a', 'PUT', 'http://a', '', ''],
    [`curl http://a -H 'X-A: b: c' -A me`, undefined, 'http://a', 'X-A=b: c|User-Agent=me', ''],
    [`curl http://a -d x=1 --data-raw 'y=2'`, undefined, 'http://a', '', 'x=1&y=2'],
    [`curl http://a --data=x`, undefined, 'http://a', '', 'x'],
    [`curl http://a --data-urlencode 'x=a b&c'`, undefined, 'http://a', '', 'x=a%20b%26c'],
    [`curl http://a -d $'a\\'b\\n'`, undefined, 'http://a', '', `a'b\n`],
    [`curl http://a -d "a\\"b$"`, undefined, 'http://a', '', 'a"b$'],
    ['curl -s --compressed \\\n  -o out http://a', undefined, 'http://a', '', ''],
    ['curl -I http://a', 'HEAD', 'http://a', '', ''],
    ['http://a -d é', undefined, 'http://a', '', 'Ã©'],
  ];
  for (const [line, method, url, headers, body] of cases) {
    const parts = parseCurl(line);
    const shown = parts?.headers.map(([name, value]) => `${name}=${value}`).join('|');
    assert.deepEqual(
      [parts?.method, parts?.url, shown, parts?.body],
      [method, url, headers, body],
      line,
    );
  }
  assert.equal(cases.length, 13);
  assert.equal(parseCurl('curl -s'), undefined);
});

test('HAR: the entry asked for, without pseudo-headers', () => {
  const entry = (path: string): object => ({
    request: {
      method: 'POST',
      url: `https://a.example${path}`,
      headers: [
        { name: ':path', value: path },
        { name: 'X-A', value: 'b' },
      ],
      postData: { text: 'x=1' },
    },
  });
  const text = JSON.stringify({ log: { entries: [entry('/1'), entry('/2')] } });
  assert.deepEqual(parseHar(text, 2), {
    method: 'POST',
    url: 'https://a.example/2',
    headers: [['X-A', 'b']],
    body: 'x=1',
  });
  for (const wrong of ['', '{', '[]', '{"log":{}}', text])
    assert.equal(parseHar(wrong, 3), undefined);
});

test('what a request line cannot hold is encoded, what is encoded stays', () => {
  const targetOf = (url: string): string =>
    requestOf({ method: undefined, url, headers: [], body: '' }).head.target;
  assert.equal(targetOf(`/?id=1' OR "1"`), `/?id=1'%20OR%20%221%22`);
  assert.equal(targetOf('/%3c?a=%zz#x'), '/%3c?a=%zz');
  assert.equal(targetOf('http://a.example:8080?b'), '/?b');
  assert.equal(targetOf('a'), '/a');
});

test('usual headers are added, written ones stay', () => {
  const { head, body } = requestOf({
    method: undefined,
    url: 'http://A.example:81/x',
    headers: [['accept', 'text/html']],
    body: 'a=1',
  });
  assert.equal(head.method, 'POST');
  assert.equal(head.serverName, 'a.example');
  assert.equal(body, 'a=1');
  assert.deepEqual(
    head.headers.map(([name]) => name),
    ['accept', 'Host', 'User-Agent', 'Content-Type', 'Content-Length'],
  );
});
