/** Reports which clients may use HTTP/2. */
import { type Check, note, ok } from './condition.ts';

export const checkHttp2: Check = ({ read }) => {
  const { http2, http2Cleartext } = read.settings;
  if (http2) return [ok('HTTP/2', 'offered to clients over TLS, beside HTTP/1.1')];
  if (!http2Cleartext) return [ok('HTTP/2', 'not used: HTTP2 and HTTP2_CLEARTEXT are unset')];
  const hint = 'Allow only a load balancer to connect to PORT: browsers use HTTP/2 only over TLS.';
  return [
    note('HTTP/2', 'accepted without TLS from clients that start with it (prior knowledge)', hint),
  ];
};
