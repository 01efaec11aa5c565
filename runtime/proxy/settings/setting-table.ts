/** Every environment variable of the proxy: name, aliases, kind, default and meaning. */
import { STEP_LIMIT } from '../../engine/host/host-services.ts';
import { backendMap, DEFAULT_BACKENDS } from './backend-map.ts';
import { backendSettings } from './backend-settings.ts';
import { inspectionSettings } from './inspection-settings.ts';
import { countries, headerName, networks } from './network-types.ts';
import { policySettings } from './policy-settings.ts';
import { setting } from './setting.ts';
import {
  boolean,
  choice,
  decimal,
  integer,
  listOf,
  MAX_SECONDS,
  SPAN,
  seconds,
  text,
  value,
} from './setting-types.ts';
import { shadowSettings } from './shadow-settings.ts';
import { sharedSettings } from './shared-settings.ts';
import { sidePortSettings } from './side-port-settings.ts';
import { tlsSettings } from './tls-settings.ts';
import { tracingSettings } from './tracing-settings.ts';
import { workers } from './workers-type.ts';

const none = { shown: 'none' };
const paths = listOf<string>('colon-separated paths', ':', value);
const lowerCaseWords = listOf('comma-separated text', ',', (entry) => value(entry.toLowerCase()));
const BOTS = 'python,googlebot,bingbot,slurp,duckduckbot,yandex,yandexbot,sogou,baiduspider'.split(
  ',',
);

