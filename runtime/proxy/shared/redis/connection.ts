/** One connection to a server, to what Sentinels say is the server, or to a cluster. */

import type { StoreAddress, StoreNode } from '../../settings/store-address.ts';
import type { Reply, StoreEvents } from '../store.ts';

export type RedisPackage = typeof import('@redis/client');

/** `key` chooses the server of a cluster. Arguments and replies are byte strings. */
type Send = (key: string | undefined, command: readonly string[]) => Promise<Reply>;

export type Connection = {
  readonly send: Send;
  readonly subscribe: (channel: string, listener: () => void) => Promise<void>;
  readonly isConnected: () => boolean;
  readonly close: () => void;
};

const CONNECT_MS = 1000;
/** Between attempts to connect; a tenth is left to chance, so that replicas do not come all at once. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 500;

/** Begins to connect. What is sent before is refused. */
export function openConnection(
  redis: RedisPackage,
  address: StoreAddress,
  events: StoreEvents,
): Connection {
  const { topology } = address;
  switch (topology.kind) {
    case 'Server':
    case 'Socket':
      return toServer(redis, address, events);
    case 'Sentinel':
      return throughSentinels(redis, address, topology, events);
    case 'Cluster':
      return toCluster(redis, address, topology.nodes, events);
  }
}

function toServer(redis: RedisPackage, address: StoreAddress, events: StoreEvents): Connection {
  const { topology, tls } = address;
  const options = { ...optionsOf(address), commandOptions: commandOptionsOf(redis) };
  const client =
    topology.kind === 'Socket'
      ? redis.createClient({ ...options, socket: { path: topology.path, tls: false, ...TIMING } })
      : redis.createClient({ ...options, socket: socketOf(tls, firstNode(address)) });
  // Replies and messages on one connection would delay each other.
  const listener = client.duplicate();
  for (const each of [client, listener]) {
    each.on('error', events.lost);
    each.connect().catch(events.lost);
  }
  return {
    send: async (_key, command) => toReply(await client.sendCommand(toBytes(command))),
    subscribe: (channel, heard) => listener.subscribe(channel, heard),
    isConnected: () => client.isReady,
    close: () => {
      for (const each of [client, listener]) if (each.isOpen) each.destroy();
    },
  };
}

function firstNode({ topology }: StoreAddress): StoreNode | undefined {
  return topology.kind === 'Server' ? topology.node : undefined;
}

function throughSentinels(
  redis: RedisPackage,
  address: StoreAddress,
  { nodes, name }: { readonly nodes: readonly StoreNode[]; readonly name: string },
  events: StoreEvents,
): Connection {
  const sentinel = redis.createSentinel({
    name,
    sentinelRootNodes: [...nodes],
    nodeClientOptions: { ...optionsOf(address), socket: socketOf(address.tls) },
    sentinelClientOptions: { socket: socketOf(address.tls) },
    // One connection keeps the order of what is sent.
    masterPoolSize: 1,
    reserveClient: true,
    scanInterval: 1000,
    maxCommandRediscovers: 1,
    passthroughClientErrorEvents: true,
    commandOptions: commandOptionsOf(redis),
  });
  sentinel.on('error', events.lost);
  sentinel.connect().catch(events.lost);
  return {
    send: async (_key, command) => toReply(await sentinel.sendCommand(false, toBytes(command))),
    subscribe: async (channel, heard) => {
      await sentinel.subscribe(channel, heard);
    },
    isConnected: () => sentinel.isReady,
    close: () => {
      if (sentinel.isOpen) sentinel.destroy().catch(() => {});
    },
  };
}

function toCluster(
  redis: RedisPackage,
  address: StoreAddress,
  nodes: readonly StoreNode[],
  events: StoreEvents,
): Connection {
  const options = optionsOf(address);
  const cluster = redis.createCluster({
    rootNodes: nodes.map((node) => ({ ...options, socket: socketOf(address.tls, node) })),
    defaults: { ...options, socket: socketOf(address.tls) },
    commandOptions: commandOptionsOf(redis),
  });
  let connected = false;
  cluster.on('error', events.lost);
  const connecting = cluster.connect().then(() => {
    connected = true;
  });
  connecting.catch(events.lost);
  return {
    send: async (key, command) => toReply(await cluster.sendCommand(key, false, toBytes(command))),
    subscribe: async (channel, heard) => {
      await connecting;
      await cluster.subscribe(channel, heard);
    },
    isConnected: () => connected,
    close: () => {
      if (cluster.isOpen) cluster.destroy();
    },
  };
}

type Options = {
  readonly username?: string;
  readonly password?: string;
  readonly database?: number;
  readonly name: string;
  readonly disableOfflineQueue: boolean;
  readonly disableClientInfo: boolean;
  readonly maintNotifications: 'disabled';
};

function optionsOf({ username, password, database }: StoreAddress): Options {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(database === 0 ? {} : { database }),
    name: 'portcullis',
    // Whoever waits has a budget: what cannot be sent now is refused now.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  };
}

const TIMING = {
  connectTimeout: CONNECT_MS,
  reconnectStrategy: (retries: number): number => {
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(retries, 10));
    return Math.round(pause * (0.9 + Math.random() * 0.2));
  },
};

type Timing = typeof TIMING;
type Location = { readonly host?: string; readonly port?: number };
type Socket = (Timing & Location) | (Timing & Location & { readonly tls: true });

function socketOf(tls: boolean, node: StoreNode | undefined = undefined): Socket {
  return tls ? { ...TIMING, ...node, tls } : { ...TIMING, ...node };
}

type CommandOptions = {
  readonly timeout: number;
  readonly typeMapping: Record<number, BufferConstructor>;
};

/**
 * Whoever waits for a reply has a timer, and a connection that does not answer is given up: the timer that the client
 * would start for each command itself, until it is written, takes half of the processor time of a command.
 */
function commandOptionsOf({ RESP_TYPES }: RedisPackage): CommandOptions {
  return { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
}

/** As one byte a character; texts without high bytes are sent as they are. */
function toBytes(command: readonly string[]): (string | Buffer)[] {
  return command.map((text) => (/[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1') : text));
}

function toReply(reply: unknown): Reply {
  if (Array.isArray(reply)) return reply.map(toReply);
  if (Buffer.isBuffer(reply)) return reply.toString('latin1');
  return typeof reply === 'string' || typeof reply === 'number' ? reply : null;
}
