/** The span of an exchange (docs/tracing.md#attributes). */
import { type Attributes, SpanKind } from '@opentelemetry/api';
import { methodAttributes, spanName } from './http-attributes.ts';
import type { SpanContent } from './readable-span.ts';
import { cut, shown } from './shown-text.ts';
import type { TracedExchange } from './traced-exchange.ts';
import { addWaf } from './waf-attributes.ts';

/** `target`: as it may be shown. */
export function serverSpan(exchange: TracedExchange, target: string): SpanContent {
  const { method, status, cause, httpVersion, userAgent } = exchange;
  const isError = status >= 500 || status === 0;
  const attributes = methodAttributes(method);
  addUrl(attributes, exchange, target);
  addClient(attributes, exchange);
  attributes['network.protocol.version'] = httpVersion === '2.0' ? '2' : httpVersion;
  if (userAgent !== undefined) attributes['user_agent.original'] = shown(cut(userAgent));
  if (status !== 0) attributes['http.response.status_code'] = status;
  // Without a response it is why there is none.
  if (isError) attributes['error.type'] = status === 0 ? (cause ?? 'closed') : String(status);
  addWaf(attributes, exchange);
  return { kind: SpanKind.SERVER, name: spanName(method), attributes, isError };
}

/** The peer's address and port only where it is another: where a proxy stands before this one. */
function addClient(attributes: Attributes, exchange: TracedExchange): void {
  const { clientAddress, peerAddress, peerPort } = exchange;
  attributes['client.address'] = clientAddress;
  const isPeer = clientAddress === peerAddress;
  if (!isPeer) attributes['network.peer.address'] = peerAddress;
  // A front that describes a request names no port.
  if (peerPort === 0) return;
  if (isPeer) attributes['client.port'] = peerPort;
  else attributes['network.peer.port'] = peerPort;
}

function addUrl(attributes: Attributes, exchange: TracedExchange, target: string): void {
  const { scheme, host } = exchange;
  const end = target.indexOf('?');
  attributes['url.scheme'] = scheme;
  attributes['url.path'] = end === -1 ? target : target.slice(0, end);
  if (end !== -1) attributes['url.query'] = target.slice(end + 1);
  if (host === '') return;
  attributes['server.address'] = host;
  attributes['server.port'] = portOf(exchange);
}

/** The port that the client has named, or that of the scheme. */
function portOf({ hostField = '', host, scheme }: TracedExchange): number {
  const port = hostField.length === host.length ? undefined : /:([0-9]{1,5})$/.exec(hostField)?.[1];
  if (port !== undefined) return Number(port);
  return scheme === 'https' ? 443 : 80;
}
