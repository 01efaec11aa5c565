/** Requests of benchmarks, and the lines of request files. */
import * as v from 'valibot';
import { parseJson } from '#compiler/json.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

export type BenchRequest = {
  readonly name: string;
  readonly method: ByteString;
  readonly target: ByteString;
  /** Including Host and Content-Length. */
  readonly headers: readonly Header[];
  readonly body: ByteString;
};

/** Requests of one kind: `browse`, `form`, `json`, `upload`, `attack`. */
export type Mix = { readonly name: string; readonly requests: readonly BenchRequest[] };

/** One line of a mix file, as in the samples of other commands. `body` is text, `bodyBase64` is bytes. */
const mixLine = v.object({
  name: v.optional(v.string()),
  method: v.optional(v.string()),
  path: v.string(),
  headers: v.optional(v.record(v.string(), v.string())),
  body: v.optional(v.string()),
  bodyBase64: v.optional(v.string()),
});

export type MixLine = Readonly<v.InferOutput<typeof mixLine>>;

/** Returns the requests of a JSONL text, without empty lines; for an invalid line a text with the error. */
export function parseRequests(text: string): readonly BenchRequest[] | string {
  const requests: BenchRequest[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = v.safeParse(mixLine, parseJson(line));
    if (!parsed.success) {
      return `line ${index + 1} is not a request: an object with path, and name, method, headers and body where needed`;
    }
    requests.push(toRequest({ name: `line ${index + 1}`, ...parsed.output }));
  }
  return requests.length === 0 ? 'it contains no request' : requests;
}

/** Converts text to bytes and adds the two headers that every real request has, unless the line has them. */
export function toRequest(line: MixLine): BenchRequest {
  const { name = '', path, headers = {}, body = '', bodyBase64 } = line;
  const bytes =
    bodyBase64 === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bodyBase64, 'base64');
  const given = Object.entries(headers);
  const missing = (name: string, value: string): readonly Header[] =>
    given.some(([other]) => other.toLowerCase() === name.toLowerCase()) ? [] : [[name, value]];
  return {
    name,
    method: line.method ?? (bytes.length > 0 ? 'POST' : 'GET'),
    target: path,
    headers: [
      ...missing('Host', 'www.example.com'),
      ...given,
      ...(bytes.length > 0 ? missing('Content-Length', String(bytes.length)) : []),
    ],
    body: bytes.toString('latin1'),
  };
}
