/** A curl command line, copied from a browser or written by hand -> the request that curl would send. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import { bytesOfText, textOfBytes } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { curlBody, readOrThrow } from './curl-body.ts';
import { CurlError } from './curl-error.ts';
import { type CurlOption, curlOptions } from './curl-options.ts';
import { percentEncode } from './percent-encode.ts';
import { isHttp, parseHeaderText, type RequestParts } from './request.ts';
import { shellWords } from './shell-words.ts';

export type CurlResult =
  | { readonly kind: 'Ok'; readonly parts: RequestParts }
  | { readonly kind: 'Error'; readonly message: string };

/** Parses `text`, in characters. `files` has the files after an @. */
export function parseCurl(text: string, files: RuleFiles): CurlResult {
  try {
    return requestOfOptions(curlOptions(argumentsOf(shellWords(bytesOfText(text)))), files);
  } catch (error) {
    if (!(error instanceof CurlError)) throw error;
    return { kind: 'Error', message: textOfBytes(error.message) };
  }
}

/** Returns the words after `curl`, which may be left out before an option or a URL. */
function argumentsOf(words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  if (/^(?:.*[/\\])?curl(?:\.exe)?$/.test(first)) return words.slice(1);
  if (first === '' || /^-|[.:/]/.test(first)) return words;
  throw new CurlError(`The command is ${first}, not curl.`);
}

function requestOfOptions(options: readonly CurlOption[], files: RuleFiles): CurlResult {
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const last = (name: string): string | undefined =>
    options.findLast((option) => option.name === name)?.value;
  const [url, second] = options.filter(({ name }) => name === 'url').map(({ value }) => value);
  if (url === undefined) throw new CurlError('The curl command has no URL.');
  if (second !== undefined) {
    throw new CurlError(`The curl command has two URLs, ${url} and ${second}: give it one.`);
  }
  const { body, type } = curlBody(options, files);
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  if (!isHttp(whole)) throw new CurlError(`The curl command has a URL that is not HTTP: ${url}`);
  const isQuery = has('get') && body !== undefined;
  const queries = [
    ...options.filter(({ name }) => name === 'query').map(({ value }) => encodeQuery(value)),
    ...(isQuery ? [body] : []),
  ];
  const sent = has('get') ? undefined : body;
  const written = options.flatMap((option) => writtenHeader(option, files));
  const set = headersOfOptions(options, sent === undefined ? undefined : type);
  const names = new Set(written.map(({ name }) => name.toLowerCase()));
  const parts: RequestParts = {
    method: last('method') ?? methodOf(options, sent),
    url: withQuery(has('asIs') ? whole : withoutDotSegments(whole), queries),
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

/** Removes `.` and `..` from the path as curl does, which decodes nothing (RFC 3986, section 5.2.4). */
function withoutDotSegments(url: string): string {
  const [, origin = '', path = '', rest = ''] =
    /^([^/?#]*\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const remaining: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (segment === '..') remaining.pop();
    const isDots = segment === '.' || segment === '..';
    if (!isDots) remaining.push(segment);
    else if (index === segments.length - 1) remaining.push('');
  }
  return path === '' ? url : `${origin}/${remaining.join('/')}${rest}`;
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
  files: RuleFiles,
): readonly WrittenHeader[] {
  if (option !== 'header') return [];
  if (value.startsWith('@')) {
    return readOrThrow(value.slice(1), files)
      .split(/\r?\n/)
      .flatMap((line) => writtenHeader({ name: option, value: line }, files));
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
