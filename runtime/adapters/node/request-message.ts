/** A request of node:http or node:http2 as rules see it: headers in wire order, not merged. */
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { checkProtocol, type Refused } from '#proxy/http/check-protocol.ts';
import { type ClientMessage, clientMessage } from '#proxy/http/client-message.ts';
import { hostName } from '../core/inspector.ts';

export type Message = {
  readonly head: RequestHead;
  /** Why the message is ambiguous (docs/spec/http.md#framing); undefined: it is not. */
  readonly refused: Refused | undefined;
  readonly hasBody: boolean;
};

/** Frameworks rewrite `url` for mounted applications; `originalUrl` is what the client sent. */
export type FrameworkRequest = IncomingMessage & {
  readonly originalUrl?: string;
  /** Set for HTTP/2. */
  readonly stream?: { readonly endAfterHeaders: boolean; readonly closed: boolean };
};

export type Received = {
  readonly request: FrameworkRequest;
  /** Undefined: use the peer's address. */
  readonly clientAddress: string | undefined;
  /** The target as sent by the client, if the framework has it; undefined: that of the request. */
  readonly target?: string | undefined;
};

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function messageOf({ request, clientAddress, target: known }: Received): Message {
  const received = clientMessage(request);
  const target = request.originalUrl ?? known ?? received.target;
  const isHttp2 = request.httpVersionMajor >= 2;
  const message = isHttp2 ? asHttp1(received, request.stream?.endAfterHeaders) : received;
  const checked = checkProtocol(target === received.target ? message : { ...message, target });
  const accepted = checked.kind === 'Accepted' ? checked : undefined;
  const { headers, peer } = message;
  return {
    head: {
      method: message.method,
      target,
      protocol: `HTTP/${received.httpVersion}`,
      headers,
      remoteAddress: clientAddress ?? peer.address,
      remotePort: peer.port,
      serverAddress: peer.localAddress,
      serverPort: peer.localPort,
      serverName: accepted?.host.name ?? hostName(headers),
    },
    refused: checked.kind === 'Refused' ? checked : undefined,
    hasBody: accepted?.framing.kind !== 'None' || !WITHOUT_BODY.has(message.method),
  };
}

/**
 * Converts an HTTP/2 message: it has the host in a pseudo-header, and its frames show whether there is a body, for
 * any method.
 */
function asHttp1(message: ClientMessage, endsWithHead = false): ClientMessage {
  const authority = message.headers.find(([name]) => name === ':authority')?.[1];
  const headers = message.headers.filter(([name]) => !name.startsWith(':'));
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const host: ClientMessage['headers'] =
    hasHost || authority === undefined ? [] : [['Host', authority]];
  return { ...message, httpVersion: '1.1', headers: [...host, ...headers], endsWithHead };
}
