/** Environment variables of the ports for the admin and for decisions (docs/decision-service.md). */
import { setting } from './setting.ts';
import { integer, listOf, text, value } from './setting-types.ts';

export const sidePortSettings = {
  adminPort: setting(
    'ADMIN_PORT',
    integer(0, 65_535),
    undefined,
    'Port of `/healthz`, `/readyz` and `/metrics`.',
    { shown: 'off' },
  ),
  adminHost: setting('ADMIN_HOST', text, '127.0.0.1', 'Address the admin port listens on.'),
  decisionPort: setting(
    'DECISION_PORT',
    integer(0, 65_535),
    undefined,
    'Port on which nginx, Traefik, Caddy, Envoy and CrowdSec’s bouncers learn whether a request may pass (docs/decision-service.md).',
    { shown: 'off' },
  ),
  decisionHost: setting(
    'DECISION_HOST',
    text,
    '127.0.0.1',
    'Address that port listens on. Whoever reaches it is believed about clients: never the internet.',
  ),
  decisionKeys: setting(
    'DECISION_KEY',
    listOf<string>('comma-separated text', ',', value),
    [],
    'API keys of the CrowdSec bouncers that may ask there.',
    { shown: 'none: bouncers get 401' },
  ),
} as const;
