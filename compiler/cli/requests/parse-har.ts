/** HAR files (HTTP Archive 1.2), as browsers save them -> request parts of one entry. */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';
import { itemsOf, member, parseJson } from '../../json.ts';
import { MULTIPART_TYPE, multipartBody } from './multipart-form.ts';
import { percentEncode } from './percent-encode.ts';
import { bytesOfText, type RequestParts } from './request.ts';

/** The entry of that number, from 1; undefined: no HAR file, or no such entry. */
export function parseHar(text: string, entry: number): RequestParts | undefined {
  const entries = member(member(parseJson(text), 'log'), 'entries');
  const request = Array.isArray(entries) ? member(entries[entry - 1], 'request') : undefined;
  const url = textOf(member(request, 'url'));
  if (url === undefined) return undefined;
  const headers = itemsOf(member(request, 'headers')).flatMap(headerOf);
  const { body, type } = bodyOf(member(request, 'postData'));
  return {
    method: textOf(member(request, 'method')),
    url,
    headers: type === undefined ? headers : withType(headers, type),
    body,
  };
}

/** Pseudo-headers of HTTP/2 are none. */
function headerOf(header: unknown): readonly Header[] {
  const [name, value] = [textOf(member(header, 'name')), textOf(member(header, 'value'))];
  return name === undefined || value === undefined || name.startsWith(':') ? [] : [[name, value]];
}

type HarBody = {
  readonly body: ByteString;
  /** The body is one that was made here, with this media type. */
  readonly type: string | undefined;
};

/** The text, in base64 when `encoding` is base64; else the parameters, which some tools save alone. */
function bodyOf(postData: unknown): HarBody {
  const text = member(postData, 'text');
  if (typeof text === 'string' && text !== '') {
    const isBase64 = member(postData, 'encoding') === 'base64';
    const body = isBase64 ? Buffer.from(text, 'base64').toString('latin1') : bytesOfText(text);
    return { body, type: undefined };
  }
  const params = itemsOf(member(postData, 'params')).map((param) => ({
    name: textOf(member(param, 'name')) ?? '',
    content: textOf(member(param, 'value')) ?? '',
    fileName: textOf(member(param, 'fileName')),
    type: textOf(member(param, 'contentType')),
  }));
  if (params.length === 0) return { body: '', type: undefined };
  if (textOf(member(postData, 'mimeType'))?.startsWith('multipart/') === true) {
    return { body: multipartBody(params), type: MULTIPART_TYPE };
  }
  const pairs = params.map(
    ({ name, content }) => `${percentEncode(name)}=${percentEncode(content)}`,
  );
  return { body: pairs.join('&'), type: undefined };
}

/** The boundary of the saved header is not that of the body made here, nor is the length. */
function withType(headers: readonly Header[], type: string): readonly Header[] {
  const others = headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  return [...others, ['Content-Type', type]];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? bytesOfText(value) : undefined;
}
