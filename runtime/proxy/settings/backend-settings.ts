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
    'Time to connect to a backend.',
    { shown: '`5`' },
  ),
  backendResponseTimeout: setting(
    'BACKEND_RESPONSE_TIMEOUT',
    SPAN,
    60_000,
    'Time to the first byte of its answer.',
    { shown: '`60`' },
  ),
  backendIdleTimeout: setting(
    'BACKEND_IDLE_TIMEOUT',
    SPAN,
    60_000,
    'Silence allowed while bodies or upgraded connections flow.',
    { shown: '`60`' },
  ),
  backendKeepAlive: setting(
    'BACKEND_KEEPALIVE_TIMEOUT',
    SPAN,
    4000,
    'Time an idle backend connection is kept.',
    { shown: '`4`' },
  ),
  backendRetryAfter: setting(
    'BACKEND_FAIL_TIMEOUT',
    seconds(0, MAX_SECONDS),
    10_000,
    'Time a backend that refused a connection is skipped.',
    { shown: '`10`' },
  ),
  backendMaxRequests: setting(
    'BACKEND_MAX_REQUESTS',
    integer(1, 1_000_000),
    1000,
    'Requests in progress per backend and process; 503 above.',
  ),
  backendBalance: setting(
    'BACKEND_BALANCE',
    choice('round-robin', 'least'),
    'round-robin',
    '`round-robin`, or `least`: the backend with the fewest requests in progress; both by weight.',
  ),
  backendRetries: setting(
    'BACKEND_RETRIES',
    integer(0, 10),
    0,
    'Times that a request with an idempotent method is sent again, to another backend if there is one, when a backend closed the connection before a byte of its answer.',
  ),
  backendSlowStart: setting(
    'BACKEND_SLOW_START',
    seconds(0, MAX_SECONDS),
    0,
    'Time in which the share of a backend that is back grows to its weight.',
  ),
  backendCheckPath: setting(
    'BACKEND_CHECK_PATH',
    requestPath,
    undefined,
    'Path that every backend is asked for; one that does not answer 2xx or 3xx gets no requests.',
    { shown: 'none: no checks' },
  ),
  backendCheckHost: setting('BACKEND_CHECK_HOST', hostHeader, undefined, 'Host header of checks.', {
    shown: 'host of the backend',
  }),
  backendCheckInterval: setting(
    'BACKEND_CHECK_INTERVAL',
    SPAN,
    5000,
    'Time from one check to the next.',
    { shown: '`5`' },
  ),
  backendCheckTimeout: setting('BACKEND_CHECK_TIMEOUT', SPAN, 2000, 'Time that a check may take.', {
    shown: '`2`',
  }),
  backendCheckDown: setting(
    'BACKEND_CHECK_DOWN',
    integer(1, 100),
    3,
    'Checks in a row that must fail before a backend gets no more requests.',
  ),
  backendCheckUp: setting(
    'BACKEND_CHECK_UP',
    integer(1, 100),
    2,
    'Checks in a row that must succeed before it gets requests again.',
  ),
  backendDnsTtl: setting(
    'BACKEND_DNS_TTL',
    seconds(0, MAX_SECONDS),
    0,
    'Time for which the addresses of a backend are kept at most; when a lookup fails the last ones stay. 0: a lookup for every new connection.',
  ),
  backendNameServers: setting(
    'BACKEND_RESOLVER',
    nameServers,
    [],
    'DNS servers for names of backends; the TTL of their records counts up to BACKEND_DNS_TTL, which must be set.',
    { shown: 'those of the system' },
  ),
  backendAuthorities: setting(
    'BACKEND_CA',
    text,
    '',
    'Authorities (PEM) of the certificates of https:// backends.',
    { shown: 'those of Node' },
  ),
  backendCertificate: setting(
    'BACKEND_CERT',
    text,
    '',
    'Certificate and chain (PEM) that https:// backends get when they ask for one.',
    { shown: 'none' },
  ),
  backendKey: setting('BACKEND_KEY', text, '', 'Private key (PEM) of BACKEND_CERT.', {
    shown: 'none',
  }),
} as const;
