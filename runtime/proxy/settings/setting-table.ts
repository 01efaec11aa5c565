/** Every environment variable of the proxy: name, aliases, kind, default and meaning. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { STEP_LIMIT } from '#engine/host/host-services.ts';
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
  PATH_SEPARATORS,
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
const paths = listOf<string>('colon-separated paths', PATH_SEPARATORS, value);
/** Words are compared with the bytes of headers. */
const lowerCaseWords = listOf('comma-separated text', ',', (entry) =>
  value(lowerAscii(Buffer.from(entry, 'utf8').toString('latin1'))),
);
const BOTS = 'python,googlebot,bingbot,slurp,duckduckbot,yandex,yandexbot,sogou,baiduspider'.split(
  ',',
);

export const settingTable = {
  port: setting('PORT', integer(0, 65_535), 8081, 'Port to listen on; 0 takes any free port.'),
  listenHost: setting(
    'LISTEN_HOST',
    text,
    '',
    'Address to listen on; by default all addresses of the machine.',
    { shown: 'all' },
  ),
  backends: setting(
    'BACKENDS',
    backendMap,
    DEFAULT_BACKENDS,
    'Backends by host and path. Each is `host:port`, `https://host:port` or `unix:/path`, optionally followed by `weight` and `server_name` (docs/backends.md).',
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
  apiRules: setting(
    'ENGINE_RULES_PATH_APIS',
    paths,
    [],
    'API profile: a compiled module (`*.mjs`) to load, or the rule files that the bundled module must have been compiled from.',
    {
      shown: 'the bundled pl2',
    },
  ),
  engineMode: setting(
    'ENGINE_MODE',
    choice('on', 'detect', 'off'),
    undefined,
    'Overrides SecRuleEngine of every profile: `on`, `detect` (requests that rules would block are logged and pass) or `off` (no rules run).',
    { shown: 'SecRuleEngine of the profile' },
  ),
  engineOnError: setting(
    'ENGINE_ON_ERROR',
    choice('closed', 'open'),
    'closed',
    'What happens to a request when the rule engine fails: `closed` answers 503, `open` lets the request pass.',
  ),
  engineStepLimit: setting(
    'ENGINE_STEP_LIMIT',
    integer(1_000_000, 1_000_000_000_000),
    STEP_LIMIT,
    'Maximum number of bytes that the rules may read for one request. A byte counts each time it is read, and a step of a back-reference counts as 16 bytes. Above the limit the response is 503.',
  ),
  rateLimit: setting(
    'PROXY_RATE_LIMIT',
    decimal(0, 1_000_000),
    20,
    'Requests per second that each client may send; 0 switches the limit off.',
    { aliases: ['WAF_RATE_LIMIT'] },
  ),
  rateBurst: setting(
    'PROXY_RATE_BURST',
    integer(1, 1_000_000),
    50,
    'Requests that a client may send in one burst, above the rate of PROXY_RATE_LIMIT.',
    { aliases: ['WAF_RATE_BURST'] },
  ),
  ...sharedSettings,
  blockBots: setting(
    'PROXY_BLOCK_BOTS',
    boolean,
    false,
    'Blocks requests whose User-Agent contains a word of `PROXY_BOTS`.',
  ),
  bots: setting(
    'PROXY_BOTS',
    lowerCaseWords,
    BOTS,
    'Words that PROXY_BLOCK_BOTS looks for in User-Agent, case-insensitive.',
  ),
  geoBlock: setting(
    'GEO_BLOCK_ENABLED',
    boolean,
    false,
    'Blocks clients by country, with GEO_ALLOW_COUNTRIES and GEO_BLOCK_COUNTRIES.',
  ),
  geoAllow: setting(
    'GEO_ALLOW_COUNTRIES',
    countries,
    [],
    'Countries whose clients may pass; when none is given, all countries may.',
    none,
  ),
  geoDeny: setting(
    'GEO_BLOCK_COUNTRIES',
    countries,
    [],
    'Countries whose clients are blocked; they take precedence over GEO_ALLOW_COUNTRIES.',
    none,
  ),
  geoDatabase: setting(
    'GEO_DB_PATH',
    text,
    '/app/GeoLite2-Country.mmdb',
    'Path of the country or city database (MMDB format) that GEO_BLOCK_ENABLED and rules with @geoLookup use.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    networks,
    [],
    'Addresses of load balancers and CDNs. The client is the last address of X-Forwarded-For that is not in this list, and X-Request-Id and forwarding headers of other peers are ignored. When the list is empty, the client is the first address of X-Forwarded-For, whoever sends it.',
    none,
  ),
  clientIpHeader: setting(
    'CLIENT_IP_HEADER',
    headerName,
    undefined,
    'Header in which TRUSTED_PROXIES name the client, such as CF-Connecting-IP; it takes precedence over X-Forwarded-For.',
    none,
  ),
  allowUpgrade: setting(
    'ALLOW_UPGRADE',
    boolean,
    false,
    'Forwards WebSocket handshakes, after inspecting them like any other request.',
  ),
  accessLog: setting(
    'ACCESS_LOG',
    text,
    'stdout',
    'Where the access log goes, with one JSON object per request: `stdout`, `stderr`, `off` or a file.',
  ),
  errorLog: setting(
    'ERROR_LOG',
    text,
    'stderr',
    'Where the error log goes, with one line per matched rule: `stdout`, `stderr`, `off` or a file.',
  ),
  auditLog: setting(
    'AUDIT_LOG',
    text,
    '',
    'Where the audit log goes: `stdout`, `stderr`, `off` or a file.',
    {
      shown: 'SecAuditLog of the profile',
    },
  ),
  auditRedact: setting('AUDIT_REDACT', boolean, true, 'Masks secrets in audit records.'),
  auditSync: setting(
    'AUDIT_SYNC',
    boolean,
    false,
    'Writes the audit and error log before the response is sent. This is slower, and meant for tests that read the logs.',
  ),
  debugLogLevel: setting(
    'SECDEBUGLOGLEVEL',
    integer(0, 9),
    0,
    'Level of the debug log, used when it is above the level of the profile. The compiler reads it too: level 9 shows every rule and value only if the rules were also compiled with 9.',
  ),
  ...sidePortSettings,
  workers: setting(
    'WORKERS',
    workers,
    0,
    'Number of supervised worker processes; `auto` is one per core, and with 0 a single process does everything.',
  ),
  workerStallTimeout: setting(
    'WORKER_STALL_TIMEOUT',
    SPAN,
    5000,
    'Seconds after which a worker process that does not respond is killed and replaced.',
  ),
  ...inspectionSettings,
  ...shadowSettings,
  ...tlsSettings,
  shutdownDelay: setting(
    'SHUTDOWN_DELAY',
    seconds(0, MAX_SECONDS),
    0,
    'Seconds after SIGTERM in which connections are still accepted while `/readyz` answers 503.',
  ),
  shutdownTimeout: setting(
    'SHUTDOWN_TIMEOUT',
    seconds(0, MAX_SECONDS),
    25_000,
    'Seconds that requests in progress have to finish at shutdown, after SHUTDOWN_DELAY.',
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    integer(1, 1_000_000),
    undefined,
    'Maximum number of client connections that each process keeps open.',
    { shown: 'a third of the open-file limit' },
  ),
  headersTimeout: setting(
    'HEADERS_TIMEOUT',
    SPAN,
    10_000,
    'Seconds in which a client must send the headers of a request.',
  ),
  requestTimeout: setting(
    'REQUEST_TIMEOUT',
    SPAN,
    60_000,
    'Seconds in which a client must send a whole request, including the body.',
  ),
  keepAliveTimeout: setting(
    'KEEPALIVE_TIMEOUT',
    SPAN,
    5000,
    'Seconds that an idle client connection stays open for its next request.',
  ),
  clientIdleTimeout: setting(
    'CLIENT_IDLE_TIMEOUT',
    SPAN,
    60_000,
    'Seconds in which a client must read at least some bytes of its response.',
  ),
  minBodyRate: setting(
    'MIN_BODY_RATE',
    integer(0, 1_000_000_000),
    500,
    'Lowest rate in bytes per second at which a client may send a request body, measured over 5 seconds; 0 means no minimum.',
  ),
  bodyMemory: setting(
    'BODY_MEMORY',
    integer(0, 1e12),
    16_777_216,
    'Maximum number of bytes of request bodies over SecRequestBodyInMemoryLimit that each process keeps in memory at a time; other such bodies, and all over 2 MiB, go to disk.',
  ),
  spoolLimit: setting(
    'SPOOL_LIMIT',
    integer(0, 1e15),
    1_073_741_824,
    'Maximum number of bytes of request bodies that each process stores on disk at a time; above the limit the response is 503.',
  ),
  ...backendSettings,
  ...tracingSettings,
} as const;
