/** Heads of HTTP/2 requests that no backend may see (RFC 9113 sections 8.1.1 to 8.5, 10.3), and what is sent after them. */
import type { Header } from '#engine/host/compiled-waf.ts';
import { pseudo } from './http2-client.ts';

export type MalformedHead = {
  readonly name: string;
  readonly fields: readonly Header[];
  /** DATA after the head; undefined: the head ends the stream. */
  readonly body?: string;
};

const PSEUDO = [':method', ':scheme', ':authority', ':path'];
const base = pseudo('GET', '/smuggled');
const shown = (text: string): string => JSON.stringify(text).slice(1, -1);

const plus = (name: string, value: string): MalformedHead => ({
  name: `${shown(name)}: ${shown(value).slice(0, 40)}`,
  fields: [...base, [name, value]],
});

/** A pseudo-header with another value. */
const other = (name: string, value: string): MalformedHead => ({
  name: `${name} is "${shown(value)}"`,
  fields: base.map(([own, before]): Header => [own, own === name ? value : before]),
});

const without = (name: string): MalformedHead => ({
  name: `no ${name}`,
  fields: base.filter(([own]) => own !== name),
});

const twice = (name: string): MalformedHead => ({
  name: `${name} twice`,
  fields: base.flatMap((field) => (field[0] === name ? [field, field] : [field])),
});

const late = (name: string): MalformedHead => ({
  name: `${name} after a header`,
  fields: [
    ...base.filter(([own]) => own !== name),
    ['accept', '*/*'],
    ...base.filter(([own]) => own === name),
  ],
});

const disturbed = (name: string): readonly MalformedHead[] => {
  const value = base.find(([own]) => own === name)?.[1] ?? '';
  const values = [' V', 'V ', '\tV', 'V\r', 'V\n', 'V\0', 'V\r\nx: y', 'V\x7f', 'V x', ''];
  return values.map((text) => other(name, text.replace('V', value)));
};

const SMUGGLED = 'a\r\n\r\nGET /admin HTTP/1.1\r\nHost: web.test\r\n\r\n';
const badNames = [
  '', ' ', 'X-Upper', 'Host', 'Content-Length', 'Cookie', 'a b', 'a\tb', ' a', 'a ', 'a:', 'a:b', 'a\rb', 'a\nb', 'a\0b',
  'a\r\nb: c', 'a\x7f', 'a\x80', 'a(b', 'a"b', 'a,b', 'a/b', 'transfer-encoding:', 'content-length ',
]; // biome-ignore format: a table
const badValues = [
  'a\rb', 'a\nb', 'a\0b', 'a\r\nb: c', SMUGGLED, '\r\na', 'a\x01', 'a\x1f', 'a\x7f', ' a', 'a ', '\ta', 'a\t', '\0',
]; // biome-ignore format: a table
const ofConnections: readonly Header[] = [
  ['connection', 'close'],
  ['connection', 'x-forwarded-for'],
  ['keep-alive', 'timeout=5'],
  ['proxy-connection', 'keep-alive'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'identity'],
  ['transfer-encoding', 'gzip, chunked'],
  ['upgrade', 'websocket'],
  ['upgrade', 'h2c'],
  ['http2-settings', 'AAMAAABkAAQAAP__'],
  ['te', 'gzip'],
  ['te', 'trailers, deflate'],
  ['te', 'chunked'],
];
const lengths = ['5', '-1', '+5', '5, 5', '0x5', '5 5', '', 'five', '99999999999999999999', '1e1'];
const hosts = [
  'other.test',
  'web.test, other.test',
  'user@web.test',
  'web.test/x',
  'web.test:99999',
  '',
];
const authorities = [
  'user@web.test', 'web.test/x', 'web.test?x', 'web.test#x', 'web.test:99999', 'web.test:', 'web,test', '[::1', '..',
]; // biome-ignore format: a table
const paths = [
  'smuggled',
  'http://web.test/x',
  'https://other.test/',
  '*',
  '//\\ x',
  '/a HTTP/1.1',
  '/a#b',
  '?a',
  '/\x80',
  '/a?b=\xff',
];
const schemes = ['ftp', 'javascript', 'file', 'http://', 'HTTP '];
const methods = ['get', 'GE T', 'FOO', 'TRACE', 'PRI', 'GET /x HTTP/1.1', 'M-SEARCH(', 'PoST'];

const body = (length: string, content: string): MalformedHead => ({
  name: `Content-Length ${length} and ${content.length} bytes`,
  fields: [...pseudo('POST', '/smuggled'), ['content-length', length]],
  body: content,
});

const connect = (name: string, ...fields: readonly Header[]): MalformedHead => ({
  name: `CONNECT ${name}`,
  fields: [[':method', 'CONNECT'], ...fields],
});

const many = (count: number, value: string): Header[] =>
  Array.from({ length: count }, (_, index): Header => [`x-${index}`, value]);

export const malformedHeads: readonly MalformedHead[] = [
  ...PSEUDO.map(without),
  ...PSEUDO.map(twice),
  ...PSEUDO.map(late),
  ...PSEUDO.flatMap(disturbed),
  ...[':status', ':foo', ':', ':PATH', ': path', ':protocol', ':host'].map(
    (name): MalformedHead => ({
      name: `pseudo-header "${name}"`,
      fields: [...base, [name, '200']],
    }),
  ),
  ...badNames.map((name) => plus(name, 'value')),
  ...badValues.map((value) => plus('x-value', value)),
  ...badValues.map((value) => plus('cookie', value)),
  ...ofConnections.map(([name, value]) => plus(name, value)),
  ...lengths.map((length) => plus('content-length', length)),
  {
    name: 'Content-Length twice',
    fields: [...base, ['content-length', '0'], ['content-length', '0']],
  },
  body('4', 'hello'),
  body('6', 'hello'),
  body('0', 'hello'),
  body('5', 'helloGET /admin HTTP/1.1\r\nHost: web.test\r\n\r\n'),
  ...hosts.map((host) => plus('host', host)),
  { name: 'Host twice', fields: [...base, ['host', 'web.test'], ['host', 'other.test']] },
  {
    name: 'two Hosts and no :authority',
    fields: [
      ...base.filter(([name]) => name !== ':authority'),
      ['host', 'web.test'],
      ['host', 'web.test'],
    ],
  },
  ...authorities.map((value) => other(':authority', value)),
  ...paths.map((value) => other(':path', value)),
  ...schemes.map((value) => other(':scheme', value)),
  ...methods.map((value) => other(':method', value)),
  connect('to another host', [':authority', 'other.test:443']),
  connect('without a port', [':authority', 'web.test']),
  connect('without :authority'),
  connect(
    'with :path',
    [':authority', 'web.test:443'],
    [':scheme', 'http'],
    [':path', '/smuggled'],
  ),
  connect(
    'for WebSocket',
    [':protocol', 'websocket'],
    [':scheme', 'http'],
    [':authority', 'web.test'],
    [':path', '/smuggled'],
  ),
  plus('expect', '200-ok'),
  plus('content_length', '5'),
  plus('transfer_encoding', 'chunked'),
  {
    name: 'Content-Type twice',
    fields: [...base, ['content-type', 'a/b'], ['content-type', 'c/d']],
  },
  { name: '101 headers', fields: [...base, ...many(101, 'x')] },
  { name: '20 KB of headers', fields: [...base, ...many(20, 'x'.repeat(1000))] },
  { name: '60 KB of headers', fields: [...base, ...many(50, 'x'.repeat(1200))] },
];
