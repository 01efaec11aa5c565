/**
 * Selects the next member of a group: by smooth weighted round robin, or the one with the fewest requests in
 * progress.
 */
import { performance } from 'node:perf_hooks';
import type { Backend, Candidates } from './backend.ts';

export type BalancePolicy = {
  readonly method: 'round-robin' | 'least';
  /** Milliseconds in which the share of a recovered backend grows to its weight; 0 for the full weight immediately. */
  readonly slowStartMs: number;
  /** Most requests in progress per backend. */
  readonly maxInProgress: number;
};

export type Member = {
  readonly backend: Backend;
  readonly weight: number;
  /** How much of its share the backend is still owed; negative when it has had more. */
  credit: number;
};

/** The fraction of its weight with which a backend begins a slow start. */
const FIRST_SHARE = 0.05;

/**
 * Creates the candidates of a group. Backends that health checks have marked as down are never selected. Backends
 * that could not be connected are selected only when there is no other, so that they are still tried when all are
 * down.
 */
export function createCandidates(members: readonly Member[], policy: BalancePolicy): Candidates {
  return {
    hasHealthy: () => members.some(({ backend }) => backend.isHealthy),
    next: (skipped) => {
      const now = performance.now();
      const open = members.filter(
        ({ backend }) => isOpen(backend, policy) && !skipped.has(backend),
      );
      const up = open.filter(({ backend }) => backend.downUntil <= now);
      const choice = up.length > 0 ? up : open;
      if (choice.length <= 1) return choice[0]?.backend;
      return takeByCredit(
        policy.method === 'least' ? leastBusy(choice, policy, now) : choice,
        policy,
        now,
      );
    },
  };
}

function isOpen({ isHealthy, inProgress }: Backend, { maxInProgress }: BalancePolicy): boolean {
  return isHealthy && inProgress < maxInProgress;
}

/**
 * Implements nginx's smooth weighted round robin: each member gets its weight as credit; the one with the most
 * credit is selected and pays the sum of all weights.
 */
function takeByCredit(
  members: readonly Member[],
  policy: BalancePolicy,
  now: number,
): Backend | undefined {
  let chosen: Member | undefined;
  let total = 0;
  for (const member of members) {
    const share = shareOf(member, policy, now);
    total += share;
    member.credit += share;
    if (chosen === undefined || member.credit > chosen.credit) chosen = member;
  }
  if (chosen !== undefined) chosen.credit -= total;
  return chosen?.backend;
}

function leastBusy(
  members: readonly Member[],
  policy: BalancePolicy,
  now: number,
): readonly Member[] {
  const loadOf = (member: Member): number =>
    member.backend.inProgress / shareOf(member, policy, now);
  const least = Math.min(...members.map(loadOf));
  return members.filter((member) => loadOf(member) === least);
}

/** Returns the effective weight: the whole weight, or a fraction of it during a slow start. */
export function shareOf(
  { backend, weight }: Pick<Member, 'backend' | 'weight'>,
  { slowStartMs }: BalancePolicy,
  now: number,
): number {
  const elapsed = now - backend.recoveredAt;
  if (elapsed >= slowStartMs) return weight;
  return weight * Math.max(FIRST_SHARE, elapsed / slowStartMs);
}
