/** A request of node:http or node:http2 as rules see it: headers in wire order, nothing merged. */
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../../engine/host/compiled-waf.ts';
import { checkProtocol, type Refused } from '../../proxy/http/check-protocol.ts';
import { type ClientMessage, clientMessage } from '../../proxy/http/client-message.ts';
import { hostName } from '../core/inspector.ts';

export type Message = {
  readonly head: RequestHead;
  /** What makes the message ambiguous (docs/spec/http.md#framing); undefined: nothing. */
  readonly refused: Refused | undefined;
  readonly hasBody: boolean;
};

/** Frameworks rewrite `url` where they mount; what the client has sent is `originalUrl`. */
export type FrameworkRequest = IncomingMessage & {
  readonly originalUrl?: string;
  /** Of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders: boolean; readonly closed: boolean };
};

export type Received = {
  readonly request: FrameworkRequest;
  /** Undefined: the peer's. */
  readonly clientAddress: string | undefined;
  /** As the client has sent it, where a framework knows; undefined: the request's. */
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

/** HTTP/2 has the host in a pseudo-header, and frames that say whether there is a body, whatever the method. */
function asHttp1(message: ClientMessage, endsWithHead = false): ClientMessage {
  const authority = message.headers.find(([name]) => name === ':authority')?.[1];
  const headers = message.headers.filter(([name]) => !name.startsWith(':'));
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const host: ClientMessage['headers'] =
    hasHost || authority === undefined ? [] : [['Host', authority]];
  return { ...message, httpVersion: '1.1', headers: [...host, ...headers], endsWithHead };
}
