/** A curl command line, copied from a browser or written by hand -> the request that curl would send. */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';
import { bytesOfText } from '../../utf8.ts';
import { curlBody, MissingFile, type ReadFile } from './curl-body.ts';
import { type CurlOption, curlOptions } from './curl-options.ts';
import { percentEncode } from './percent-encode.ts';
import { parseHeaderText, type RequestParts } from './request.ts';
import { shellWords } from './shell-words.ts';

export type CurlResult =
  | { readonly kind: 'Ok'; readonly parts: RequestParts }
  | { readonly kind: 'Error'; readonly message: string };

/** Parses `text`, in characters. `read` returns the bytes of a file after an @, or undefined when it cannot. */
export function parseCurl(text: string, read: ReadFile): CurlResult {
  const words = shellWords(bytesOfText(text));
  const options = curlOptions(
    /^(?:.*[/\\])?curl(?:\.exe)?$/.test(words[0] ?? '') ? words.slice(1) : words,
  );
  try {
    return requestOfOptions(options, read);
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    return { kind: 'Error', message: `Cannot read ${error.path}, which the curl command names.` };
  }
}

function requestOfOptions(options: readonly CurlOption[], read: ReadFile): CurlResult {
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const last = (name: string): string | undefined =>
    options.findLast((option) => option.name === name)?.value;
  const url = last('url');
  if (url === undefined) return { kind: 'Error', message: 'The curl command has no URL.' };
  const { body, type } = curlBody(options, read);
  const isQuery = has('get') && body !== undefined;
  const queries = [
    ...options.filter(({ name }) => name === 'query').map(({ value }) => encodeQuery(value)),
    ...(isQuery ? [body] : []),
  ];
  const sent = has('get') ? undefined : body;
  const written = options.flatMap((option) => writtenHeader(option, read));
  const set = headersOfOptions(options, sent === undefined ? undefined : type);
  const names = new Set(written.map(({ name }) => name.toLowerCase()));
  const parts: RequestParts = {
    method: last('method') ?? methodOf(options, sent),
    url: withQuery(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`, queries),
    headers: [
      ...written.flatMap(({ name, value }): Header[] =>
        value === undefined ? [] : [[name, value]],
      ),
      ...set.filter(([name]) => !names.has(name.toLowerCase())),
    ],
    absent: written
      .filter(({ value }) => value === undefined)
      .map(({ name }) => name.toLowerCase()),
    body: sent ?? '',
  };
  return { kind: 'Ok', parts };
}

function methodOf(
  options: readonly CurlOption[],
  body: ByteString | undefined,
): string | undefined {
  if (options.some(({ name }) => name === 'head')) return 'HEAD';
  if (options.some(({ name }) => name === 'upload')) return 'PUT';
  return body === undefined ? undefined : 'POST';
}

/** Encodes the value of `name=text` of --url-query. A text after a plus is sent unchanged. */
function encodeQuery(value: string): string {
  if (value.startsWith('+')) return value.slice(1);
  const equals = value.indexOf('=');
  return value.slice(0, equals + 1) + percentEncode(value.slice(equals + 1));
}

function withQuery(url: string, queries: readonly string[]): string {
  if (queries.length === 0) return url;
  const [before = '', fragment] = url.split(/#(.*)/s);
  const joined = `${before}${before.includes('?') ? '&' : '?'}${queries.join('&')}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

/** A header option; without a value, the header is not sent at all. */
type WrittenHeader = { readonly name: string; readonly value: string | undefined };

/** Parses `Name: value`, `Name;` (sent with an empty value), `Name:` (not sent) or `@file` (one header per line). */
function writtenHeader(
  { name: option, value }: CurlOption,
  read: ReadFile,
): readonly WrittenHeader[] {
  if (option !== 'header') return [];
  if (value.startsWith('@')) {
    const text = read(value.slice(1));
    if (text === undefined) throw new MissingFile(value.slice(1));
    return text
      .split(/\r?\n/)
      .flatMap((line) => writtenHeader({ name: option, value: line }, read));
  }
  const empty = /^([^:;\s]+);\s*$/.exec(value)?.[1];
  if (empty !== undefined) return [{ name: empty, value: '' }];
  const header = parseHeaderText(value);
  if (header === undefined) return [];
  return [{ name: header[0], value: header[1] === '' ? undefined : header[1] }];
}

/** Returns the headers that result from other options, and those that curl sends by default. */
function headersOfOptions(
  options: readonly CurlOption[],
  type: string | undefined,
): readonly Header[] {
  const last = (name: string): string | undefined =>
    options.findLast((option) => option.name === name)?.value;
  const isJson = type === 'application/json';
  const cookies = options.filter(({ name, value }) => name === 'cookie' && value.includes('='));
  const [user, bearer, range] = [last('user'), last('bearer'), last('range')];
  const basic = user && `Basic ${btoa(user)}`;
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ['Authorization', bearer === undefined ? basic : `Bearer ${bearer}`],
    ['User-Agent', last('agent') ?? 'curl/8.5.0'],
    ['Accept', isJson ? type : '*/*'],
    ['Accept-Encoding', last('compressed') === undefined ? undefined : 'deflate, gzip, br, zstd'],
    ['Referer', last('referer')?.replace(/;auto$/, '')],
    ['Cookie', cookies.length === 0 ? undefined : cookies.map(({ value }) => value).join('; ')],
    ['Range', range && `bytes=${range}`],
    ['Content-Type', type],
  ];
  return candidates.flatMap(([name, value]): Header[] => (value ? [[name, value]] : []));
}
