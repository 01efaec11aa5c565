/** Builds the span of an exchange (docs/tracing.md#attributes). */
import { type Attributes, SpanKind } from '@opentelemetry/api';
import { cutText } from '../logs/cut-text.ts';
import { methodAttributes, spanName } from './http-attributes.ts';
import type { SpanContent } from './readable-span.ts';
import { shown } from './shown-text.ts';
import type { TracedExchange } from './traced-exchange.ts';
import { addWaf } from './waf-attributes.ts';

/** `target`: redacted, as it may be shown. */
export function serverSpan(exchange: TracedExchange, target: string): SpanContent {
  const { method, status, cause, httpVersion, userAgent } = exchange;
  const isError = status >= 500 || status === 0;
  const attributes = methodAttributes(method);
  addUrl(attributes, exchange, target);
  addClient(attributes, exchange);
  attributes['network.protocol.version'] = httpVersion === '2.0' ? '2' : httpVersion;
  if (userAgent !== undefined) attributes['user_agent.original'] = shown(cutText(userAgent));
  if (status !== 0) attributes['http.response.status_code'] = status;
  // Without a response, the type is the reason why there is none.
  if (isError) attributes['error.type'] = status === 0 ? (cause ?? 'closed') : String(status);
  addWaf(attributes, exchange);
  return { kind: SpanKind.SERVER, name: spanName(method), attributes, isError };
}

/** Adds the client's address. Adds the peer's address and port only when the peer is another proxy. */
function addClient(attributes: Attributes, exchange: TracedExchange): void {
  const { clientAddress, peerAddress, peerPort } = exchange;
  attributes['client.address'] = clientAddress;
  const isPeer = clientAddress === peerAddress;
  if (!isPeer) attributes['network.peer.address'] = peerAddress;
  // A front that describes a request does not report the client's port.
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

/** Returns the port of the Host header, or the default port of the scheme. */
function portOf({ hostField = '', host, scheme }: TracedExchange): number {
  const port = hostField.length === host.length ? undefined : /:([0-9]{1,5})$/.exec(hostField)?.[1];
  if (port !== undefined) return Number(port);
  return scheme === 'https' ? 443 : 80;
}