export const settingTable = {
  port: setting('PORT', integer(0, 65_535), 8081, 'Listen port; 0 takes any free one.'),
  listenHost: setting('LISTEN_HOST', text, '', 'Address to listen on.', { shown: 'all' }),
  backends: setting(
    'BACKENDS',
    backendMap,
    DEFAULT_BACKENDS,
    'Backends by host and path: `host:port`, `https://host:port` or `unix:/path`, with `weight` and `server_name` after it (docs/backends.md).',
    {
      shown: '`{"default":["localhost:5000"]}`',
    },
  ),
  ...policySettings,
  webRules: setting(
    'ENGINE_RULES_PATH_SITES',
    paths,
    [],
    'WEB profile: a compiled module (`*.mjs`) to load, or the rule files that the bundled module must have been compiled from.',
    { shown: 'the bundled pl1' },
  ),
  apiRules: setting('ENGINE_RULES_PATH_APIS', paths, [], 'The same for the API profile.', {
    shown: 'the bundled pl2',
  }),
  engineMode: setting(
    'ENGINE_MODE',
    choice('on', 'detect', 'off'),
    undefined,
    '`on`, `detect` (what rules would block is logged and passes) or `off` (no rules run), whatever the profile says.',
    { shown: 'SecRuleEngine of the profile' },
  ),
  engineOnError: setting(
    'ENGINE_ON_ERROR',
    choice('closed', 'open'),
    'closed',
    'A fault of the engine: answer 503, or let the request pass.',
  ),
  engineStepLimit: setting(
    'ENGINE_STEP_LIMIT',
    integer(1_000_000, 1_000_000_000_000),
    STEP_LIMIT,
    'Bytes that rules may read of one request, counted each time they read them; a step of a back-reference counts as 16; beyond: 503.',
  ),
  rateLimit: setting(
    'PROXY_RATE_LIMIT',
    decimal(0, 1_000_000),
    20,
    'Requests per second and client; 0 switches the limit off.',
    { aliases: ['WAF_RATE_LIMIT'] },
  ),
  rateBurst: setting(
    'PROXY_RATE_BURST',
    integer(1, 1_000_000),
    50,
    'Requests a client may send at once.',
    { aliases: ['WAF_RATE_BURST'] },
  ),
  ...sharedSettings,
  blockBots: setting(
    'PROXY_BLOCK_BOTS',
    boolean,
    false,
    'Blocks user agents that contain a word of `PROXY_BOTS`.',
  ),
  bots: setting(
    'PROXY_BOTS',
    lowerCaseWords,
    BOTS,
    'Words to look for in User-Agent, case-insensitive.',
  ),
  geoBlock: setting('GEO_BLOCK_ENABLED', boolean, false, 'Filters clients by country.'),
  geoAllow: setting(
    'GEO_ALLOW_COUNTRIES',
    countries,
    [],
    'Countries that may pass; empty: all.',
    none,
  ),
  geoDeny: setting(
    'GEO_BLOCK_COUNTRIES',
    countries,
    [],
    'Countries that may not pass; looked at first.',
    none,
  ),
  geoDatabase: setting(
    'GEO_DB_PATH',
    text,
    '/app/GeoLite2-Country.mmdb',
    'Country or city database, MMDB format; for GEO_BLOCK_ENABLED and for rules with @geoLookup.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    networks,
    [],
    'Load balancers and CDNs: of X-Forwarded-For the last address that is none of these is the client, and only their X-Request-Id and forwarding headers count; empty: the first address counts, whoever sends it.',
    none,
  ),
  clientIpHeader: setting(
    'CLIENT_IP_HEADER',
    headerName,
    undefined,
    'Header in which TRUSTED_PROXIES name the client, such as CF-Connecting-IP; counts before X-Forwarded-For.',
    none,
  ),
  allowUpgrade: setting(
    'ALLOW_UPGRADE',
    boolean,
    false,
    'Lets WebSocket handshakes through, inspected like any request.',
  ),
  accessLog: setting(
    'ACCESS_LOG',
    text,
    'stdout',
    '`stdout`, `stderr`, `off` or a file: one JSON object per request.',
  ),
  errorLog: setting(
    'ERROR_LOG',
    text,
    'stderr',
    '`stdout`, `stderr`, `off` or a file: one line per matched rule.',
  ),
  auditLog: setting('AUDIT_LOG', text, '', '`stdout`, `stderr`, `off` or a file.', {
    shown: 'SecAuditLog of the profile',
  }),
  auditRedact: setting('AUDIT_REDACT', boolean, true, 'Masks secrets in audit records.'),
  auditSync: setting(
    'AUDIT_SYNC',
    boolean,
    false,
    'Writes audit and error log before the answer leaves: slower; for tests that read the log.',
  ),
  debugLogLevel: setting(
    'SECDEBUGLOGLEVEL',
    integer(0, 9),
    0,
    'Level of the debug log, when above that of the profile. The compiler reads it too: 9 shows every rule and value when rules were compiled with it.',
  ),
  ...sidePortSettings,
  workers: setting(
    'WORKERS',
    workers,
    0,
    'Supervised worker processes; `auto`: one per core; 0: one process that does everything itself.',
  ),
  workerStallTimeout: setting(
    'WORKER_STALL_TIMEOUT',
    SPAN,
    5000,
    'A worker silent for so long is killed and replaced.',
    { shown: '`5`' },
  ),
  ...inspectionSettings,
  ...shadowSettings,
  ...tlsSettings,
  shutdownDelay: setting(
    'SHUTDOWN_DELAY',
    seconds(0, MAX_SECONDS),
    0,
    'Time after SIGTERM in which connections are still accepted while `/readyz` says 503.',
  ),
  shutdownTimeout: setting(
    'SHUTDOWN_TIMEOUT',
    seconds(0, MAX_SECONDS),
    25_000,
    'Time after that for requests in progress.',
    { shown: '`25`' },
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    integer(1, 1_000_000),
    undefined,
    'Client connections at a time and process.',
    { shown: 'a third of the open-file limit' },
  ),
  headersTimeout: setting(
    'HEADERS_TIMEOUT',
    SPAN,
    10_000,
    'Time for a request to send its headers.',
    { shown: '`10`' },
  ),
  requestTimeout: setting(
    'REQUEST_TIMEOUT',
    SPAN,
    60_000,
    'Time for a whole request, body included.',
    { shown: '`60`' },
  ),
  keepAliveTimeout: setting(
    'KEEPALIVE_TIMEOUT',
    SPAN,
    5000,
    'Time a client connection may wait for its next request.',
    { shown: '`5`' },
  ),
  clientIdleTimeout: setting(
    'CLIENT_IDLE_TIMEOUT',
    SPAN,
    60_000,
    'Time in which a client must take some of its answer.',
    { shown: '`60`' },
  ),
  minBodyRate: setting(
    'MIN_BODY_RATE',
    integer(0, 1_000_000_000),
    500,
    'Bytes per second a request body must keep up, measured over 5 s; 0: no minimum.',
  ),
  spoolLimit: setting(
    'SPOOL_LIMIT',
    integer(0, 1e15),
    1_073_741_824,
    'Bytes of request bodies on disk at a time and process; 503 above.',
  ),
  ...backendSettings,
  ...tracingSettings,
} as const;
