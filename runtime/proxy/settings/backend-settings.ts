/** Environment variables of backends: time-outs, balancing, health checks, retries, names and TLS (docs/backends.md). */
import { isIP } from 'node:net';
import { canonicalHost } from '../http/canonical-host.ts';
import { setting } from './setting.ts';
import {
  choice,
  integer,
  listOf,
  MAX_SECONDS,
  problem,
  type SettingKind,
  SPAN,
  seconds,
  text,
  value,
} from './setting-types.ts';

/** A path with an optional query, as in a request line. */
const requestPath: SettingKind<string> = {
  type: 'path',
  parse: (raw) =>
    /^\/[!-~]*$/.test(raw) && !raw.includes('#')
      ? value(raw)
      : problem(`"${raw}" is not a path such as "/healthz".`),
};

const hostHeader: SettingKind<string> = {
  type: 'host',
  parse: (raw) => {
    const host = canonicalHost(raw);
    return host === undefined ? problem(`"${raw}" is not a host name.`) : value(host.forwarded);
  },
};

/** In the format that node:dns takes: "127.0.0.11", "127.0.0.1:5353", "[::1]:53". */
const nameServers = listOf<string>('comma-separated addresses', ',', (entry) => {
  const host = canonicalHost(entry);
  const isAddress = host !== undefined && isIP(host.name.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress) return problem(`"${entry}" is not an address such as "127.0.0.11".`);
  return value(host.forwarded);
});

export const backendSettings = {
  backendConnectTimeout: setting(
    'BACKEND_CONNECT_TIMEOUT',
    SPAN,
    5000,
    'Seconds to establish a connection to a backend.',
  ),
  backendResponseTimeout: setting(
    'BACKEND_RESPONSE_TIMEOUT',
    SPAN,
    60_000,
    'Seconds that a backend has to send the first byte of its response.',
  ),
  backendIdleTimeout: setting(
    'BACKEND_IDLE_TIMEOUT',
    SPAN,
    60_000,
    'Seconds without any data after which the transfer of a body or an upgraded connection is ended.',
  ),
  backendKeepAlive: setting(
    'BACKEND_KEEPALIVE_TIMEOUT',
    SPAN,
    4000,
    'Seconds that an idle connection to a backend is kept open for reuse.',
  ),
  backendRetryAfter: setting(
    'BACKEND_FAIL_TIMEOUT',
    seconds(0, MAX_SECONDS),
    10_000,
    'Seconds for which a backend is skipped after a connection to it has failed.',
  ),
  backendMaxRequests: setting(
    'BACKEND_MAX_REQUESTS',
    integer(1, 1_000_000),
    1000,
    'Maximum number of requests in progress at each backend, counted in each process; above the limit the response is 503.',
  ),
  backendBalance: setting(
    'BACKEND_BALANCE',
    choice('round-robin', 'least'),
    'round-robin',
    'How a backend is chosen: `round-robin` in turn, `least` the one with the fewest requests in progress. Both respect the weights.',
  ),
  backendRetries: setting(
    'BACKEND_RETRIES',
    integer(0, 10),
    0,
    'How often a request with an idempotent method is sent again, to another backend if there is one, when a backend closes the connection before the first byte of its response.',
  ),
  backendSlowStart: setting(
    'BACKEND_SLOW_START',
    seconds(0, MAX_SECONDS),
    0,
    'Seconds over which the share of requests of a backend that is available again grows to its full weight.',
  ),
  backendCheckPath: setting(
    'BACKEND_CHECK_PATH',
    requestPath,
    undefined,
    'Path that health checks request from every backend; a backend that does not answer 2xx or 3xx gets no requests.',
    { shown: 'none: no checks' },
  ),
  backendCheckHost: setting(
    'BACKEND_CHECK_HOST',
    hostHeader,
    undefined,
    'Host header of the health checks.',
    {
      shown: 'host of the backend',
    },
  ),
  backendCheckInterval: setting(
    'BACKEND_CHECK_INTERVAL',
    SPAN,
    5000,
    'Seconds from one health check of a backend to the next.',
  ),
  backendCheckTimeout: setting(
    'BACKEND_CHECK_TIMEOUT',
    SPAN,
    2000,
    'Seconds that a health check may take.',
    {
      shown: '`2`',
    },
  ),
  backendCheckDown: setting(
    'BACKEND_CHECK_DOWN',
    integer(1, 100),
    3,
    'Health checks in a row that must fail before a backend gets no more requests.',
  ),
  backendCheckUp: setting(
    'BACKEND_CHECK_UP',
    integer(1, 100),
    2,
    'Health checks in a row that must succeed before a backend gets requests again.',
  ),
  backendDnsTtl: setting(
    'BACKEND_DNS_TTL',
    seconds(0, MAX_SECONDS),
    0,
    'Maximum number of seconds for which the addresses of a backend are cached. When a lookup fails, the last addresses stay in use. With 0 every new connection does a lookup.',
  ),
  backendNameServers: setting(
    'BACKEND_RESOLVER',
    nameServers,
    [],
    'DNS servers that resolve the names of backends. Addresses are cached for the TTL of their records, at most for BACKEND_DNS_TTL, which must be set.',
    { shown: 'those of the system' },
  ),
  backendAuthorities: setting(
    'BACKEND_CA',
    text,
    '',
    'File with the certificate authorities (PEM) that the certificates of https:// backends are verified against.',
    { shown: 'those of Node' },
  ),
  backendCertificate: setting(
    'BACKEND_CERT',
    text,
    '',
    'File with the client certificate and its chain (PEM) that is sent to https:// backends that request one.',
    { shown: 'none' },
  ),
  backendKey: setting('BACKEND_KEY', text, '', 'File with the private key (PEM) of BACKEND_CERT.', {
    shown: 'none',
  }),
} as const;
