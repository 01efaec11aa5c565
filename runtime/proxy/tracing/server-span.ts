/** The span of an exchange (docs/tracing.md#attributes). */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { originalScheme } from '../backend/forward-headers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerValues } from '../http/client-message.ts';
import { cut, integerAttribute, textAttribute } from './attribute.ts';
import {
  errorType,
  methodAttributes,
  serverAddress,
  serverPort,
  spanName,
  statusCode,
} from './http-attributes.ts';
import { SERVER, type SpanContent } from './span-json.ts';
import { wafAttributes } from './waf-attributes.ts';

const urlScheme = textAttribute('url.scheme');
const urlPath = textAttribute('url.path');
const urlQuery = textAttribute('url.query');
const clientAddress = textAttribute('client.address');
const clientPort = integerAttribute('client.port');
const peerAddress = textAttribute('network.peer.address');
const peerPort = integerAttribute('network.peer.port');
const protocolVersion = textAttribute('network.protocol.version');
const userAgent = textAttribute('user_agent.original');

/** `target`: as it may be shown. */
export function serverSpan(exchange: Exchange, target: ByteString): SpanContent {
  const { message, status, cause } = exchange;
  const { method, headers, httpVersion } = message;
  const isError = status >= 500 || status === 0;
  const agent = headerValues(headers, 'user-agent')[0];
  const attributes =
    methodAttributes(method) +
    urlAttributes(exchange, target) +
    clientAttributes(exchange) +
    protocolVersion(httpVersion === '2.0' ? '2' : httpVersion) +
    userAgent(agent === undefined ? undefined : cut(agent)) +
    statusCode(status === 0 ? undefined : status) +
    errorType(isError ? errorOf(status, cause) : undefined) +
    wafAttributes(exchange);
  return { kind: SERVER, name: spanName(method), attributes, isError };
}

/** Without a response it is why there is none. */
function errorOf(status: number, cause: Exchange['cause']): string {
  return status === 0 ? (cause ?? 'closed') : String(status);
}

/** The peer's address and port only where it is another: where a proxy stands before this one. */
function clientAttributes({ clientAddress: client, message: { peer } }: Exchange): string {
  // A front that describes a request names no port.
  const port = peer.port === 0 ? undefined : peer.port;
  return client === peer.address
    ? clientAddress(client) + clientPort(port)
    : clientAddress(client) + peerAddress(peer.address) + peerPort(port);
}

function urlAttributes(exchange: Exchange, target: ByteString): string {
  const { message, trust, host } = exchange;
  const scheme = trust === 'untrusted' ? message.peer.scheme : originalScheme(message);
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  const query = end === -1 ? undefined : target.slice(end + 1);
  const url = urlScheme(scheme) + urlPath(path) + urlQuery(query);
  return host === '' ? url : url + serverAddress(host) + serverPort(portOf(exchange, scheme));
}

/** The port that the client has named, or that of the scheme. */
function portOf({ message, host: name }: Exchange, scheme: 'http' | 'https'): number {
  const host = headerValues(message.headers, 'host')[0] ?? '';
  const port = host.length === name.length ? undefined : /:([0-9]{1,5})$/.exec(host)?.[1];
  if (port !== undefined) return Number(port);
  return scheme === 'https' ? 443 : 80;
}
