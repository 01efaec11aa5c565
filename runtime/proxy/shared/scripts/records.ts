/**
 * Scripts for records of persistent collections. A record is a hash: `c` and `u` are the times in milliseconds at
 * which it was created and last updated, `n` is the number of updates. For each variable, `v:NAME` is its value,
 * `x:NAME` the time at which it expires, and `d:NAME` the time up to which deprecatevar has been applied.
 * runtime/engine/collections/persistent/operation.ts does the same in memory.
 */
import type { Script } from '../store.ts';

const NOW = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;

/**
 * Returns for each key an empty list, or milliseconds since its creation and since its last update, number of
 * updates, and for each variable name, value, milliseconds until it expires or '', and milliseconds since it was
 * deprecated or ''.
 */
export const LOAD_RECORDS: Script = {
  text: `${NOW}
local replies = {}
for i, key in ipairs(KEYS) do
  local flat = redis.pcall('HGETALL', key)
  local fields = {}
  if not flat.err then
    for j = 1, #flat, 2 do fields[flat[j]] = flat[j + 1] end
  end
  local created, updated = tonumber(fields.c), tonumber(fields.u)
  if created and updated then
    local reply = {now - created, now - updated, tonumber(fields.n) or 0}
    for j = 1, #flat, 2 do
      local field = flat[j]
      if string.sub(field, 1, 2) == 'v:' then
        local name = string.sub(field, 3)
        local expires, deprecated = tonumber(fields['x:' .. name]), tonumber(fields['d:' .. name])
        if not expires or expires > now then
          reply[#reply + 1] = name
          reply[#reply + 1] = flat[j + 1]
          reply[#reply + 1] = expires and expires - now or ''
          reply[#reply + 1] = deprecated and now - deprecated or ''
        end
      end
    end
    replies[i] = reply
  else
    replies[i] = {}
  end
end
return replies`,
};

/**
 * Applies the operations of a transaction to one record. Values: seconds that the record lives without an update,
 * then four for each operation: kind, name, and two operands. Returns the number of updates and the time in
 * milliseconds.
 */
export const WRITE_RECORD: Script = {
  text: `${NOW}
local key = KEYS[1]
local type = redis.call('TYPE', key).ok
if type ~= 'hash' and type ~= 'none' then redis.call('DEL', key) end
local function get(field) return redis.call('HGET', key, field) or nil end
local function set(field, value) redis.call('HSET', key, field, value) end
local function number(text)
  local sign, digits = string.match(text, '^([+-]?)(%d+)$')
  if digits and #digits <= 18 then return tonumber(text) end
end
local function shown(value) return string.format('%.0f', math.max(0, value)) end
local function forget(name) redis.call('HDEL', key, 'v:' .. name, 'x:' .. name, 'd:' .. name) end
for i = 3, #ARGV, 4 do
  local expires = tonumber(get('x:' .. ARGV[i]) or '')
  if expires and expires <= now then forget(ARGV[i]) end
end
local updated = tonumber(get('u') or '') or now
if not get('c') then set('c', string.format('%.0f', now)) end
for i = 2, #ARGV, 4 do
  local kind, name, first, second = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local current = get('v:' .. name)
  if kind == 'Set' then
    set('v:' .. name, first)
  elseif kind == 'Add' then
    local counter = (current == nil or current == '') and 0 or number(current)
    if counter then set('v:' .. name, shown(counter + tonumber(first))) end
  elseif kind == 'Delete' then
    forget(name)
  elseif kind == 'Expire' then
    if current then set('x:' .. name, string.format('%.0f', now + tonumber(first))) end
  elseif kind == 'Deprecate' then
    local counter = current and number(current)
    local since = tonumber(get('d:' .. name) or '')
    local span = tonumber(second)
    local times = math.max(0, math.floor((now - (since or updated)) / span))
    if counter and not (times == 0 and since) then
      set('v:' .. name, shown(counter - times * tonumber(first)))
      set('d:' .. name, string.format('%.0f', (since or updated) + times * span))
    end
  end
end
set('u', string.format('%.0f', now))
local updates = redis.call('HINCRBY', key, 'n', 1)
local timeout = get('v:timeout')
timeout = timeout and (tonumber(string.match(timeout, '^[+-]?%d+$') or '') or 0) or tonumber(ARGV[1])
if timeout <= 0 then redis.call('DEL', key)
else redis.call('PEXPIRE', key, string.format('%.0f', math.min(timeout, 1e9) * 1000)) end
return {updates, string.format('%.0f', now)}`,
};
