/** Scripts that track which replicas are alive, by the server's clock. */
import type { Script } from '../store.ts';

/**
 * Registers a heartbeat. Keys: members, version of the bans. Values: id of this replica, microseconds after which a
 * silent replica is removed. Returns the number of replicas, the version of the bans, and the time in milliseconds.
 */
export const HEARTBEAT: Script = {
  text: `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], 60000)
return {redis.call('ZCARD', KEYS[1]), redis.call('GET', KEYS[2]) or '0', string.format('%.0f', now / 1000)}`,
};

/** Removes a replica that stops. Key: members. Value: its id. */
export const LEAVE: Script = {
  text: `return redis.call('ZREM', KEYS[1], ARGV[1])`,
};
