/** Builds the bytes that go-ftw sends for one stage (docs/spec/ftw.md#requests). */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { formEncode } from '../requests/form-encode.ts';
import type { FtwInput } from './ftw-types.ts';
import { expandTemplate } from './template.ts';

type Headers = readonly Header[];

const FORM = 'application/x-www-form-urlencoded';

/** The expression of go-ftw, copied as it is: its anchors apply to POST and to DELETE only. */
const METHOD_WITH_BODY = /^POST|PUT|PATCH|DELETE$/;

/** Returns the whole request, or undefined when `data` contains a template that template.ts cannot expand. */
export function buildRequest(input: FtwInput): ByteString | undefined {
  if (input.encodedRequest) return input.encodedRequest;
  const data = input.encodedData ?? expandTemplate(input.data ?? '');
  if (data === undefined) return undefined;
  const method = input.method ?? 'GET';
  const typed = withContentType(sorted(input.headers), data, input.autocompleteHeaders);
  const body =
    input.encodedData === undefined ? encodeBody(typed, data, input.autocompleteHeaders) : data;
  const headers = input.autocompleteHeaders ? withFraming(typed, method, body) : typed;
  return [
    `${method} ${input.uri ?? '/'} ${input.version ?? 'HTTP/1.1'}\r\n`,
    ...headers.map(([name, value]) => `${name}: ${value}\r\n`),
    `\r\n${body}`,
  ].join('');
}

/** Sorts by name, byte by byte, as go-ftw does: a YAML mapping has no order in Go. */
function sorted(headers: Headers): Headers {
  return headers.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

function withContentType(headers: Headers, data: ByteString, autocomplete: boolean): Headers {
  if (!autocomplete || data === '' || headerValues(headers, 'content-type')[0] !== undefined)
    return headers;
  return [...headers, ['Content-Type', FORM]];
}

function encodeBody(headers: Headers, data: ByteString, autocomplete: boolean): ByteString {
  const type = lowerAscii(headerValues(headers, 'content-type')[0] ?? '');
  if (type.includes('multipart/form-data;')) return data.replaceAll('\n', '\r\n');
  return autocomplete && type === FORM ? formEncode(data) : data;
}

function withFraming(headers: Headers, method: ByteString, body: ByteString): Headers {
  const framed = [...headers];
  if (headerValues(headers, 'connection')[0] === undefined) framed.push(['Connection', 'close']);
  const wantsLength = body !== '' || METHOD_WITH_BODY.test(method);
  if (wantsLength && headerValues(headers, 'content-length')[0] === undefined) {
    framed.push(['Content-Length', String(body.length)]);
  }
  return framed;
}
