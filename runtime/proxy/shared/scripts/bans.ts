/**
 * Scripts for bans: a sorted set of address blocks, scored by the millisecond of the server's clock at which the
 * ban ends. The version of the bans is the time of their last change, in microseconds. A server that has lost its data
 * therefore never repeats a version.
 */
import type { Script } from '../store.ts';

const NOW = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function changed(channel)
  redis.call('SET', KEYS[3], string.format('%.0f', t[1] * 1000000 + t[2]))
  redis.call('PUBLISH', channel, '')
end
`;

/**
 * Keys: bans, origins, version. Values: block, milliseconds or '' for a permanent ban, origin, channel. Removes
 * expired bans.
 */
export const BAN: Script = {
  text: `${NOW}
for _, block in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('ZREM', KEYS[1], block)
  redis.call('HDEL', KEYS[2], block)
end
local until_ = ARGV[2] == '' and '+inf' or string.format('%.0f', now + tonumber(ARGV[2]))
redis.call('ZADD', KEYS[1], until_, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
changed(ARGV[4])
return 1`,
};

/** Keys as for `BAN`. Values: block, channel. Returns 0 when the block was not banned. */
export const UNBAN: Script = {
  text: `${NOW}
local removed = redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
changed(ARGV[2])
return removed`,
};

/**
 * Keys as for `BAN`. Returns the version, then block, milliseconds left (-1 for a permanent ban) and origin of each
 * ban.
 */
export const LIST_BANS: Script = {
  text: `${NOW}
local flat = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf', 'WITHSCORES')
local replies = {redis.call('GET', KEYS[3]) or '0'}
for i = 1, #flat, 2 do
  replies[#replies + 1] = flat[i]
  replies[#replies + 1] = flat[i + 1] == 'inf' and -1 or math.floor(tonumber(flat[i + 1]) - now)
  replies[#replies + 1] = redis.call('HGET', KEYS[2], flat[i]) or ''
end
return replies`,
};
