/** The options of `portcullis run` that describe a request -> the request. */
import { cannotRead, inputPath, type RuleFiles } from '#compiler/rule-files.ts';
import { bytesOfText, textOfBytes } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { splitMessage } from '#proxy/http/message-head.ts';
import { parseCurl } from './parse-curl.ts';
import { parseHar } from './parse-har.ts';
import { parseRequest } from './parse-request.ts';
import { isHttp, parseHeaderText, type RequestResult, requestOf } from './request.ts';

export type RequestOptions = {
  readonly method?: string;
  readonly url?: string;
  readonly header: readonly string[];
  readonly data?: string;
  readonly curl?: string;
  readonly har?: string;
  readonly harEntry: number;
};

/** Reads the request from exactly one of: a file (`path`; "-" is standard input), --curl, --har, --url. */
export function readRequest(
  path: string | undefined,
  options: RequestOptions,
  files: RuleFiles,
): RequestResult {
  const { curl, har, url, method, header, data } = options;
  const given = [path, curl, har, url].filter((each) => each !== undefined).length;
  if (given !== 1) return wrong('Give one request: a file, --url, --curl or --har.');
  if (url !== undefined) return readFlags(url, options);
  if (method !== undefined || data !== undefined || header.length > 0) {
    return wrong('--method, --header and --data need --url.');
  }
  if (curl !== undefined) return readCurl(curl, files);
  return har === undefined ? readRaw(path ?? '-', files) : readHar(har, options.harEntry, files);
}

/** Reads a raw request. A body without Content-Length and Transfer-Encoding extends to the end of the file. */
function readRaw(path: string, files: RuleFiles): RequestResult {
  const read = inputPath(path);
  const raw = files.read(read);
  if (raw === undefined) return wrong(cannotRead(read, files, path));
  if (/^\s*\{\s*"/.test(raw)) {
    return wrong(
      `${path} is JSON, not an HTTP request: use --har for a HAR file, and portcullis tune for an audit log.`,
    );
  }
  const { head, body } = parseRequest(withLength(raw));
  if (head.method === '' || head.target === '') return wrong(`${path} contains no HTTP request.`);
  return { kind: 'Ok', request: { head, body } };
}

function withLength(raw: ByteString): ByteString {
  const { startLine, fieldLines, body = '' } = splitMessage(raw);
  const isFramed = fieldLines.some((line) => /^(?:content-length|transfer-encoding):/i.test(line));
  if (body === '' || isFramed) return raw;
  return [startLine, ...fieldLines, `Content-Length: ${body.length}`, '', body].join('\r\n');
}

function readCurl(curl: string, files: RuleFiles): RequestResult {
  const parsed = parseCurl(curl, files);
  return parsed.kind === 'Ok' ? { kind: 'Ok', request: requestOf(parsed.parts) } : parsed;
}

function readHar(path: string, entry: number, files: RuleFiles): RequestResult {
  const text = files.read(path);
  if (text === undefined) return wrong(cannotRead(path, files));
  const parts = parseHar(textOfBytes(text), entry);
  if (parts === undefined) return wrong(`${path} is not a HAR file with an entry ${entry}.`);
  return { kind: 'Ok', request: requestOf(parts) };
}

function readFlags(url: string, { method, header, data = '' }: RequestOptions): RequestResult {
  if (!isHttp(url)) return wrong(`--url takes a path or an HTTP URL, not ${url}.`);
  const headers: Header[] = [];
  for (const written of header) {
    const parsed = parseHeaderText(bytesOfText(written));
    if (parsed === undefined) return wrong(`--header takes NAME: VALUE, not ${written}.`);
    headers.push(parsed);
  }
  const body = bytesOfText(data);
  return { kind: 'Ok', request: requestOf({ method, url: bytesOfText(url), headers, body }) };
}

function wrong(message: string): RequestResult {
  return { kind: 'Error', message };
}
