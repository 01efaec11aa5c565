/** Implements the store with @redis/client, which is loaded only when a store is opened. */
import { createHash } from 'node:crypto';
import type { StoreAddress } from '../../settings/store-address.ts';
import type { Reply, Script, ScriptCall, Store, StoreEvents } from '../store.ts';
import { type Connection, openConnection, type RedisPackage } from './connection.ts';
import { isAboutReplies, limitReplies } from './limit-replies.ts';

/** Milliseconds until a connection whose replies are unexpected is replaced, because the next one may be no better. */
const PAUSE_MS = 500;

/** Begins to connect, and keeps trying until the store is closed. */
export async function openRedisStore(address: StoreAddress, events: StoreEvents): Promise<Store> {
  const redis: RedisPackage = await import('@redis/client');
  const { Decoder } = await import('@redis/client/dist/lib/RESP/decoder.js');
  limitReplies(Decoder);
  const channels: (readonly [channel: string, listener: () => void])[] = [];
  let generation = 0;
  const open = (): Connection => {
    generation += 1;
    const own = generation;
    // A connection that was replaced or closed may still report that its last attempt to connect has failed.
    const lost = (error: unknown): void => {
      if (own !== generation) return;
      events.lost(error);
      // The client would keep the connection and take what follows for replies.
      if (isAboutReplies(error)) pause();
    };
    const opened = openConnection(redis, address, { lost });
    for (const [channel, listener] of channels) listen(opened, channel, listener, { lost });
    return opened;
  };
  let paused: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(paused);
    paused = undefined;
    generation += 1;
    connection.close();
  };
  const restart = (): void => {
    close();
    connection = open();
  };
  const pause = (): void => {
    close();
    paused = setTimeout(restart, PAUSE_MS);
  };
  let connection = open();
  return {
    evaluate: (call) => evaluate(connection, call),
    subscribe: async (channel, listener) => {
      channels.push([channel, listener]);
      listen(connection, channel, listener, events);
    },
    isCluster: address.topology.kind === 'Cluster',
    isConnected: () => paused === undefined && connection.isConnected(),
    restart,
    close,
  };
}

function listen(
  connection: Connection,
  channel: string,
  listener: () => void,
  events: StoreEvents,
): void {
  connection.subscribe(channel, listener).catch(events.lost);
}

/** Calls a script by its hash. A server that has not cached the script gets its text. */
async function evaluate(connection: Connection, call: ScriptCall): Promise<Reply> {
  const { script, keys, values } = call;
  const rest = [String(keys.length), ...keys, ...values.map(String)];
  try {
    return await connection.send(keys[0], ['EVALSHA', hashOf(script), ...rest]);
  } catch (error) {
    if (!String(error).includes('NOSCRIPT')) throw error;
    return connection.send(keys[0], ['EVAL', script.text, ...rest]);
  }
}

const hashes = new Map<Script, string>();

function hashOf(script: Script): string {
  const known = hashes.get(script);
  if (known !== undefined) return known;
  const hash = createHash('sha1').update(script.text).digest('hex');
  hashes.set(script, hash);
  return hash;
}
