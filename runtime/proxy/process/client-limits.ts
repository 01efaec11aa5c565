/** The limits on clients. One process keeps them for all its workers, alone or shared with other replicas. */
import { openClientBans } from '../bans/client-bans.ts';
import type { TakeToken } from '../exchange/gateway.ts';
import { BANNED } from '../filters/client-refusal.ts';
import { addressKey } from '../http/ip-address.ts';
import type { Operator } from '../logs/operator.ts';
import type { Snapshot } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { createSharedMetrics } from '../shared/shared-metrics.ts';
import { openSharedState, type SharedState } from '../shared/shared-state.ts';
import { localLimiter } from './local-limiter.ts';
import type { LimitedClient } from './messages.ts';
import { type Reloaded, reportProblems } from './reloaded.ts';

export type ClientLimits = {
  readonly takeToken: TakeToken;
  /** One line per reason why the process cannot start; empty when there is none. */
  readonly problems: readonly string[];
  /** Reads the lists of bans again. Returns one line per problem. */
  readonly reload: () => readonly string[];
  readonly shared: SharedState | undefined;
  readonly snapshot: () => Snapshot;
  readonly stop: () => Promise<void>;
};

export async function openClientLimits(
  settings: ProxySettings,
  operator: Operator,
): Promise<ClientLimits> {
  const { sharedState } = settings;
  const metrics = createSharedMetrics();
  const bans = openClientBans(settings, operator);
  const problems = bans.reload();
  const shared =
    sharedState === undefined
      ? undefined
      : await openSharedState(sharedState, settings, operator, {
          metrics,
          replaceBans: bans.replaceShared,
        });
  const general = { rate: settings.rateLimit, burst: settings.rateBurst };
  const limiter = shared === undefined ? localLimiter(general) : shared.limiter;
  return {
    problems,
    reload: bans.reload,
    takeToken: (address, limit) => {
      return bans.has(address) ? BANNED : limiter.take(addressKey(address), limit);
    },
    shared,
    snapshot: () => {
      if (shared !== undefined) {
        metrics.set('waf_shared_unsent_changes', {}, shared.records.waiting());
        metrics.set('waf_shared_lag_seconds', {}, shared.records.lag() / 1000);
      }
      metrics.set('waf_banned_blocks', {}, bans.size());
      return [['waf_ratelimit_tracked_ips', limiter.size()], ...metrics.snapshot()];
    },
    stop: async () => {
      bans.stop();
      await shared?.stop();
    },
  };
}

/**
 * Takes a token for each client and passes the results to `answer` in the order of `clients`. It calls `answer`
 * synchronously when no other process has to decide.
 */
export function takeAll(
  { takeToken }: ClientLimits,
  clients: readonly LimitedClient[],
  answer: (decisions: readonly number[]) => void,
): void {
  const decisions = clients.map(([address, limit]) => takeToken(address, limit));
  const numbers = decisions.filter((decision) => typeof decision === 'number');
  if (numbers.length === decisions.length) answer(numbers);
  else void Promise.all(decisions).then(answer);
}

/** Reads the lists of bans again and reports problems. Returns `none` when there are any, else an empty list. */
export function reloadLists({ reload }: ClientLimits, operator: Operator): readonly Reloaded[] {
  const problems = reload();
  reportProblems(problems, operator);
  return problems.length > 0 ? ['none'] : [];
}
