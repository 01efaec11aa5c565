/**
 * Opens the state that this process shares with other replicas (SHARED_STATE_URL), and decides alone while it is
 * unavailable.
 */
import { randomUUID } from 'node:crypto';
import type { Ban } from '../bans/ban-table.ts';
import type { Operator } from '../logs/operator.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { StoreAddress } from '../settings/store-address.ts';
import { BANS_CHANNEL, BANS_VERSION_KEY, MEMBERS_KEY } from './keys.ts';
import { createLink } from './link.ts';
import { createMembers } from './members.ts';
import { openRedisStore } from './redis/redis-store.ts';
import { HEARTBEAT, LEAVE } from './scripts/heartbeat.ts';
import { mirrorBans } from './shared-bans.ts';
import { createSharedLimiter, type SharedLimiter } from './shared-limiter.ts';
import { observeLink } from './shared-metrics.ts';
import { createSharedRecords, type SharedRecords } from './shared-records.ts';
import { listIn, numberIn, textIn } from './store.ts';
import { watchStore } from './watch-store.ts';

export type SharedState = {
  readonly limiter: SharedLimiter;
  readonly records: SharedRecords;
  readonly stop: () => Promise<void>;
};

export type SharedHost = {
  readonly metrics: Metrics;
  /** Called with all bans of the store. */
  readonly replaceBans: (bans: readonly Ban[]) => void;
};

/** Most milliseconds that the start waits for the store; without it this process begins alone. */
const START_MS = 1000;
const SWEEP_MS = 1000;
/** Microseconds without a heartbeat after which a replica is removed. */
const SILENT_US = 3_500_000;

export async function openSharedState(
  address: StoreAddress,
  settings: ProxySettings,
  operator: Operator,
  { metrics, replaceBans }: SharedHost,
): Promise<SharedState> {
  const { sharedTimeout, sharedReplicas, sharedLease, sharedOnError } = settings;
  const { rateLimit, rateBurst } = settings;
  const id = randomUUID();
  const members = createMembers(sharedReplicas);
  const store = await openRedisStore(address, { lost: (error) => link.lost(error) });
  const report = reporter(operator, address.shown, sharedOnError);
  const observer = observeLink(metrics, report);
  const link = createLink(store, sharedTimeout, observer);
  const limiter = createSharedLimiter(link, store, {
    limit: { rate: rateLimit, burst: rateBurst },
    lease: sharedLease,
    onError: sharedOnError,
    decidedLocally: () => metrics.add('waf_shared_local_decisions_total'),
  });
  const records = createSharedRecords(link, store, (changes) =>
    metrics.add('waf_shared_changes_lost_total', {}, changes),
  );
  limiter.shareBetween(members.size());
  const sweep = setInterval(() => limiter.sweep(), SWEEP_MS);
  sweep.unref();
  const bans = mirrorBans(store, replaceBans);
  await store.subscribe(BANS_CHANNEL, bans.refresh);
  const watch = watchStore(store, link, {
    probe: () => ({
      script: HEARTBEAT,
      keys: [MEMBERS_KEY, BANS_VERSION_KEY],
      values: [id, SILENT_US],
    }),
    probed: (reply) => {
      const [count, version] = listIn(reply);
      bans.seen(textIn(version));
      members.counted(numberIn(count, 1));
      limiter.shareBetween(members.size());
      metrics.set('waf_shared_replicas', {}, members.size());
      if (link.isUp()) records.send();
    },
    recover: async () => {
      await limiter.repay();
      await records.flush();
    },
    failed: observer.failed,
  });
  await watch.started(START_MS);
  if (!link.isUp()) report(false, link.problem());
  return {
    limiter,
    records,
    stop: async () => {
      clearInterval(sweep);
      if (link.isUp()) {
        await records.flush().catch(() => {});
        await link.call({ script: LEAVE, keys: [MEMBERS_KEY], values: [id] }, 1);
      }
      watch.stop();
      store.close();
    },
  };
}

const WITHOUT: Readonly<Record<ProxySettings['sharedOnError'], string>> = {
  local: 'each replica enforces its share of the limits',
  open: 'rate limits are off',
  closed: 'requests are refused',
};

function reporter(
  { info, warn }: Operator,
  url: string,
  onError: ProxySettings['sharedOnError'],
): (isUp: boolean, reason: string) => void {
  return (isUp, reason) => {
    if (isUp) info(`Shared state: ${url}`);
    else warn(`SHARED_STATE_URL: ${url} does not answer (${reason}): ${WITHOUT[onError]}.`);
  };
}
