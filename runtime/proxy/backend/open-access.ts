/** Creates the access to backends from the settings: name lookup, TLS and idle connections. */
import type { Socket } from 'node:net';
import type { BackendAddress } from '../settings/backend-address.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { BackendAccess } from './backend.ts';
import { createBackendAgents } from './backend-agents.ts';
import type { BackendTls } from './backend-tls.ts';
import { createConnector } from './connect-backend.ts';
import {
  createHostAddresses,
  type HostAddresses,
  lookUpBy,
  systemLookUp,
} from './host-addresses.ts';
import { IdleConnections } from './idle-connections.ts';

const SWEEP_MS = 1000;

export type OpenAccess = {
  readonly accessTo: (address: BackendAddress) => BackendAccess;
  readonly close: () => void;
};

export function openAccess(
  settings: ProxySettings,
  tls: BackendTls,
  warn: (line: string) => void,
): OpenAccess {
  const addresses = hostAddresses(settings, warn);
  const connector = createConnector(tls, addresses?.lookup);
  const pools = new Set<IdleConnections>();
  const names = createNameUses((host) => addresses?.forget(host));
  const sweep = setInterval(() => {
    for (const pool of pools) pool.sweep();
  }, SWEEP_MS).unref();
  return {
    accessTo: (address) => {
      const connect = connector(address);
      const isCurrent = ({ remoteAddress = '' }: Socket): boolean =>
        addresses === undefined ||
        'path' in address ||
        addresses.isCurrent(address.host, remoteAddress);
      const idle = new IdleConnections(settings.backendKeepAlive, isCurrent);
      pools.add(idle);
      const endUse = 'path' in address ? () => {} : names.use(address.host);
      const close = (): void => {
        idle.close();
        pools.delete(idle);
        endUse();
      };
      return { connect, agents: createBackendAgents(connect, idle), close };
    },
    close: () => {
      clearInterval(sweep);
      addresses?.stop();
    },
  };
}

/** Counts the backends per name; calls `forget` when a name's last backend is closed. */
function createNameUses(forget: (name: string) => void): {
  readonly use: (name: string) => () => void;
} {
  const uses = new Map<string, number>();
  return {
    use: (name) => {
      uses.set(name, (uses.get(name) ?? 0) + 1);
      return () => {
        const left = (uses.get(name) ?? 0) - 1;
        uses.set(name, left);
        if (left > 0) return;
        uses.delete(name);
        forget(name);
      };
    },
  };
}

/**
 * Returns the cache of addresses; undefined when BACKEND_DNS_TTL is 0: the system is then queried for every
 * connection.
 */
export function hostAddresses(
  { backendDnsTtl, backendNameServers }: ProxySettings,
  warn: (line: string) => void,
): HostAddresses | undefined {
  if (backendDnsTtl === 0) return undefined;
  const lookUp = backendNameServers.length === 0 ? systemLookUp : lookUpBy(backendNameServers);
  return createHostAddresses(lookUp, backendDnsTtl, warn);
}
