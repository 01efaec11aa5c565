/** Selects the group of backends by host and path, and keeps what is known of each backend. */
import { addressLabel, type BackendAddress } from '../settings/backend-address.ts';
import type { BackendGroup, BackendMap, HostBackends } from '../settings/backend-map.ts';
import type { Backend, BackendAccess, Candidates } from './backend.ts';
import { type BalancePolicy, createCandidates } from './balance.ts';

export type Backends = {
  /** Returns undefined when there is no backend for this host. The target's query is ignored. */
  readonly candidates: (host: string, target: string) => Candidates | undefined;
  readonly all: readonly Backend[];
};

type HostGroups = {
  readonly paths: readonly { readonly prefix: string; readonly group: Candidates }[];
  readonly fallback: Candidates;
};

export function createBackends(
  map: BackendMap,
  policy: BalancePolicy,
  accessTo: (address: BackendAddress) => BackendAccess,
): Backends {
  const known = new Map<string, Backend>();
  const backendFor = (address: BackendAddress, weight: number): Backend => {
    const label = addressLabel(address);
    const backend = known.get(label) ?? newBackend(address, label, accessTo(address));
    backend.weight = Math.max(backend.weight, weight);
    known.set(label, backend);
    return backend;
  };
  const candidatesOf = (group: BackendGroup): Candidates => {
    const members = group.map(({ weight = 1, ...address }) => ({
      backend: backendFor(address, weight),
      weight,
      credit: 0,
    }));
    return createCandidates(members, policy);
  };
  const groupsOf = (host: HostBackends): HostGroups => ({
    paths: host.paths.map(({ prefix, group }) => ({ prefix, group: candidatesOf(group) })),
    fallback: candidatesOf(host.fallback),
  });
  const hosts = new Map([...map.hosts].map(([host, entry]) => [host, groupsOf(entry)]));
  const fallback = map.fallback === undefined ? undefined : groupsOf(map.fallback);
  return {
    candidates: (host, target) => {
      const groups = hosts.get(host) ?? fallback;
      return groups === undefined ? undefined : groupFor(groups, target);
    },
    all: [...known.values()],
  };
}

function newBackend(address: BackendAddress, label: string, access: BackendAccess): Backend {
  return {
    ...access,
    address,
    label,
    weight: 1,
    downUntil: 0,
    isHealthy: true,
    recoveredAt: Number.NEGATIVE_INFINITY,
    inProgress: 0,
    failures: 0,
    checks: { succeeded: 0, failed: 0 },
  };
}

/** Matches whole segments, as sent: `/api` matches `/api` and `/api/x`, not `/apiary`. */
function groupFor(groups: HostGroups, target: string): Candidates {
  if (groups.paths.length === 0) return groups.fallback;
  const path = target.split('?', 1)[0] ?? '';
  const found = groups.paths.find(
    ({ prefix }) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
  return found?.group ?? groups.fallback;
}
