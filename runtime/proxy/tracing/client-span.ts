/** Builds the span for the backend's part of an exchange: from sending the request to the head of the response. */
import { SpanKind } from '@opentelemetry/api';
import { methodAttributes, spanName } from './http-attributes.ts';
import type { SpanContent } from './readable-span.ts';
import type { BackendPart, TracedExchange } from './traced-exchange.ts';

/** `target`: redacted, as it may be shown. */
export function clientSpan(
  { method, cause }: TracedExchange,
  backend: BackendPart,
  target: string,
): SpanContent {
  const { url, address, port } = endpointOf(backend.label);
  const error = errorOf(backend, cause);
  const attributes = methodAttributes(method);
  attributes['url.full'] = url + target;
  attributes['server.address'] = address;
  if (port !== undefined) attributes['server.port'] = port;
  if (backend.status !== undefined) attributes['http.response.status_code'] = backend.status;
  if (backend.retries > 0) attributes['http.request.resend_count'] = backend.retries;
  if (error !== undefined) attributes['error.type'] = error;
  const isError = error !== undefined;
  return { kind: SpanKind.CLIENT, name: spanName(method), attributes, isError };
}

function errorOf({ status, failure }: BackendPart, cause: string | undefined): string | undefined {
  if (status === undefined) return failure ?? cause ?? 'closed';
  return status >= 400 ? String(status) : undefined;
}

type Endpoint = {
  readonly url: string;
  readonly address: string;
  /** Undefined for a Unix domain socket. */
  readonly port: number | undefined;
};

const endpoints = new Map<string, Endpoint>();

/** Returns the endpoint for a label. The cache has one entry per backend of the settings. */
function endpointOf(label: string): Endpoint {
  const known = endpoints.get(label);
  if (known !== undefined) return known;
  const endpoint = parseLabel(label);
  endpoints.set(label, endpoint);
  return endpoint;
}

function parseLabel(label: string): Endpoint {
  if (label.startsWith('unix:'))
    return { url: 'http://localhost', address: label.slice('unix:'.length), port: undefined };
  // A label ends with parameters of the backend, such as `server_name`.
  const [address = ''] = label.split(' ', 1);
  const url = address.startsWith('https://') ? address : `http://${address}`;
  const { hostname, port, protocol } = new URL(url);
  const fallback = protocol === 'https:' ? 443 : 80;
  return { url, address: hostname, port: port === '' ? fallback : Number(port) };
}
