/** Messages that the gate refuses: rows F and H of design/security.md 1.2 and its table 1.1. */

type Row = readonly [name: string, bytes: string, status: number | readonly number[]];

const H = 'Host: web.test\r\n';
const CL = (n: number): string => `Content-Length: ${n}\r\n`;
const TE = (value: string): string => `Transfer-Encoding: ${value}\r\n`;
const SMUGGLED = 'GET /admin HTTP/1.1\r\nHost: web.test\r\n\r\n';

/** Nothing of these may reach a backend; the status, or those that are as good. */
export const refusedMessages: readonly Row[] = [
  ['F1 CL and TE', `POST / HTTP/1.1\r\n${H}${CL(6)}${TE('chunked')}\r\n0\r\n\r\nX`, 400],
  ['F1 TE and CL', `POST / HTTP/1.1\r\n${H}${TE('chunked')}${CL(4)}\r\n5c\r\nX\r\n0\r\n\r\n`, 400],
  ['F2 TE list', `POST / HTTP/1.1\r\n${H}${TE('gzip, chunked')}\r\n0\r\n\r\n`, 501],
  ['F2 TE empty item', `POST / HTTP/1.1\r\n${H}${TE(',chunked')}\r\n0\r\n\r\n`, [400, 501]],
  ['F2 TE parameter', `POST / HTTP/1.1\r\n${H}${TE('chunked;q=1')}\r\n0\r\n\r\n`, [400, 501]],
  ['F2 TE twice', `POST / HTTP/1.1\r\n${H}${TE('chunked')}${TE('chunked')}\r\n0\r\n\r\n`, 400],
  ['F2 TE identity', `POST / HTTP/1.1\r\n${H}${TE('identity')}${CL(1)}\r\nx`, 400],
  ['F2 TE xchunked', `POST / HTTP/1.1\r\n${H}${TE('xchunked')}\r\n0\r\n\r\n`, [400, 501]],
  ['F2 TE in 1.0', `POST / HTTP/1.0\r\n${H}${TE('chunked')}\r\n0\r\n\r\n`, 400],
  ['F2 TE with blank', `POST / HTTP/1.1\r\n${H}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, 400],
  ['F2 TE underscore', `POST / HTTP/1.1\r\n${H}Transfer_Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['F3 CL twice', `POST / HTTP/1.1\r\n${H}${CL(1)}${CL(1)}\r\nx`, 400],
  ['F3 CL list', `POST / HTTP/1.1\r\n${H}Content-Length: 6, 6\r\n\r\nabcdef`, 400],
  ['F3 CL plus', `POST / HTTP/1.1\r\n${H}Content-Length: +6\r\n\r\nabcdef`, 400],
  ['F3 CL underscore', `POST / HTTP/1.1\r\n${H}Content-Length: 6_\r\n\r\nabcdef`, 400],
  ['F3 CL empty', `POST / HTTP/1.1\r\n${H}Content-Length: \r\n\r\nabcdef`, 400],
  ['F3 CL huge', `POST / HTTP/1.1\r\n${H}Content-Length: 99999999999999999999\r\n\r\n`, 400],
  ['F3 CL name underscore', `POST / HTTP/1.1\r\n${H}Content_Length: 6\r\n\r\n`, 400],
  [
    'F4 header flood',
    `GET / HTTP/1.1\r\n${H}${'a:\r\n'.repeat(1100)}${CL(40)}\r\n${SMUGGLED}`,
    431,
  ],
  [
    'F4 150 headers',
    `GET / HTTP/1.1\r\n${H}${'a: b\r\n'.repeat(150)}${CL(40)}\r\n${SMUGGLED}`,
    431,
  ],
  ['P7 101 headers', `GET / HTTP/1.1\r\n${H}${'a: b\r\n'.repeat(100)}\r\n`, 431],
  ['F5 Expect y', `POST / HTTP/1.1\r\n${H}Expect: y 100-continue\r\n${CL(1)}\r\nx`, 417],
  ['F5 Expect other', `POST / HTTP/1.1\r\n${H}Expect: 200-ok\r\n${CL(1)}\r\nx`, 417],
  [
    'F5 Expect twice',
    `POST / HTTP/1.1\r\n${H}Expect: 100-continue\r\nExpect: x\r\n${CL(1)}\r\nx`,
    417,
  ],
  ['F6 obs-fold', `GET / HTTP/1.1\r\n${H}X-A: a\r\n b\r\n\r\n`, 400],
  ['F6 bare LF', 'GET / HTTP/1.1\nHost: web.test\n\n', 400],
  ['F6 bare CR', `GET / HTTP/1.1\r\n${H}X: a\rb\r\n\r\n`, 400],
  ['F6 NUL', `GET / HTTP/1.1\r\n${H}X: a\0b\r\n\r\n`, 400],
  ['F6 leading blank', ` GET / HTTP/1.1\r\n${H}\r\n`, 400],
  ['F7 LF in extension', `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n2;a\nhi\r\n0\r\n\r\n`, 400],
  ['F7 CR CR', `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n2\r\r;a\r\nhi\r\n0\r\n\r\n`, 400],
  ['F7 NUL', `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n5;\0x\r\nhello\r\n0\r\n\r\n`, 400],
  [
    'F7 20 KB',
    `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n2;${'a'.repeat(20_000)}\r\nhi\r\n0\r\n\r\n`,
    [400, 413],
  ],
  ['F11 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
  ['F11 version 2.0', `GET / HTTP/2.0\r\n${H}\r\n`, 505],
  ['HTTP/0.9 in the line', `GET / HTTP/0.9\r\n${H}\r\n`, 400],
  [
    'F12 h2c',
    `GET / HTTP/1.1\r\n${H}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`,
    501,
  ],
  ['H1 two hosts', `GET / HTTP/1.1\r\n${H}Host: api.test\r\n\r\n`, 400],
  ['H1 same host twice', `GET / HTTP/1.1\r\n${H}${H}\r\n`, 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['empty host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
  ['H2 absolute form', `GET http://api.test/x HTTP/1.1\r\n${H}\r\n`, 400],
  ['H2 absolute form, broken', `GET http://[::1 HTTP/1.1\r\n${H}\r\n`, 400],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${H}\r\n`, 400],
  ['H10 fragment', `GET /a#<script> HTTP/1.1\r\n${H}\r\n`, 400],
  ['H6 nominated', `GET / HTTP/1.1\r\n${H}Connection: close, X-Forwarded-For\r\n\r\n`, 400],
  ['H6 cookie', `GET / HTTP/1.1\r\n${H}Connection: cookie\r\nCookie: a=b\r\n\r\n`, 400],
  ['H6 host', `GET / HTTP/1.1\r\n${H}Connection: host\r\n\r\n`, 400],
  ['H6 content-length', `POST / HTTP/1.1\r\n${H}Connection: content-length\r\n${CL(1)}\r\nx`, 400],
  [
    'two content types',
    `POST / HTTP/1.1\r\n${H}Content-Type: a/b\r\nContent-Type: c/d\r\n${CL(1)}\r\nx`,
    400,
  ],
  ['CONNECT', `CONNECT web.test:80 HTTP/1.1\r\n${H}\r\n`, 405],
  ['CONNECT without a port', `CONNECT web.test HTTP/1.1\r\n${H}\r\n`, 400],
  ['TRACE', `TRACE / HTTP/1.1\r\n${H}\r\n`, 405],
  ['unknown method', `FOO / HTTP/1.1\r\n${H}\r\n`, 400],
  ['raw UTF-8 in the target', `GET /\xc3\xa9 HTTP/1.1\r\n${H}\r\n`, 400],
  ['header of 17 KB', `GET / HTTP/1.1\r\n${H}X: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['chunk size 0x2', `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n0x2\r\nhi\r\n0\r\n\r\n`, 400],
  ['chunk size -2', `POST / HTTP/1.1\r\n${H}${TE('chunked')}\r\n-2\r\nhi\r\n0\r\n\r\n`, 400],
];
