/**
 * Token buckets by the generic cell rate algorithm (ITU-T I.371): a key holds the time at which the bucket of a client
 * will be full again, in microseconds of the server's clock. No key: a full bucket.
 */
import type { Script } from '../store.ts';

/** `tat`: the stored time; what is no number counts as a full bucket, and a time that is too far off is pulled in. */
const READ = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local function read(key)
  local stored = redis.pcall('GET', key)
  local tat = type(stored) == 'string' and tonumber(stored) or now
  if not (tat > now) then return now end
  return math.min(tat, now + limit + cost)
end
local function write(key, tat)
  redis.call('SET', key, string.format('%.17g', tat), 'PX', math.ceil((tat - now) / 1000))
end
`;

/**
 * Takes tokens from the bucket of each key. Values: microseconds per token; microseconds that a full bucket can be
 * late before the last token is gone; tokens wanted. Returns for each key the microseconds until there is a token, or
 * the tokens taken as a negative number.
 */
export const TAKE: Script = {
  name: 'take',
  text: `${READ}
local wanted = tonumber(ARGV[3])
local replies = {}
for i, key in ipairs(KEYS) do
  local tat = read(key)
  local wait = tat - now - limit
  if wait > 0 then
    replies[i] = math.ceil(wait)
  else
    local granted = math.min(wanted, math.floor(-wait / cost) + 1)
    write(key, tat + granted * cost)
    replies[i] = -granted
  end
end
return replies`,
};

/**
 * Takes tokens that were given out while the server was away. Values: as above without the third, then the tokens
 * (fractions of them, too) for each key.
 */
export const REPAY: Script = {
  name: 'repay',
  text: `${READ}
for i, key in ipairs(KEYS) do
  local tat = read(key) + tonumber(ARGV[2 + i]) * cost
  write(key, math.max(now + 1, math.min(tat, now + limit + cost)))
end
return #KEYS`,
};
