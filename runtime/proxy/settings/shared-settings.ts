/** Environment variables of the state that replicas share (docs/replicas.md). */

import { setting } from './setting.ts';
import { choice, integer, listOf, seconds, text, value } from './setting-types.ts';
import { storeAddress } from './store-address.ts';

export const sharedSettings = {
  sharedState: setting(
    'SHARED_STATE_URL',
    storeAddress,
    undefined,
    'Redis >= 6.2 or Valkey that replicas share limits, collections and bans through: `redis://`, `rediss://`, `unix:`, `redis+sentinel://HOST,HOST/NAME`, `redis+cluster://HOST,HOST` (docs/replicas.md).',
    { shown: 'none: everything stays in memory' },
  ),
  sharedTimeout: setting(
    'SHARED_TIMEOUT',
    seconds(0.001, 1),
    10,
    'Time that a request may wait for SHARED_STATE_URL.',
    { shown: '`0.01`' },
  ),
  sharedOnError: setting(
    'SHARED_ON_ERROR',
    choice('local', 'open', 'closed'),
    'local',
    'Without SHARED_STATE_URL: each replica keeps its share of the limit, rate limits are off, or requests get 503.',
  ),
  sharedReplicas: setting(
    'SHARED_REPLICAS',
    integer(1, 10_000),
    1,
    'Replicas that share the limit, until they have counted each other.',
  ),
  sharedLease: setting(
    'SHARED_LEASE',
    integer(1, 10_000),
    1,
    'Tokens that a replica takes at a time for a client; over 1 the limit may be exceeded by that many for each replica.',
  ),
  banLists: setting(
    'BAN_LISTS',
    listOf<string>('colon-separated paths', ':', value),
    [],
    'Files with a banned address or CIDR block on each line; a reload reads them again.',
    { shown: 'none' },
  ),
  crowdsecUrl: setting(
    'CROWDSEC_URL',
    text,
    '',
    'CrowdSec Local API, such as http://10.0.0.7:8080, whose bans count here.',
    { shown: 'none' },
  ),
  crowdsecKey: setting('CROWDSEC_KEY', text, '', 'Its key for this bouncer.', { shown: 'none' }),
  crowdsecInterval: setting(
    'CROWDSEC_INTERVAL',
    seconds(0.1, 3600),
    10_000,
    'Time between two questions to it.',
    { shown: '`10`' },
  ),
} as const;
