/** Builds the headers of the request that is forwarded to the backend. */
import { forwardHeaders } from '../backend/forward-headers.ts';
import type { Accepted } from '../http/check-protocol.ts';
import type { Flow } from './flow.ts';

/** Returns names and values in turn. `contentLength`: bytes; when it is undefined, no Content-Length is sent. */
export function forwardedHeaders(
  { gateway, exchange }: Flow,
  accepted: Accepted,
  contentLength: number | undefined,
): string[] {
  const { message, clientAddress, id, inspection, trace } = exchange;
  return forwardHeaders(message, {
    id,
    clientAddress,
    peerAddress: message.peer.address,
    trust: exchange.trust,
    clientIpHeader: gateway.settings.clientIpHeader,
    host: accepted.host.forwarded,
    contentLength,
    trace: trace?.context,
    plainResponse: inspection?.transaction.responseBodyAccess ?? false,
  });
}
