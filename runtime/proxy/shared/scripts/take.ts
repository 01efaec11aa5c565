/**
 * Scripts for token buckets by the generic cell rate algorithm (ITU-T I.371). A key holds the time at which the
 * client's bucket will be full again, in microseconds of the server's clock. A missing key means a full bucket.
 */
import type { Script } from '../store.ts';

/**
 * `tat`: the stored time. A value that is not a number counts as a full bucket; a time too far in the future is
 * reduced.
 */
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
 * Takes tokens from the bucket of each key. Values: microseconds per token, microseconds by which a full bucket can
 * be late before its last token is gone, wanted tokens. Returns for each key the microseconds until there is a
 * token, or the number of taken tokens as a negative number.
 */
export const TAKE: Script = {
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
 * Takes tokens that were granted while the server was unavailable. Values: the first two of `TAKE`, then the tokens
 * for each key, which may be fractions.
 */
export const REPAY: Script = {
  text: `${READ}
for i, key in ipairs(KEYS) do
  local tat = read(key) + tonumber(ARGV[2 + i]) * cost
  write(key, math.max(now + 1, math.min(tat, now + limit + cost)))
end
return #KEYS`,
};
