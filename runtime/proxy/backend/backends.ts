/** Selects backends by host and path, round robin, trying those that are down last. */
import type {
  BackendAddress,
  BackendGroup,
  BackendMap,
  HostBackends,
} from '../settings/backend-map.ts';

/** One address. All groups that contain it share its health and load. */
export type Backend = {
  readonly address: BackendAddress;
  /** "host:port", for logs and metrics. */
  readonly label: string;
  /** Monotonic milliseconds until which the backend is skipped. */
  downUntil: number;
  inProgress: number;
};

/** The members of a group in the order in which this request should try them. */
export type Candidates = readonly Backend[];

export type Backends = {
  /** Returns undefined when there is no backend for this host. The target's query is ignored. */
  readonly candidates: (host: string, target: string, now: number) => Candidates | undefined;
  readonly all: readonly Backend[];
};

type Ring = { readonly members: readonly Backend[]; next: number };
type HostRings = {
  readonly paths: readonly { readonly prefix: string; readonly ring: Ring }[];
  readonly fallback: Ring;
};

export function createBackends(map: BackendMap): Backends {
  const known = new Map<string, Backend>();
  const ringOf = (group: BackendGroup): Ring => ({
    members: group.map((address) => backendOf(known, address)),
    next: 0,
  });
  const ringsOf = (host: HostBackends): HostRings => ({
    paths: host.paths.map(({ prefix, group }) => ({ prefix, ring: ringOf(group) })),
    fallback: ringOf(host.fallback),
  });
  const hosts = new Map([...map.hosts].map(([host, entry]) => [host, ringsOf(entry)]));
  const fallback = map.fallback === undefined ? undefined : ringsOf(map.fallback);
  return {
    candidates: (host, target, now) => {
      const rings = hosts.get(host) ?? fallback;
      return rings === undefined ? undefined : rotate(ringFor(rings, target), now);
    },
    all: [...known.values()],
  };
}

function backendOf(known: Map<string, Backend>, address: BackendAddress): Backend {
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const label = `${host}:${address.port}`;
  const backend = known.get(label) ?? { address, label, downUntil: 0, inProgress: 0 };
  known.set(label, backend);
  return backend;
}

/** Matches whole segments, as sent: `/api` matches `/api` and `/api/x`, not `/apiary`. */
function ringFor(rings: HostRings, target: string): Ring {
  if (rings.paths.length === 0) return rings.fallback;
  const path = target.split('?', 1)[0] ?? '';
  const found = rings.paths.find(
    ({ prefix }) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
  return found?.ring ?? rings.fallback;
}

/** Orders by round robin; backends that are down come last, so that they are still tried when all are down. */
function rotate(ring: Ring, now: number): Candidates {
  if (ring.members.length === 1) return ring.members;
  const start = ring.next;
  ring.next = (start + 1) % ring.members.length;
  const rotation = [...ring.members.slice(start), ...ring.members.slice(0, start)];
  const up = rotation.filter((backend) => backend.downUntil <= now);
  if (up.length === rotation.length) return rotation;
  return [...up, ...rotation.filter((backend) => backend.downUntil > now)];
}
