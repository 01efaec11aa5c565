/** Whole requests of one size whose cost depends on their shape: names, nesting, cookies, parts. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { percentEncode } from '../../../requests/percent-encode.ts';
import type { BenchRequest } from '../bench-request.ts';
import { BOUNDARY, jsonEscaped, MOST_HEAD_BYTES, post, USUAL, xmlEscaped } from './carriers.ts';

/** Returns the text with that number, before encoding. Most numbers give different texts. */
export type Item = (index: number) => ByteString;

export type Shape = {
  readonly name: string;
  /** Returns a request of about `size` bytes; at most MOST_HEAD_BYTES of them are in headers or target. */
  readonly make: (size: number, item: Item) => BenchRequest;
};

const FORM = 'application/x-www-form-urlencoded';
/** Below the engine's limits: 1,000 arguments, 1,024 levels of JSON. */
const MOST_ARGUMENTS = 999;
const DEPTH = 1000;
/** Each level of an array adds eight bytes to the name of every leaf; more levels are refused. */
const ARRAY_DEPTH = 60;
/** The engine refuses a depth of 256. */
const XML_DEPTH = 250;

export const shapes: readonly Shape[] = [
  ...inJson({
    'JSON elements': (size, item) => `[${joined(size, ofMany(size, item), ',', MOST_ARGUMENTS)}]`,
    'JSON members': (size, item) => {
      const value = ofMany(size, item);
      return `{${joined(size, (index) => `"k${index}":${value(index)}`, ',', MOST_ARGUMENTS)}}`;
    },
    'JSON names': (size, item) => {
      const name = ofMany(size, item);
      return `{${joined(size, (index) => `${name(index)}:1`, ',', MOST_ARGUMENTS)}}`;
    },
    // Names of leaves may have up to eight times the bytes of the body.
    'JSON one long name': (size, item) => {
      const elements = joined(size, (index) => quoted(filled(150, item, index)), ',');
      return `{${quoted(filled(1000, item))}:[${elements}]}`;
    },
    'JSON long names nested': (size, item) => {
      const opening = joined(size, (index) => `{${quoted(filled(100, item, index))}:`, '');
      return `${opening}1${'}'.repeat(opening.split('{"').length - 1)}`;
    },
    'JSON nested arrays': (size) => {
      const nested = '['.repeat(ARRAY_DEPTH) + ']'.repeat(ARRAY_DEPTH);
      return `[${joined(size, () => nested, ',')}]`;
    },
    'JSON nested objects': (size) => {
      const nested = `${'{"a":'.repeat(DEPTH - 1)}1${'}'.repeat(DEPTH - 1)}`;
      return `[${joined(size, () => nested, ',')}]`;
    },
    'JSON elements at depth': (size, item) => {
      const elements = joined(size, (index) => quoted(filled(150, item, index)), ',');
      return '['.repeat(ARRAY_DEPTH) + elements + ']'.repeat(ARRAY_DEPTH);
    },
    'JSON escapes': (size) => `["${'\\u0027'.repeat(size / 6)}"]`,
  }),
  ...inForm({
    'form arguments': (size, item) =>
      joined(size, (index) => `a${index}=${percentEncode(item(index))}`, '&', MOST_ARGUMENTS),
    'form long arguments': (size, item) => {
      const length = size / MOST_ARGUMENTS;
      return joined(
        size,
        (index) => `a${index}=${percentEncode(filled(length, item, index)).slice(0, length)}`,
        '&',
        MOST_ARGUMENTS,
      );
    },
    'form names': (size, item) =>
      joined(size, (index) => `${percentEncode(item(index))}=1`, '&', MOST_ARGUMENTS),
    'form one name': (size, item) =>
      joined(size, (index) => `a=${percentEncode(item(index))}`, '&', MOST_ARGUMENTS),
    'form too many arguments': (size) => joined(size, (index) => `a${index}=1`, '&'),
    'form percents': (size) => `a=${'%27'.repeat(size / 3)}`,
    'form double percents': (size) => `a=${'%2527'.repeat(size / 5)}`,
    'form blanks': (size) => `a=${'+'.repeat(size)}`,
  }),
  ...inParts({
    'multipart fields': (item, index) => [`name="a${index}"`, item(index)],
    'multipart names': (item, index) => [`name="${safe(item(index))}${index}"`, '1'],
    'multipart file names': (item, index) => [
      `name="f${index}"; filename="${safe(item(index))}.png"`,
      'x',
    ],
    'multipart empty parts': (_item, index) => [`name="a${index}"`, ''],
    'multipart headers': (item, index) => [
      `name="a${index}"\r\n${joined(500, (line) => `X-${line}: ${safe(item(line))}`, '\r\n')}`,
      '1',
    ],
  }),
  ...inXml({
    'XML elements': (size, item) =>
      joined(size, (index) => `<b>${xmlEscaped(item(index))}</b>`, ''),
    'XML attributes': (size, item) =>
      joined(size, (index) => `<b c="${xmlEscaped(item(index)).replaceAll('"', '&quot;')}"/>`, ''),
    'XML nested': (size) => {
      const nested = '<b>'.repeat(XML_DEPTH) + '</b>'.repeat(XML_DEPTH);
      return joined(size, () => nested, '');
    },
    'XML entities': (size) => '&amp;'.repeat(size / 5),
  }),
  ...inHeaders({
    cookies: (size, item) => [
      ['Cookie', joined(size, (index) => `c${index}=${safe(item(index))}`, '; ')],
    ],
    'cookie names': (size, item) => [
      ['Cookie', joined(size, (index) => `${safe(item(index))}=1`, '; ')],
    ],
    'cookie headers': (size, item) =>
      listed(size, (index) => ['Cookie', `c${index}=${safe(item(index))}`]),
    'header values': (size, item) => listed(size, (index) => [`X-${index}`, safe(item(index))]),
    'header names': (size) => listed(size, (index) => [`X-${'a'.repeat(50)}-${index}`, '1']),
  }),
  {
    name: 'query arguments',
    make: (size, item) =>
      get(
        `/?${joined(Math.min(size, MOST_HEAD_BYTES), (index) => `a${index}=${percentEncode(item(index))}`, '&', MOST_ARGUMENTS)}`,
        [],
      ),
  },
  {
    name: 'path segments',
    make: (size, item) =>
      get(
        `/${joined(Math.min(size, MOST_HEAD_BYTES), (index) => percentEncode(item(index)), '/')}`,
        [],
      ),
  },
];

