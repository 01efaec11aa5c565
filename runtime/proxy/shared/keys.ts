/** Names of keys in the store: `pc:{SHARD}:…`. The part in braces determines the hash slot of a cluster. */
import { createHash } from 'node:crypto';
import { type AddressKey, ipv4Text } from '../http/ip-address.ts';

/** Keys that do not belong to a client. */
export const MEMBERS_KEY = 'pc:{all}:members';
export const BANS_KEY = 'pc:{all}:bans';
/** The origin of each ban, by address block. */
export const BAN_ORIGINS_KEY = 'pc:{all}:ban-origins';
export const BANS_VERSION_KEY = 'pc:{all}:bans-version';
export const BANS_CHANNEL = 'pc:{all}:bans-changed';

/**
 * Returns the key of a client's token bucket for the limit of a policy; `policy` is "" for the general limit. Rate
 * and burst are not part of the key, so that a client has one bucket even while replicas have different settings.
 */
export function bucketKey(client: AddressKey, policy = ''): string {
  const limit = policy === '' ? 'client' : `policy:${policy}`;
  return `pc:{s${shardOf(mix(client))}}:rl:${limit}:${addressText(client)}`;
}

/** Returns the key of a record of a persistent collection. `key` may be a session id, so only its hash is stored. */
export function collectionKey(webApp: string, name: string, key: string): string {
  const hash = createHash('sha256').update(key, 'latin1').digest('hex');
  return `pc:{s${hash.slice(0, 2)}}:col:${webApp}:${name}:${hash}`;
}

/** Returns the part of a key that determines its hash slot. */
export function shardIn(key: string): string {
  return key.slice(0, key.indexOf('}'));
}

/** Returns one of 256 shards, as two hexadecimal digits. */
function shardOf(hash: number): string {
  return (hash & 255).toString(16).padStart(2, '0');
}

function mix({ high, low }: AddressKey): number {
  const mixed = Math.imul(Math.imul(high ^ (high >>> 15), 0x85ebca6b) ^ low, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Returns `192.0.2.1`, or the /64 block of an IPv6 address as `2001:db8:0:1`. */
function addressText({ high, low }: AddressKey): string {
  if (high === 0x0000ffff) return ipv4Text(low);
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]
    .map((group) => group.toString(16))
    .join(':');
}
