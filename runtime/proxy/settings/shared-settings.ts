/** Environment variables of the state that replicas share (docs/replicas.md). */
import { setting } from './setting.ts';
import {
  choice,
  httpUrl,
  integer,
  listOf,
  PATH_SEPARATORS,
  problem,
  type SettingKind,
  seconds,
  text,
  value,
} from './setting-types.ts';
import { storeAddress } from './store-address.ts';

/** The URL of a Local API, which messages quote: it has no user or password, which fetch refuses. */
const localApiUrl: SettingKind<string> = {
  ...httpUrl,
  parse: (raw) => {
    const parsed = httpUrl.parse(raw);
    if (parsed.kind === 'Problems') return parsed;
    const { username, password } = new URL(raw);
    if (username === '' && password === '') return parsed;
    return problem('has a user or password; the Local API takes CROWDSEC_KEY instead.');
  },
};

export const sharedSettings = {
  sharedState: setting(
    'SHARED_STATE_URL',
    storeAddress,
    undefined,
    'URL of the Redis (6.2 or later) or Valkey store through which replicas share limits, collections and bans: `redis://`, `rediss://`, `unix:`, `redis+sentinel://HOST,HOST/NAME`, `redis+cluster://HOST,HOST` (docs/replicas.md).',
    { shown: 'none: everything stays in memory' },
  ),
  sharedTimeout: setting(
    'SHARED_TIMEOUT',
    seconds(0.001, 1),
    10,
    'Seconds that a request may wait for the store of SHARED_STATE_URL.',
  ),
  sharedOnError: setting(
    'SHARED_ON_ERROR',
    choice('local', 'open', 'closed'),
    'local',
    'What happens while the store of SHARED_STATE_URL does not answer: with `local` each replica enforces its share of the rate limit, with `open` rate limits are off, with `closed` requests get 503.',
  ),
  sharedReplicas: setting(
    'SHARED_REPLICAS',
    integer(1, 10_000),
    1,
    'Number of replicas that share the rate limit, used until the replicas have counted each other.',
  ),
  sharedLease: setting(
    'SHARED_LEASE',
    integer(1, 10_000),
    1,
    'Tokens of the rate limit that a replica takes at a time for a client. Above 1, the limit may be exceeded by this number for each replica.',
  ),
  banLists: setting(
    'BAN_LISTS',
    listOf<string>('colon-separated paths', PATH_SEPARATORS, value),
    [],
    'Files with one banned address or CIDR block on each line; a reload reads them again.',
    { shown: 'none' },
  ),
  crowdsecUrl: setting(
    'CROWDSEC_URL',
    localApiUrl,
    '',
    'URL of the CrowdSec Local API whose bans the proxy enforces, such as http://10.0.0.7:8080.',
    { shown: 'none' },
  ),
  crowdsecKey: setting('CROWDSEC_KEY', text, '', 'Bouncer API key for CROWDSEC_URL.', {
    shown: 'none',
  }),
  crowdsecInterval: setting(
    'CROWDSEC_INTERVAL',
    seconds(0.1, 3600),
    10_000,
    'Seconds between two requests to CROWDSEC_URL for new bans.',
  ),
} as const;
