/** A request as benchmarks keep it, and the lines of request files. */
import type { ByteString } from '../../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../../runtime/engine/host/compiled-waf.ts';

export type BenchRequest = {
  readonly name: string;
  readonly method: ByteString;
  readonly target: ByteString;
  /** With Host and Content-Length. */
  readonly headers: readonly Header[];
  readonly body: ByteString;
};

/** Requests of one kind: `browse`, `form`, `json`, `upload`, `attack`. */
export type Mix = { readonly name: string; readonly requests: readonly BenchRequest[] };

/** One line of a mix file: `body` is text, `bodyBase64` bytes. */
export type MixLine = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
};

/** The requests of a JSONL text, empty lines left out; else what is wrong with which line. */
export function parseRequests(text: string): readonly BenchRequest[] | string {
  const requests: BenchRequest[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    if (!isMixLine(parsed)) {
      return `line ${index + 1} is no request: an object with name, method, path and headers`;
    }
    requests.push(toRequest(parsed));
  }
  return requests.length === 0 ? 'there is no request in it' : requests;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMixLine(value: unknown): value is MixLine {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['name', 'method', 'path'].map((key) => Reflect.get(value, key));
  const bodies = ['body', 'bodyBase64'].map((key) => Reflect.get(value, key));
  const headers: unknown = Reflect.get(value, 'headers');
  return (
    texts.every((text) => typeof text === 'string') &&
    bodies.every((body) => body === undefined || typeof body === 'string') &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every((header) => typeof header === 'string')
  );
}

/** Text becomes bytes, and the two headers that every real request has are added. */
export function toRequest(line: MixLine): BenchRequest {
  const { name, method, path, headers, body = '', bodyBase64 } = line;
  const bytes =
    bodyBase64 === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bodyBase64, 'base64');
  return {
    name,
    method,
    target: path,
    headers: [
      ['Host', 'www.example.com'],
      ...Object.entries(headers),
      ...(bytes.length > 0 ? [['Content-Length', String(bytes.length)] as const] : []),
    ],
    body: bytes.toString('latin1'),
  };
}
