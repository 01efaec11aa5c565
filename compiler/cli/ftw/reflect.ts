/** The backend of the response tests: returns the responses of albedo 0.3.0 (docs/spec/ftw.md#backend). */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { RunResponse } from '../inspection/run-phases.ts';
import type { ParsedRequest } from '../requests/parse-request.ts';
import { detectContentType } from './detect-content-type.ts';

/** The response that a request to `/reflect` describes. A field of another type makes the request invalid. */
type Reflection = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: ByteString;
};

/** Returns the response that the JSON body of `POST /reflect` describes; for any other request, 200 and no body. */
export function reflect({ head, body }: ParsedRequest): RunResponse {
  const isReflect = head.method === 'POST' && /^\/reflect(?:[/?]|$)/.test(head.target);
  if (!isReflect) return respond(200, [], '');
  const reflection = parseReflection(body);
  if (reflection === undefined) return respond(400, [], 'Invalid JSON in request body');
  const { status, headers } = reflection;
  if (status !== 0 && (status < 100 || status > 599)) {
    return respond(400, headers, `Invalid status code: ${status}`);
  }
  return respond(status === 0 ? 200 : status, headers, reflection.body);
}

/** Adds Content-Type as the server of Go does: only when the handler sets none and the body is not empty. */
function respond(status: number, headers: readonly Header[], body: ByteString): RunResponse {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const type: readonly Header[] =
    isTyped || body === '' ? [] : [['Content-Type', detectContentType(body)]];
  const length: Header = ['Content-Length', String(body.length)];
  return { head: { status, protocol: 'HTTP/1.1', headers: [...headers, ...type, length] }, body };
}

function parseReflection(body: ByteString): Reflection | undefined {
  const document = parseJson(body);
  if (document === null || typeof document !== 'object' || Array.isArray(document))
    return undefined;
  const fields = new Map<string, unknown>(Object.entries(document));
  const status = fields.get('status') ?? 0;
  const headers = parseHeaders(fields.get('headers') ?? {});
  const plain = fields.get('body') ?? '';
  const encoded = fields.get('encodedBody') ?? '';
  if (typeof status !== 'number' || headers === undefined) return undefined;
  if (typeof plain !== 'string' || typeof encoded !== 'string') return undefined;
  const bytes = plain === '' ? Buffer.from(encoded, 'base64') : Buffer.from(plain, 'utf8');
  return { status, headers, body: bytes.toString('latin1') };
}

function parseHeaders(node: unknown): readonly Header[] | undefined {
  if (node === null || typeof node !== 'object') return undefined;
  const headers: Header[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (typeof value !== 'string') return undefined;
    headers.push([name, value]);
  }
  return headers;
}

function parseJson(body: ByteString): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}
