/** Environment variables of TLS (docs/tls.md) and of HTTP/2, which most clients use over TLS only. */
import { http2Settings } from './http2-settings.ts';
import { setting } from './setting.ts';
import { choice, integer, text } from './setting-types.ts';

export const tlsSettings = {
  tlsCertificate: setting(
    'TLS_CERT',
    text,
    '',
    'Certificate and chain (PEM), or a folder of pairs NAME.crt and NAME.key, of which the client’s server name picks one. PORT then speaks TLS only.',
    { shown: 'none: PORT speaks HTTP' },
  ),
  tlsKey: setting('TLS_KEY', text, '', 'Private key (PEM) of TLS_CERT, when that is a file.', {
    shown: 'none',
  }),
  tlsMinVersion: setting(
    'TLS_MIN_VERSION',
    choice('1.2', '1.3'),
    '1.2',
    'The oldest version of TLS that clients may speak.',
  ),
  tlsClientAuthorities: setting(
    'TLS_CLIENT_CA',
    text,
    '',
    'Authorities (PEM) of client certificates. Rules and backends find the outcome in X-SSL-Client-Verify and X-SSL-Client-S-DN.',
    { shown: 'none: no certificate is requested' },
  ),
  tlsClientCertificate: setting(
    'TLS_CLIENT_CERT',
    choice('optional', 'required'),
    'optional',
    'Whether a client must have one.',
  ),
  redirectPort: setting(
    'REDIRECT_PORT',
    integer(0, 65_535),
    undefined,
    'Port on which every HTTP request is redirected to https://.',
    { shown: 'none' },
  ),
  hstsMaxAge: setting(
    'HSTS_MAX_AGE',
    integer(0, 1e9),
    0,
    'Seconds for Strict-Transport-Security in responses over TLS, unless the backend sends one; 0: no header.',
  ),
  ...http2Settings,
} as const;
