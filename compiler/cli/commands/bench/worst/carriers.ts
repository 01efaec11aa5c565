/** Whole requests that carry a string to the rules, each in a different part. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { percentEncode } from '../../../requests/percent-encode.ts';
import type { BenchRequest } from '../bench-request.ts';

export type Carrier = {
  readonly name: string;
  /** Bytes of a string that fits. */
  readonly most: number;
  readonly carry: (text: ByteString) => BenchRequest;
};

/** The limit of Node and the proxy for request line and headers. */
export const MOST_HEAD_BYTES = 16 << 10;

export const USUAL: readonly Header[] = [
  ['Host', 'www.example.com'],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
];
export const BOUNDARY = 'xYzZy';

/** In headers, bytes that a header cannot contain become blanks. */
export const carriers: readonly Carrier[] = [
  header('Accept', (text) => text),
  header('Cookie', (text) => `sid=${text}`),
  header('User-Agent', (text) => text),
  {
    name: 'args',
    most: Number.POSITIVE_INFINITY,
    carry: (text) => post('args', 'application/x-www-form-urlencoded', `a=${percentEncode(text)}`),
  },
  {
    name: 'JSON',
    most: Number.POSITIVE_INFINITY,
    carry: (text) => post('JSON', 'application/json', `{"a":"${jsonEscaped(text)}"}`),
  },
  {
    name: 'XML',
    most: Number.POSITIVE_INFINITY,
    carry: (text) => post('XML', 'text/xml', `<a b="1">${xmlEscaped(text)}</a>`),
  },
  {
    name: 'multipart',
    most: Number.POSITIVE_INFINITY,
    carry: (text) => {
      const head = 'Content-Disposition: form-data; name="a"\r\n\r\n';
      const body = `--${BOUNDARY}\r\n${head}${text}\r\n--${BOUNDARY}--\r\n`;
      return post('multipart', `multipart/form-data; boundary=${BOUNDARY}`, body);
    },
  },
];

function header(name: string, write: (text: ByteString) => ByteString): Carrier {
  return {
    name,
    most: MOST_HEAD_BYTES,
    carry: (text) => {
      const value = write(text.replace(/[^\t -\xff]/g, ' ').trim());
      const others = USUAL.filter(([usual]) => usual !== name);
      return { name, method: 'GET', target: '/', headers: [...others, [name, value]], body: '' };
    },
  };
}

export function post(name: string, type: string, body: ByteString): BenchRequest {
  const about: readonly Header[] = [
    ['Content-Type', type],
    ['Content-Length', String(body.length)],
  ];
  return { name, method: 'POST', target: '/', headers: [...USUAL, ...about], body };
}

/** Escapes a text for JSON. Bytes from 0x80 are escaped as the characters with that code. */
export function jsonEscaped(text: ByteString): ByteString {
  return text.replace(/["\\]|[^ -~]/g, (char) => `\\u00${hex(char)}`);
}

/** Escapes a text for XML. Control bytes other than blanks cannot be represented. */
export function xmlEscaped(text: ByteString): ByteString {
  return text.replace(/[&<>]|[^ -~]/g, (char) =>
    char >= ' ' || '\t\r\n'.includes(char) ? `&#x${hex(char)};` : ' ',
  );
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}
