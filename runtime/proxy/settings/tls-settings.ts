/** Environment variables of TLS (docs/tls.md) and of HTTP/2, which most clients use over TLS only. */
import { http2Settings } from './http2-settings.ts';
import { setting } from './setting.ts';
import { choice, integer, text } from './setting-types.ts';

export const tlsSettings = {
  tlsCertificate: setting(
    'TLS_CERT',
    text,
    '',
    'File with the certificate and its chain (PEM), or a folder of pairs NAME.crt and NAME.key, from which the server name that the client sends selects one. PORT then accepts TLS only.',
    { shown: 'none: PORT speaks HTTP' },
  ),
  tlsKey: setting(
    'TLS_KEY',
    text,
    '',
    'File with the private key (PEM) of TLS_CERT; needed when TLS_CERT is a file.',
    {
      shown: 'none',
    },
  ),
  tlsMinVersion: setting(
    'TLS_MIN_VERSION',
    choice('1.2', '1.3'),
    '1.2',
    'The oldest version of TLS that clients may use.',
  ),
  tlsClientAuthorities: setting(
    'TLS_CLIENT_CA',
    text,
    '',
    'File with the certificate authorities (PEM) that client certificates are verified against. Rules and backends get the outcome in X-SSL-Client-Verify and X-SSL-Client-S-DN.',
    { shown: 'none: no certificate is requested' },
  ),
  tlsClientCertificate: setting(
    'TLS_CLIENT_CERT',
    choice('optional', 'required'),
    'optional',
    'Whether client certificates are `optional` or `required`; used with TLS_CLIENT_CA.',
  ),
  redirectPort: setting(
    'REDIRECT_PORT',
    integer(0, 65_535),
    undefined,
    'Port on which every HTTP request is redirected to https://; 0 takes any free port.',
    { shown: 'none' },
  ),
  hstsMaxAge: setting(
    'HSTS_MAX_AGE',
    integer(0, 1e9),
    0,
    'Value of max-age, in seconds, in the Strict-Transport-Security header that is added to responses over TLS, unless the backend sends one; with 0 no header is added.',
  ),
  ...http2Settings,
} as const;
