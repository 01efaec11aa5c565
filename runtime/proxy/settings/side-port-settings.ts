/** Environment variables of the ports for the admin and for decisions (docs/decision-service.md). */
import { setting } from './setting.ts';
import { integer, listOf, text, value } from './setting-types.ts';

export const sidePortSettings = {
  adminPort: setting(
    'ADMIN_PORT',
    integer(0, 65_535),
    undefined,
    'Port of the admin server with `/healthz`, `/readyz` and `/metrics`; 0 takes any free port.',
    { shown: 'off' },
  ),
  adminHost: setting('ADMIN_HOST', text, '127.0.0.1', 'Address that ADMIN_PORT listens on.'),
  decisionPort: setting(
    'DECISION_PORT',
    integer(0, 65_535),
    undefined,
    'Port on which nginx, Traefik, Caddy, Envoy and CrowdSec’s bouncers ask whether a request may pass (docs/decision-service.md).',
    { shown: 'off' },
  ),
  decisionHost: setting(
    'DECISION_HOST',
    text,
    '127.0.0.1',
    'Address that DECISION_PORT listens on. Everyone who can connect to it is trusted to name the client, so never expose it to the internet.',
  ),
  decisionKeys: setting(
    'DECISION_KEY',
    listOf<string>('comma-separated text', ',', value),
    [],
    'API keys of the CrowdSec bouncers that may use DECISION_PORT.',
    { shown: 'none: bouncers get 401' },
  ),
} as const;
