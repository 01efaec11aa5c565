/** Heads and bodies of responses that a well-behaved backend would not send. */
import type { Step } from './hostile-backend.ts';

export type OddAnswer = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** 0: the head passes, and the body is visibly cut; or 502, when the proxy sees head and fault at once. */
  readonly status: number;
  readonly body?: string;
  /** What the head that the client gets must not have. */
  readonly without?: RegExp;
  /** What it must have. */
  readonly with?: RegExp;
  readonly method?: 'GET' | 'HEAD';
};

const OK = 'HTTP/1.1 200 OK\r\n';
const LENGTH = 'Content-Length: 5\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const HELLO = '5\r\nhello\r\n0\r\n\r\n';
const NEXT = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison';

/** Ambiguous or malformed: 502, and not a byte of it for the client. */
const REFUSED: readonly (readonly [name: string, bytes: string])[] = [
  ['bare 101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['101 with a length', `HTTP/1.1 101 Switching Protocols\r\n${LENGTH}\r\nhello`],
  ['101 to WebSocket', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello'],
  ['101 to h2c', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nPRI'],
  ['101 behind a 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 X\r\n\r\n'],
  ['status 99', `HTTP/1.1 099 Low\r\n${LENGTH}\r\nhello`],
  ['status 0', `HTTP/1.1 000 None\r\n${LENGTH}\r\nhello`],
  ['status of four digits', `HTTP/1.1 2000 OK\r\n${LENGTH}\r\nhello`],
  ['status of two digits', `HTTP/1.1 20 OK\r\n${LENGTH}\r\nhello`],
  ['status with a letter', `HTTP/1.1 2OO OK\r\n${LENGTH}\r\nhello`],
  ['103 with a body', `HTTP/1.1 103 X\r\n${LENGTH}\r\nhello${OK}${LENGTH}\r\nhello`],
  ['control byte in the phrase', `HTTP/1.1 200 O\x01K\r\n${LENGTH}\r\nhello`],
  ['escape in the phrase', `HTTP/1.1 200 \x1b[31mOK\r\n${LENGTH}\r\nhello`],
  ['DEL in the phrase', `HTTP/1.1 200 OK\x7f\r\n${LENGTH}\r\nhello`],
  ['NUL in the phrase', `HTTP/1.1 200 O\0K\r\n${LENGTH}\r\nhello`],
  ['NUL in a value', `${OK}X: a\0b\r\n${LENGTH}\r\nhello`],
  ['CR in a value', `${OK}X: a\rb\r\n${LENGTH}\r\nhello`],
  ['LF in a value', `${OK}X: a\nInjected\r\n${LENGTH}\r\nhello`],
  ['control byte in a value', `${OK}X: a\x01b\r\n${LENGTH}\r\nhello`],
  ['DEL in a value', `${OK}X: a\x7fb\r\n${LENGTH}\r\nhello`],
  ['NUL in a name', `${OK}X\0: a\r\n${LENGTH}\r\nhello`],
  ['blank in a name', `${OK}X Y: a\r\n${LENGTH}\r\nhello`],
  ['blank before the colon', `${OK}Content-Length : 5\r\n\r\nhello`],
  ['no name', `${OK}: a\r\n${LENGTH}\r\nhello`],
  ['no colon', `${OK}Header\r\n${LENGTH}\r\nhello`],
  ['folded line', `${OK}X: a\r\n b\r\n${LENGTH}\r\nhello`],
  ['blank before the first name', `${OK} X: a\r\n${LENGTH}\r\nhello`],
  ['1,001 header fields', `${OK}${'a:b\r\n'.repeat(1000)}${LENGTH}\r\nhello`],
  ['3,000 header fields', `${OK}${'a:\r\n'.repeat(2999)}${LENGTH}\r\nhello`],
  ['header of 20 KB', `${OK}X: ${'a'.repeat(20_000)}\r\n${LENGTH}\r\nhello`],
  ['header without an end', `${OK}X: ${'a'.repeat(100_000)}`],
  ['headers of 20 KB', `${OK}${`X: ${'a'.repeat(200)}\r\n`.repeat(100)}${LENGTH}\r\nhello`],
  ['phrase of 20 KB', `HTTP/1.1 200 ${'a'.repeat(20_000)}\r\n${LENGTH}\r\nhello`],
  ['two lengths', `${OK}${LENGTH}Content-Length: 6\r\n\r\nhello!`],
  ['the same length twice', `${OK}${LENGTH}${LENGTH}\r\nhello`],
  ['list of lengths', `${OK}Content-Length: 5, 5\r\n\r\nhello`],
  ['negative length', `${OK}Content-Length: -5\r\n\r\nhello`],
  ['length with a sign', `${OK}Content-Length: +5\r\n\r\nhello`],
  ['hexadecimal length', `${OK}Content-Length: 0x5\r\n\r\nhello`],
  ['fractional length', `${OK}Content-Length: 5.0\r\n\r\nhello`],
  ['empty length', `${OK}Content-Length: \r\n\r\nhello`],
  ['length over 64 bits', `${OK}Content-Length: 99999999999999999999\r\n\r\nhello`],
  ['length and chunks', `${OK}${LENGTH}${CHUNKED}\r\n${HELLO}`],
  ['chunks and length', `${OK}${CHUNKED}${LENGTH}\r\n${HELLO}`],
  ['gzip, chunked', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n${HELLO}`],
  ['gzip and chunked', `${OK}Transfer-Encoding: gzip\r\n${CHUNKED}\r\n${HELLO}`],
  ['gzip', `${OK}Transfer-Encoding: gzip\r\nConnection: close\r\n\r\nhello`],
  ['chunked, gzip', `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n${HELLO}`],
  ['chunked, chunked', `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n${HELLO}`],
  ['chunked twice', `${OK}${CHUNKED}${CHUNKED}\r\n${HELLO}`],
  ['identity', `${OK}Transfer-Encoding: identity\r\n${LENGTH}\r\nhello`],
  ['identity, chunked', `${OK}Transfer-Encoding: identity, chunked\r\n\r\n${HELLO}`],
  ['xchunked', `${OK}Transfer-Encoding: xchunked\r\n\r\n${HELLO}`],
  ['chunked with a parameter', `${OK}Transfer-Encoding: chunked;q=1\r\n\r\n${HELLO}`],
  ['chunked in quotes', `${OK}Transfer-Encoding: "chunked"\r\n\r\n${HELLO}`],
  ['chunked with a vertical tab', `${OK}Transfer-Encoding: \x0bchunked\r\n\r\n${HELLO}`],
  ['empty coding', `${OK}Transfer-Encoding: \r\n${LENGTH}\r\nhello`],
  ['HTTP/1.0 with chunks', `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n${HELLO}`],
  ['HTTP/1.0 with gzip', `HTTP/1.0 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello`],
  ['204 with gzip, chunked', 'HTTP/1.1 204 X\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
  ['HTTP/2.0', `HTTP/2.0 200 OK\r\n${LENGTH}\r\nhello`],
  ['HTTP/3.0', `HTTP/3.0 200 OK\r\n${LENGTH}\r\nhello`],
  ['HTTP/0.9', `HTTP/0.9 200 OK\r\n${LENGTH}\r\nhello`],
  ['HTTP/1.2', `HTTP/1.2 200 OK\r\n${LENGTH}\r\nhello`],
  ['HTTP/1', `HTTP/1 200 OK\r\n${LENGTH}\r\nhello`],
  ['http/1.1', `http/1.1 200 OK\r\n${LENGTH}\r\nhello`],
  ['ICY', `ICY 200 OK\r\n${LENGTH}\r\nhello`],
  ['a request', 'GET / HTTP/1.1\r\nHost: web.test\r\n\r\n'],
  ['no head', 'hello'],
  ['TLS alert', '\x15\x03\x01\x00\x02\x02\x46'],
  ['HTTP/2 settings', '\0\0\0\x04\0\0\0\0\0'],
];

/** Nothing is wrong with the head; the body is. */
const CUT: readonly (readonly [name: string, bytes: string])[] = [
  ['chunk size g', `${OK}${CHUNKED}\r\n5\r\nhello\r\ng\r\n`],
  ['chunk size 0x5', `${OK}${CHUNKED}\r\n5\r\nhello\r\n0x5\r\nhello\r\n0\r\n\r\n`],
  ['negative chunk size', `${OK}${CHUNKED}\r\n5\r\nhello\r\n-1\r\n`],
  ['empty chunk size', `${OK}${CHUNKED}\r\n5\r\nhello\r\n\r\nhello\r\n0\r\n\r\n`],
  ['blank before a chunk size', `${OK}${CHUNKED}\r\n5\r\nhello\r\n 5\r\nhello\r\n0\r\n\r\n`],
  ['chunk size over 64 bits', `${OK}${CHUNKED}\r\n5\r\nhello\r\n${'f'.repeat(17)}\r\n`],
  ['chunk longer than its size', `${OK}${CHUNKED}\r\n5\r\nhello!\r\n0\r\n\r\n`],
  ['chunk size without CR', `${OK}${CHUNKED}\r\n5\r\nhello\r\n5\nhello\r\n0\r\n\r\n`],
  ['control byte in an extension', `${OK}${CHUNKED}\r\n5\r\nhello\r\n5;\x01\r\nhello\r\n0\r\n\r\n`],
  ['extensions of 20 KB', `${OK}${CHUNKED}\r\n5\r\nhello\r\n5;${'a'.repeat(20_000)}\r\nhello\r\n`],
  ['trailers of 20 KB', `${OK}${CHUNKED}\r\n5\r\nhello\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['control byte in a trailer', `${OK}${CHUNKED}\r\n5\r\nhello\r\n0\r\nX: a\x01\r\n\r\n`],
];

/** Odd, but there is one reading: relayed, in a clean form. */
const RELAYED: readonly OddAnswer[] = [
  {
    name: '1,000 header fields',
    steps: [`${OK}${'a:b\r\n'.repeat(999)}${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
    with: /(?:\r\na: b){999}/,
  },
  { name: 'no phrase', steps: [`HTTP/1.1 200\r\n${LENGTH}\r\nhello`], status: 200, body: 'hello' },
  {
    name: 'empty phrase',
    steps: [`HTTP/1.1 200 \r\n${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'phrase with bytes over 127',
    steps: [`HTTP/1.1 200 \xe9t\xe9\r\n${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
    with: /^HTTP\/1\.1 200 \xe9t\xe9\r\n/,
  },
  {
    name: 'status 299',
    steps: [`HTTP/1.1 299 Odd\r\n${LENGTH}\r\nhello`],
    status: 299,
    body: 'hello',
  },
  {
    name: 'status 599',
    steps: [`HTTP/1.1 599 Odd\r\n${LENGTH}\r\nhello`],
    status: 599,
    body: 'hello',
  },
  {
    name: 'status 999',
    steps: [`HTTP/1.1 999 Odd\r\n${LENGTH}\r\nhello`],
    status: 999,
    body: 'hello',
  },
  {
    name: 'length with zeros in front',
    steps: [`${OK}Content-Length: 0005\r\n\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'blanks around a length',
    steps: [`${OK}Content-Length:   5  \r\n\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'Chunked',
    steps: [`${OK}Transfer-Encoding: Chunked\r\n\r\n${HELLO}`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'chunk extensions',
    steps: [`${OK}${CHUNKED}\r\n5;a=b;c="d"\r\nhello\r\n0;e\r\n\r\n`],
    status: 200,
    body: 'hello',
    without: /a=b/,
  },
  {
    name: 'trailers',
    steps: [`${OK}${CHUNKED}Trailer: X-T\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n`],
    status: 200,
    body: 'hello',
    without: /x-t/i,
  },
  {
    name: 'one byte at a time',
    steps: [...`${OK}${CHUNKED}\r\n${HELLO}`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'pauses everywhere',
    steps: [
      'HTTP/1.1 200',
      50,
      ' OK\r\nContent-',
      50,
      'Length: 5\r',
      50,
      '\n\r',
      50,
      '\nhe',
      50,
      'llo',
    ],
    status: 200,
    body: 'hello',
  },
  {
    name: '100 in front',
    steps: [`HTTP/1.1 100 Continue\r\n\r\n${OK}${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: '102 in front',
    steps: [`HTTP/1.1 102 Processing\r\n\r\n`, 20, `${OK}${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: '103 in front',
    steps: [
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n',
      20,
      `${OK}${LENGTH}\r\nhello`,
    ],
    status: 200,
    body: 'hello',
    without: /link/i,
  },
  {
    name: '199 in front',
    steps: [`HTTP/1.1 199 Odd\r\nX: y\r\n\r\n${OK}${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
    without: /\r\nX: y/,
  },
  {
    name: 'fifty 103 in front',
    steps: [
      `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50)}${OK}${LENGTH}\r\nhello`,
    ],
    status: 200,
    body: 'hello',
    without: /link/i,
  },
  { name: '204', steps: ['HTTP/1.1 204 No Content\r\n\r\n'], status: 204, body: '' },
  {
    name: '204 with length 0',
    steps: ['HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n'],
    status: 204,
    body: '',
    without: /content-length/i,
  },
  {
    name: '204 with a body',
    steps: [`HTTP/1.1 204 No Content\r\n${LENGTH}\r\nhello`],
    status: 204,
    body: '',
    without: /content-length/i,
  },
  {
    name: '304 with a length',
    steps: [`HTTP/1.1 304 Not Modified\r\n${LENGTH}\r\n`],
    status: 304,
    body: '',
    with: /\r\nContent-Length: 5/,
  },
  {
    name: '304 with a body',
    steps: [`HTTP/1.1 304 Not Modified\r\n${LENGTH}\r\nhello`],
    status: 304,
    body: '',
  },
  {
    name: '304 with chunks',
    steps: [`HTTP/1.1 304 Not Modified\r\n${CHUNKED}\r\n`],
    status: 304,
    body: '',
    without: /transfer-encoding/i,
  },
  {
    name: '205 with length 0',
    steps: ['HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n'],
    status: 205,
    body: '',
  },
  {
    name: 'HEAD',
    method: 'HEAD',
    steps: [`${OK}${LENGTH}\r\n`],
    status: 200,
    body: '',
    with: /\r\nContent-Length: 5/,
  },
  {
    name: 'HEAD with a body',
    method: 'HEAD',
    steps: [`${OK}${LENGTH}\r\nhello`],
    status: 200,
    body: '',
    with: /\r\nContent-Length: 5/,
  },
  {
    name: 'HEAD with chunks',
    method: 'HEAD',
    steps: [`${OK}${CHUNKED}\r\n${HELLO}`],
    status: 200,
    body: '',
  },
  {
    name: 'bytes behind the length',
    steps: [`${OK}${LENGTH}\r\nhello, world`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'bytes behind the last chunk',
    steps: [`${OK}${CHUNKED}\r\n${HELLO}, world`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'another answer behind',
    steps: [`${OK}${LENGTH}\r\nhello${NEXT}`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'bytes behind, closing',
    steps: [`${OK}${LENGTH}Connection: close\r\n\r\nhello, world`, 'FIN'],
    status: 200,
    body: 'hello',
  },
  {
    name: 'HTTP/1.0 with a length',
    steps: [`HTTP/1.0 200 OK\r\n${LENGTH}\r\nhello`, 'FIN'],
    status: 200,
    body: 'hello',
  },
  {
    name: 'HTTP/1.0 kept alive',
    steps: [`HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${LENGTH}\r\nhello`],
    status: 200,
    body: 'hello',
  },
  {
    name: 'half-closed before the answer ends',
    steps: [`${OK}Connection: close\r\n\r\nhel`, 50, 'lo', 'FIN'],
    status: 200,
    body: 'hello',
  },
];

export const ODD_ANSWERS: readonly OddAnswer[] = [
  ...REFUSED.map(([name, bytes]) => ({ name, steps: [bytes, 50, 'FIN' as const], status: 502 })),
  ...CUT.map(([name, bytes]) => ({ name, steps: [bytes, 50, 'FIN' as const], status: 0 })),
  ...RELAYED,
  {
    name: '103 without end',
    steps: Array.from({ length: 40 }, () => ['HTTP/1.1 103 Early Hints\r\n\r\n', 100]).flat(),
    status: 504,
  },
];
