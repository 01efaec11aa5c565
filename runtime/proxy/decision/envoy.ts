/** Implements Envoy's ext_authz over HTTP: the query is the original request with a prefix before its path. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { refuse } from '../http/check-protocol.ts';
import { describedRequest, takeClientAddress } from './described-request.ts';
import { ALLOWED, type Front, relayedStatus, textResponse } from './front.ts';

/** The `path_prefix` of Envoy's configuration. */
export const ENVOY_PREFIX = '/envoy';
/** The header that Envoy adds when it sends bodies: `true` for a body that is longer than `max_request_bytes`. */
const PARTIAL = 'x-envoy-auth-partial-body';

export const envoy: Front = {
  name: 'envoy',
  read: (query) => {
    const client = takeClientAddress(query.headers);
    if (client.kind === 'Refused') return client;
    const [host, ...hosts] = headerValues(query.headers, 'host');
    if (host === undefined || hosts.length > 0) return refuse(400, 'malformed Host header');
    return describedRequest(query, {
      method: query.method,
      target: query.target.slice(ENVOY_PREFIX.length),
      host,
      clientAddress: client.clientAddress,
      headers: client.headers.filter(([name]) => lowerAscii(name) !== PARTIAL),
      partialBody: headerValues(query.headers, PARTIAL).some((value) => value !== 'false'),
    });
  },
  // Envoy takes 5xx for a failure, after which `failure_mode_allow` would let the request pass.
  respond: (reply, id) => {
    if (reply === undefined) return ALLOWED;
    const status = relayedStatus(reply);
    return textResponse(status >= 500 ? 403 : status, reply, id);
  },
};
