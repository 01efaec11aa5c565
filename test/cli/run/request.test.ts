/** Requests from flags, curl and HAR files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCurl } from '#compiler/cli/requests/parse-curl.ts';
import { parseHar } from '#compiler/cli/requests/parse-har.ts';
import { readRequest } from '#compiler/cli/requests/read-request.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const FILES = memoryFiles({
  'body.bin': 'a\r\nb\0c@',
  'pic.png': '\x89PNG',
  'pi\u00f1a.txt': 'x',
  'headers.txt': 'X-One: 1\nX-Two: 2\n',
});

/** The parts in one line: method, URL, written headers, body. */
function curl(line: string): readonly string[] {
  const parsed = parseCurl(line, FILES);
  if (parsed.kind === 'Error') return [parsed.message];
  const { method = '', url, headers, body } = parsed.parts;
  const own = headers.filter(([, value]) => !['curl/8.5.0', '*/*'].includes(value));
  return [method, url, own.map(([name, value]) => `${name}=${value}`).join('|'), body];
}

test('curl lines are read with quotes, options and bodies', () => {
  const cases: readonly (readonly [line: string, ...parts: string[]])[] = [
    ['curl http://a/b', '', 'http://a/b', '', ''],
    [`curl 'http://a/?q=a b'`, '', 'http://a/?q=a b', '', ''],
    ['curl -T pi\u00f1a.txt http://a/', 'PUT', 'http://a/', '', 'x'],
    ['curl -XPUT http://a', 'PUT', 'http://a', '', ''],
    ['curl -X PUT --url http://a', 'PUT', 'http://a', '', ''],
    ['/usr/bin/curl -sSLkXDELETE a.example/x', 'DELETE', 'http://a.example/x', '', ''],
    [`curl http://a -H 'X-A: b: c' -A me`, '', 'http://a', 'X-A=b: c|User-Agent=me', ''],
    ['curl http://a -H X:1 -H X:2', '', 'http://a', 'X=1|X=2', ''],
    [`curl http://a -H 'X-Empty;' -H 'Gone:'`, '', 'http://a', 'X-Empty=', ''],
    ['curl http://a -H @headers.txt', '', 'http://a', 'X-One=1|X-Two=2', ''],
    [`curl http://a -d x=1 --data-raw 'y=2'`, 'POST', 'http://a', '', 'x=1&y=2'],
    ['curl http://a --data=x', 'POST', 'http://a', '', 'x'],
    [`curl http://a -d ''`, 'POST', 'http://a', '', ''],
    [`curl http://a --data-urlencode 'x=a b&c'`, 'POST', 'http://a', '', 'x=a%20b%26c'],
    [`curl http://a --data-urlencode "=it's"`, 'POST', 'http://a', '', 'it%27s'],
    ['curl http://a --data-urlencode n@body.bin', 'POST', 'http://a', '', 'n=a%0D%0Ab%00c%40'],
    [`curl http://a -d $'a\\'b\\n\\x41\\u0021\\101'`, 'POST', 'http://a', '', `a'b\nA!A`],
    [`curl http://a -d $'\\ud83d\\ude00'`, 'POST', 'http://a', '', '\xf0\x9f\x98\x80'],
    [`curl http://a -d "a\\"b$"`, 'POST', 'http://a', '', 'a"b$'],
    [`curl http://a -d 'a\\\nb'"c\\\nd"e\\\nf`, 'POST', 'http://a', '', 'a\\\nbcdef'],
    ['curl http://a -d @body.bin', 'POST', 'http://a', '', 'abc@'],
    ['curl http://a --data-binary @body.bin', 'POST', 'http://a', '', 'a\r\nb\0c@'],
    ['curl http://a --data-raw @body.bin', 'POST', 'http://a', '', '@body.bin'],
    ['curl http://a -d @none', 'Cannot read none, which the curl command names.'],
    [
      'curl -s --compressed \\\n  -o out http://a',
      '',
      'http://a',
      'Accept-Encoding=deflate, gzip, br, zstd',
      '',
    ],
    ['curl -I http://a', 'HEAD', 'http://a', '', ''],
    ['curl -G http://a?x=1 -d y=2 -d z=3', '', 'http://a?x=1&y=2&z=3', '', ''],
    ['curl -G http://a#top -d y=2', '', 'http://a?y=2#top', '', ''],
    [
      `curl --json '{"a":1}' http://a`,
      'POST',
      'http://a',
      'Accept=application/json|Content-Type=application/json',
      '{"a":1}',
    ],
    [
      'curl -u me:pw -b a=1 -b c=2 http://a',
      '',
      'http://a',
      'Authorization=Basic bWU6cHc=|Cookie=a=1; c=2',
      '',
    ],
    ['curl -T pic.png http://a/up', 'PUT', 'http://a/up', '', '\x89PNG'],
    ['curl http://a/x -o out | jq .', '', 'http://a/x', '', ''],
    ['http://a -d \xe9', 'POST', 'http://a', '', '\xc3\xa9'],
    ['curl --no-silent -fsS# --http2 http://a', '', 'http://a', '', ''],
    ['curl --preproxy x --aws-sigv4 y -IG -d q=1 http://a', 'HEAD', 'http://a?q=1', '', ''],
    ['curl -s', 'The curl command has no URL.'],
  ];
  for (const [line, ...parts] of cases) assert.deepEqual(curl(line), parts, line);
  assert.equal(cases.length, 36);
});

