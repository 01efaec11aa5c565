/** Selects the group of backends by host and path, and keeps the state of each backend. */
import { addressLabel, type BackendAddress } from '../settings/backend-address.ts';
import {
  type BackendGroup,
  type BackendMap,
  groupsOf,
  type HostBackends,
} from '../settings/backend-map.ts';
import type { Backend, BackendAccess, Candidates } from './backend.ts';
import { type BalancePolicy, createCandidates } from './balance.ts';

export type Backends = {
  /**
   * Puts these maps in force: opens backends that are new, and closes those that no map contains any more. Maps that
   * contain the same address share one backend, whose state persists.
   */
  readonly use: (maps: readonly BackendMap[]) => void;
  /**
   * Selects the group for a host and target; undefined when the map has no backend for this host. `map`: one that is
   * or was in force. The query of the target is ignored.
   */
  readonly candidates: (map: BackendMap, host: string, target: string) => Candidates | undefined;
  /** Returns the backends of all maps in force. */
  readonly all: () => readonly Backend[];
};

type HostGroups = {
  readonly paths: readonly { readonly prefix: string; readonly group: Candidates }[];
  readonly fallback: Candidates;
};

type ChooseGroup = (host: string, target: string) => Candidates | undefined;

/** `watch` is called for each backend that is opened, and returns a function that ends what it began. */
export function createBackends(
  policy: BalancePolicy,
  accessTo: (address: BackendAddress) => BackendAccess,
  watch: (backend: Backend) => () => void,
): Backends {
  type Known = { readonly backend: Backend; readonly endWatch: () => void };
  const known = new Map<string, Known>();
  // Requests that began before a reload still select from the map of their policy.
  const choices = new WeakMap<BackendMap, ChooseGroup>();
  const open = (label: string, address: BackendAddress): Known => {
    const backend = newBackend(address, label, accessTo(address));
    const opened = { backend, endWatch: watch(backend) };
    known.set(label, opened);
    return opened;
  };
  const close = (label: string, { backend, endWatch }: Known): void => {
    endWatch();
    backend.close();
    known.delete(label);
  };
  const candidatesOf = (group: BackendGroup): Candidates => {
    const members = group.flatMap(({ weight = 1, ...address }) => {
      const { backend } = known.get(addressLabel(address)) ?? {};
      return backend === undefined ? [] : [{ backend, weight, credit: 0 }];
    });
    return createCandidates(members, policy);
  };
  return {
    use: (maps) => {
      const members = maps.flatMap(groupsOf).flat();
      const used = new Set(members.map(addressLabel));
      for (const [label, each] of known) {
        if (!used.has(label)) close(label, each);
        each.backend.weight = 1;
      }
      for (const { weight = 1, ...address } of members) {
        const label = addressLabel(address);
        const { backend } = known.get(label) ?? open(label, address);
        backend.weight = Math.max(backend.weight, weight);
      }
      for (const map of maps) {
        if (!choices.has(map)) choices.set(map, chooseGroup(map, candidatesOf));
      }
    },
    candidates: (map, host, target) => choices.get(map)?.(host, target),
    all: () => [...known.values()].map(({ backend }) => backend),
  };
}

function chooseGroup(
  { hosts: entries, fallback: otherHosts }: BackendMap,
  candidatesOf: (group: BackendGroup) => Candidates,
): ChooseGroup {
  const groupsOfHost = (host: HostBackends): HostGroups => ({
    paths: host.paths.map(({ prefix, group }) => ({ prefix, group: candidatesOf(group) })),
    fallback: candidatesOf(host.fallback),
  });
  const hosts = new Map([...entries].map(([host, entry]) => [host, groupsOfHost(entry)]));
  const fallback = otherHosts === undefined ? undefined : groupsOfHost(otherHosts);
  return (host, target) => {
    const groups = hosts.get(host) ?? fallback;
    return groups === undefined ? undefined : groupFor(groups, target);
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

/**
 * Selects a group by path prefix. A prefix matches whole segments of the raw path: `/api` matches `/api` and
 * `/api/x`, but not `/apiary`.
 */
function groupFor(groups: HostGroups, target: string): Candidates {
  if (groups.paths.length === 0) return groups.fallback;
  const path = target.split('?', 1)[0] ?? '';
  const found = groups.paths.find(
    ({ prefix }) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
  return found?.group ?? groups.fallback;
}
