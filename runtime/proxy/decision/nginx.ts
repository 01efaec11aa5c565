/**
 * Implements nginx's ngx_http_auth_request: X-Original-Method, -URI and -Host describe the request; there is no
 * body.
 */
import { readDescription } from './described-request.ts';
import { ALLOWED, type Front, textResponse } from './front.ts';

const NAMES = {
  method: 'x-original-method',
  target: 'x-original-uri',
  host: 'x-original-host',
};

export const nginx: Front = {
  name: 'nginx',
  read: (query) => readDescription(query, NAMES),
  // nginx takes every status other than 2xx, 401 and 403 for an error, and replies 500.
  respond: (reply, id) => {
    if (reply === undefined) return ALLOWED;
    const response = textResponse(reply.status === 401 ? 401 : 403, reply, id);
    return { ...response, headers: [...response.headers, ['X-WAF-Status', String(reply.status)]] };
  },
};
