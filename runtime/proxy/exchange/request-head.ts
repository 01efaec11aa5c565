/** Builds the request head that rules see. */
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import type { Exchange } from './exchange.ts';

export function requestHead({ message, clientAddress, host }: Exchange): RequestHead {
  const { method, target, httpVersion, headers, peer } = message;
  return {
    method,
    target,
    protocol: `HTTP/${httpVersion}`,
    headers,
    remoteAddress: clientAddress,
    remotePort: peer.port,
    serverAddress: peer.localAddress,
    serverPort: peer.localPort,
    serverName: host,
  };
}