test('curl: what curl or the shell refuses is an error', () => {
  const cases: readonly (readonly [line: string, message: string])[] = [
    ['', 'The curl command has no URL.'],
    ['wget x', 'The command is wget, not curl.'],
    ['wget', 'The command is wget, not curl.'],
    [
      'curl http://a http://b',
      'The curl command has two URLs, http://a and http://b: give it one.',
    ],
    ['curl ftp://a/', 'The curl command has a URL that is not HTTP: ftp://a/'],
    [`curl 'http://a`, `The curl command has a quote that is not closed: 'http://a`],
    ['curl http://a -d "x\\"', 'The curl command has a quote that is not closed: "x\\"'],
    [
      `curl http://a -d $'\u00e9\\'`,
      `The curl command has a quote that is not closed: $'\u00e9\\'`,
    ],
    ['curl http://a -d x -F y=1', 'The curl command has -d and -F: curl sends only one.'],
    ['curl http://a --json x -T pic.png', 'The curl command has -d and -T: curl sends only one.'],
    ['curl http://a -I -d x', 'The curl command has -d and -I: curl sends only one.'],
    ['curl http://a -F x', 'The curl option -F takes NAME=VALUE, not x.'],
    ['curl http://a -d', 'The curl option -d needs a value.'],
    ['curl http://a -sX', 'The curl option -X needs a value.'],
    ['curl http://a --max-time', 'The curl option --max-time needs a value.'],
    ['curl http://a --nosuch', 'curl has no option --nosuch.'],
    ['curl http://a -sW', 'curl has no option -W.'],
    ['curl http://a -d @\u00e9', 'Cannot read \u00e9, which the curl command names.'],
  ];
  for (const [line, message] of cases) assert.deepEqual(curl(line), [message], line);
  assert.equal(cases.length, 18);
});

test('curl removes dot segments of the path, but not with --path-as-is', () => {
  const cases: readonly (readonly [path: string, sent: string])[] = [
    ['', ''],
    ['/../../etc/passwd', '/etc/passwd'],
    ['/a/./b/../c?x=/../y#/..', '/a/c?x=/../y#/..'],
    ['/a/..', '/'],
    ['/a/b/.', '/a/b/'],
    ['/%2e%2e/a/...', '/%2e%2e/a/...'],
    ['?q=../x', '?q=../x'],
  ];
  for (const [path, sent] of cases) {
    assert.equal(curl(`curl 'http://a${path}'`)[1], `http://a${sent}`, path);
    assert.equal(curl(`curl --path-as-is 'http://a${path}'`)[1], `http://a${path}`, path);
  }
  assert.equal(cases.length, 7);
});

test('curl -F: fields and files as RFC 7578 has them', () => {
  const [method, , headers, body] = curl(
    `curl http://a -F 'x="1;2"' -F 'f=@pic.png;type=image/png' --form-string 'y=@z;type=q' -F 't=<body.bin'`,
  );
  assert.equal(method, 'POST');
  const [, boundary = ''] = /boundary=(.+)$/.exec(headers ?? '') ?? [];
  assert.deepEqual(body?.split(`--${boundary}`), [
    '',
    '\r\nContent-Disposition: form-data; name="x"\r\n\r\n1;2\r\n',
    '\r\nContent-Disposition: form-data; name="f"; filename="pic.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n',
    '\r\nContent-Disposition: form-data; name="y"\r\n\r\n@z;type=q\r\n',
    '\r\nContent-Disposition: form-data; name="t"\r\n\r\na\r\nb\0c@\r\n',
    '--\r\n',
  ]);
});

test('curl: a header that is taken away is not put back', () => {
  const parsed = parseCurl(`curl http://u:p@a:8080/ -H 'User-Agent:' -H 'Accept: x'`, FILES);
  assert.ok(parsed.kind === 'Ok');
  assert.deepEqual(requestOf(parsed.parts).head.headers, [
    ['Accept', 'x'],
    ['Host', 'a:8080'],
  ]);
});

test('the selected entry of a HAR file is read without pseudo-headers', () => {
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

test('HAR: bodies in base64, and bodies of which only the parameters are saved', () => {
  const cases: readonly (readonly [postData: object, body: string])[] = [
    [{ text: 'w6k=', encoding: 'base64' }, '\xc3\xa9'],
    [{ text: '\u00e9' }, '\xc3\xa9'],
    [{ params: [{ name: 'a', value: 'b c' }, { name: 'd' }] }, 'a=b%20c&d='],
    [{ text: '', params: [] }, ''],
  ];
  for (const [postData, body] of cases) {
    const request = { method: 'POST', url: 'http://a/', headers: [], postData };
    const parts = parseHar(JSON.stringify({ log: { entries: [{ request }] } }), 1);
    assert.equal(parts?.body, body);
  }
  assert.equal(cases.length, 4);
  const postData = {
    mimeType: 'multipart/form-data; boundary=old',
    params: [{ name: 'f', fileName: 'a.txt', contentType: 'text/plain', value: 'hi' }],
  };
  const headers = [{ name: 'content-type', value: 'multipart/form-data; boundary=old' }];
  const request = { method: 'POST', url: 'http://a/', headers, postData };
  const parts = parseHar(JSON.stringify({ log: { entries: [{ request }] } }), 1);
  const [, boundary = ''] = /boundary=(.+)$/.exec(parts?.headers[0]?.[1] ?? '') ?? [];
  assert.equal(parts?.headers.length, 1);
  assert.equal(
    parts?.body,
    `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhi\r\n--${boundary}--\r\n`,
  );
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

test('a file of JSON is no HTTP request: the message says where it goes', () => {
  const files = memoryFiles({ 'audit.log': '{"transaction":{}}\n', 'a.har': '{\n  "log": {}\n}' });
  for (const path of ['audit.log', 'a.har']) {
    assert.deepEqual(readRequest(path, { header: [], harEntry: 1 }, files), {
      kind: 'Error',
      message: `${path} is JSON, not an HTTP request: use --har for a HAR file, and portcullis tune for an audit log.`,
    });
  }
});
