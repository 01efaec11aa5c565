/** Names of keys in the store: `pc:{SHARD}:…`, where braces choose the hash slot of a cluster. */
import { createHash } from 'node:crypto';
import { type AddressKey, ipv4Text } from '../http/ip-address.ts';

/** What belongs to all clients. */
export const MEMBERS_KEY = 'pc:{all}:members';
export const BANS_KEY = 'pc:{all}:bans';
/** Where each ban comes from, by address block. */
export const BAN_ORIGINS_KEY = 'pc:{all}:ban-origins';
export const BANS_VERSION_KEY = 'pc:{all}:bans-version';
export const BANS_CHANNEL = 'pc:{all}:bans-changed';

/**
 * The token bucket of a client for the limit of a policy; "": for the limit for all. Rate and burst are not part of the name: while they change from replica to replica, a
 * client has one bucket all the same.
 */
export function bucketKey(client: AddressKey, policy = ''): string {
  const limit = policy === '' ? 'client' : `policy:${policy}`;
  return `pc:{s${shardOf(mix(client))}}:rl:${limit}:${addressText(client)}`;
}

/** A record of a persistent collection. Its key may be a session id, so only a hash of it is stored. */
export function collectionKey(webApp: string, name: string, key: string): string {
  const hash = createHash('sha256').update(key, 'latin1').digest('hex');
  return `pc:{s${hash.slice(0, 2)}}:col:${webApp}:${name}:${hash}`;
}

/** The part of a key that decides its hash slot. */
export function shardIn(key: string): string {
  return key.slice(0, key.indexOf('}'));
}

/** One of 256, as two hexadecimal digits. */
function shardOf(hash: number): string {
  return (hash & 255).toString(16).padStart(2, '0');
}

function mix({ high, low }: AddressKey): number {
  const mixed = Math.imul(Math.imul(high ^ (high >>> 15), 0x85ebca6b) ^ low, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** `192.0.2.1`, or the /64 block of an IPv6 address as `2001:db8:0:1`. */
export function addressText({ high, low }: AddressKey): string {
  if (high === 0x0000ffff) return ipv4Text(low);
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]
    .map((group) => group.toString(16))
    .join(':');
}
