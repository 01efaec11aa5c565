/** A connection to a server, to the server that Sentinels name, or to a cluster. */
import { setMaxListeners } from 'node:events';
import type { Login, StoreAddress, StoreNode } from '../../settings/store-address.ts';
import type { Reply, StoreEvents } from '../store.ts';
import { isAboutReplies } from './limit-replies.ts';

export type RedisPackage = typeof import('@redis/client');

/** `key` selects the server of a cluster. Arguments and replies are byte strings. */
type Send = (key: string | undefined, command: readonly string[]) => Promise<Reply>;

export type Connection = {
  readonly send: Send;
  readonly subscribe: (channel: string, listener: () => void) => Promise<void>;
  readonly isConnected: () => boolean;
  readonly close: () => void;
};

const CONNECT_MS = 1000;
/**
 * Milliseconds without a byte after which a connection is closed, also during its handshake, and between two pings
 * that keep an idle one alive. A peer that is suspended or gone without notice would hold it for ever.
 */
const SILENCE_MS = 5000;
const PING_MS = 2000;
/**
 * Milliseconds between attempts to connect. A random part of a tenth keeps replicas from reconnecting
 * simultaneously.
 */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 500;

/** Begins to connect. Commands that are sent before it is connected are rejected. */
export function openConnection(
  redis: RedisPackage,
  address: StoreAddress,
  events: StoreEvents,
): Connection {
  // A client that is destroyed while it connects keeps that connection, so the sockets are ended, too.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const connection = connect(redis, { ...address, closed: closing.signal }, events);
  return {
    ...connection,
    close: () => {
      connection.close();
      closing.abort();
    },
  };
}

/** `closed`: ends all sockets. */
type ClosableAddress = StoreAddress & { readonly closed: AbortSignal };

function connect(redis: RedisPackage, address: ClosableAddress, events: StoreEvents): Connection {
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

function toServer(redis: RedisPackage, address: ClosableAddress, events: StoreEvents): Connection {
  const { topology, closed } = address;
  const options = { ...optionsOf(address), commandOptions: commandOptionsOf(redis) };
  const client =
    topology.kind === 'Socket'
      ? redis.createClient({
          ...options,
          socket: { path: topology.path, tls: false, signal: closed, ...TIMING },
        })
      : redis.createClient({ ...options, socket: socketOf(address, firstNode(address)) });
  // On one connection, replies and messages would delay each other.
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

type Sentinels = Extract<StoreAddress['topology'], { kind: 'Sentinel' }>;

function throughSentinels(
  redis: RedisPackage,
  address: ClosableAddress,
  { nodes, name, login }: Sentinels,
  events: StoreEvents,
): Connection {
  const sentinel = redis.createSentinel({
    name,
    sentinelRootNodes: [...nodes],
    nodeClientOptions: { ...optionsOf(address), socket: socketOf(address) },
    sentinelClientOptions: {
      ...loginOptions(login),
      socket: socketOf(address),
      pingInterval: PING_MS,
    },
    // One connection preserves the order of commands.
    masterPoolSize: 1,
    reserveClient: true,
    scanInterval: 1000,
    // A command on a connection that breaks may have run, so the client does not send it again.
    maxCommandRediscovers: 0,
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
  address: ClosableAddress,
  nodes: readonly StoreNode[],
  events: StoreEvents,
): Connection {
  const options = optionsOf(address);
  const cluster = redis.createCluster({
    rootNodes: nodes.map((node) => ({ ...options, socket: socketOf(address, node) })),
    defaults: { ...options, socket: socketOf(address) },
    commandOptions: commandOptionsOf(redis),
  });
  let connected = false;
  cluster.on('error', events.lost);
  // The client itself replaces a node whose connection fails, but keeps one whose replies it cannot read.
  cluster.on('node-error', (error: unknown) => {
    if (isAboutReplies(error)) events.lost(error);
  });
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

type LoginOptions = { readonly username?: string; readonly password?: string };

function loginOptions(login: Login | undefined): LoginOptions {
  const { username, password } = login ?? {};
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

type Options = LoginOptions & {
  readonly database?: number;
  readonly name: string;
  readonly pingInterval: number;
  readonly disableOfflineQueue: boolean;
  readonly disableClientInfo: boolean;
  readonly maintNotifications: 'disabled';
};

function optionsOf({ database, ...login }: StoreAddress): Options {
  return {
    ...loginOptions(login),
    ...(database === 0 ? {} : { database }),
    name: 'portcullis',
    pingInterval: PING_MS,
    // Callers wait only for a short time, so a command that cannot be sent now is rejected now.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  };
}

const TIMING = {
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  reconnectStrategy: (retries: number): number => {
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(retries, 10));
    return Math.round(pause * (0.9 + Math.random() * 0.2));
  },
};

type Timing = typeof TIMING;
type Location = { readonly host?: string; readonly port?: number };
type SocketOptions = Timing & Location & { readonly signal: AbortSignal };
type Socket = SocketOptions | (SocketOptions & { readonly tls: true });

function socketOf(
  { tls, closed }: ClosableAddress,
  node: StoreNode | undefined = undefined,
): Socket {
  const options = { ...TIMING, ...node, signal: closed };
  return tls ? { ...options, tls } : options;
}

type CommandOptions = {
  readonly timeout: number;
  readonly typeMapping: Record<number, BufferConstructor>;
};

/**
 * Switches the client's own timers off. Callers have a timer, and a connection that does not answer is replaced.
 * The timer that the client would start for each command takes half of the command's processor time.
 */
function commandOptionsOf({ RESP_TYPES }: RedisPackage): CommandOptions {
  return { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
}

/** Encodes one byte per character. Texts without bytes above 127 are passed as they are. */
function toBytes(command: readonly string[]): (string | Buffer)[] {
  return command.map((text) => (/[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1') : text));
}

function toReply(reply: unknown): Reply {
  if (Array.isArray(reply)) return reply.map(toReply);
  if (Buffer.isBuffer(reply)) return reply.toString('latin1');
  return typeof reply === 'string' || typeof reply === 'number' ? reply : null;
}