type Bodies = Readonly<Record<string, (size: number, item: Item) => ByteString>>;

function inJson(bodies: Bodies): readonly Shape[] {
  return withBodies(bodies, 'application/json', (body) => body);
}

function inForm(bodies: Bodies): readonly Shape[] {
  return withBodies(bodies, FORM, (body) => body);
}

function inXml(bodies: Bodies): readonly Shape[] {
  return withBodies(bodies, 'text/xml', (body) => `<a>${body}</a>`);
}

function inParts(
  parts: Readonly<Record<string, (item: Item, index: number) => readonly [string, ByteString]>>,
): readonly Shape[] {
  return Object.entries(parts).map(([name, part]) => ({
    name,
    make: (size, item) => {
      const body = joined(
        size,
        (index) => {
          const [about, value] = part(item, index);
          return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n${value}\r\n`;
        },
        '',
        MOST_ARGUMENTS,
      );
      return post(name, `multipart/form-data; boundary=${BOUNDARY}`, `${body}--${BOUNDARY}--\r\n`);
    },
  }));
}

function inHeaders(
  lists: Readonly<Record<string, (size: number, item: Item) => readonly Header[]>>,
): readonly Shape[] {
  return Object.entries(lists).map(([name, list]) => ({
    name,
    make: (size, item) => get('/', list(Math.min(size, MOST_HEAD_BYTES), item)),
  }));
}

function withBodies(
  bodies: Bodies,
  type: string,
  wrap: (body: ByteString) => ByteString,
): readonly Shape[] {
  return Object.entries(bodies).map(([name, body]) => ({
    name,
    make: (size, item) => post(name, type, wrap(body(size, item))),
  }));
}

function get(target: ByteString, headers: readonly Header[]): BenchRequest {
  return { name: 'GET', method: 'GET', target, headers: [...USUAL, ...headers], body: '' };
}

/** Joins pieces until there are `size` bytes or `most` pieces. */
function joined(
  size: number,
  piece: (index: number) => ByteString,
  separator: string,
  most = Number.POSITIVE_INFINITY,
): ByteString {
  const pieces: ByteString[] = [];
  for (let length = 0; length < size && pieces.length < most; ) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += next.length + separator.length;
  }
  return pieces.join(separator);
}

function listed(size: number, header: (index: number) => Header): readonly Header[] {
  const headers: Header[] = [];
  for (let length = 0; length < size; ) {
    const next = header(headers.length);
    headers.push(next);
    length += next[0].length + next[1].length + 4;
  }
  return headers;
}

function filled(size: number, item: Item, from = 0): ByteString {
  return joined(size, (index) => item(from + index), ' ').slice(0, size);
}

function quoted(text: ByteString): ByteString {
  return `"${jsonEscaped(text)}"`;
}

/** Returns JSON strings of such a length that the highest allowed number of them has `size` bytes. */
function ofMany(size: number, item: Item): Item {
  return (index) => quoted(filled(size / MOST_ARGUMENTS, item, index));
}

/** Replaces characters that a header, a cookie or a quoted name cannot contain. */
function safe(text: ByteString): ByteString {
  return text.replace(/[^!#-+\--:<-[\]-~]/g, '_');
}
