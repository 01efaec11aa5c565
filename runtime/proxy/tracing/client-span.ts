/** The span of the backend's part: from sending the request to the head of the response. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { integerAttribute, textAttribute } from './attribute.ts';
import {
  errorType,
  methodAttributes,
  serverAddress,
  serverPort,
  spanName,
  statusCode,
} from './http-attributes.ts';
import { CLIENT, type SpanContent } from './span-json.ts';

const urlFull = textAttribute('url.full');
const resendCount = integerAttribute('http.request.resend_count');

/** `backend`: as in logs; exchanges without one have no such span. `target`: as it may be shown. */
export function clientSpan(exchange: Exchange, backend: string, target: ByteString): SpanContent {
  const { message, backendStatus, retries } = exchange;
  const { url, attributes: ofBackend } = endpointOf(backend);
  const error = errorOf(exchange);
  const attributes =
    methodAttributes(message.method) +
    urlFull(url + target) +
    ofBackend +
    statusCode(backendStatus) +
    resendCount(retries === 0 ? undefined : retries) +
    errorType(error);
  const isError = error !== undefined;
  return { kind: CLIENT, name: spanName(message.method), attributes, isError };
}

function errorOf({ backendStatus, backendFailure, cause }: Exchange): string | undefined {
  if (backendStatus === undefined) return backendFailure ?? cause ?? 'closed';
  return backendStatus >= 400 ? String(backendStatus) : undefined;
}

type Endpoint = {
  readonly url: string;
  /** Its address, and its port unless it is a socket of this machine. */
  readonly attributes: string;
};

const endpoints = new Map<string, Endpoint>();

/** As many as there are backends in the settings. */
function endpointOf(label: string): Endpoint {
  const known = endpoints.get(label);
  if (known !== undefined) return known;
  const endpoint = parseLabel(label);
  endpoints.set(label, endpoint);
  return endpoint;
}

function parseLabel(label: string): Endpoint {
  if (label.startsWith('unix:'))
    return { url: 'http://localhost', attributes: serverAddress(label.slice('unix:'.length)) };
  const url = label.startsWith('https://') ? label : `http://${label}`;
  const { hostname, port, protocol } = new URL(url);
  const fallback = protocol === 'https:' ? 443 : 80;
  const number = port === '' ? fallback : Number(port);
  return { url, attributes: serverAddress(hostname) + serverPort(number) };
}
