/**
 * Implements Traefik's ForwardAuth and Caddy's forward_auth: X-Forwarded-Method, -Uri and -Host describe the
 * request.
 */
import { readDescription } from './described-request.ts';
import { ALLOWED, type Front, relayedStatus, textResponse } from './front.ts';

const NAMES = {
  method: 'x-forwarded-method',
  target: 'x-forwarded-uri',
  host: 'x-forwarded-host',
};

export const forwardAuth: Front = {
  name: 'forward-auth',
  read: (query) => readDescription(query, NAMES),
  // Both proxies return every response other than 2xx to the client.
  respond: (reply, id) =>
    reply === undefined ? ALLOWED : textResponse(relayedStatus(reply), reply, id),
};
