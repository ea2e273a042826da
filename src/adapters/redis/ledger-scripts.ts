import { script } from "./script.ts";

/** A thread's user is set once; its last activity only moves on, and opens its session again. */
export const NOTE_THREAD = script(`
local users, threads, activity, open, own = unpack(KEYS)
local thread, user, at = unpack(ARGV)
local owner = redis.call("HGET", threads, thread)
if owner and owner ~= user then return 0 end
if not owner then
  redis.call("SADD", users, user)
  redis.call("HSET", threads, thread, user)
end
local last = redis.call("HGET", activity, thread)
if not last or tonumber(at) > tonumber(last) then
  redis.call("HSET", activity, thread, at)
  redis.call("ZADD", own, at, thread)
  redis.call("ZADD", open, at, thread)
end
return 1`);

export const IDLE_THREADS = script(`
local threads, open = unpack(KEYS)
local idle = redis.call("ZRANGEBYSCORE", open, "-inf", ARGV[1], "WITHSCORES", "LIMIT", 0, ARGV[2])
local found = {}
for i = 1, #idle, 2 do
  table.insert(found, redis.call("HGET", threads, idle[i]) or "")
  table.insert(found, idle[i])
  table.insert(found, idle[i + 1])
end
return found`);

/** Unless the thread was active again since. */
export const END_SESSION = script(`
local activity, open = unpack(KEYS)
if redis.call("HGET", activity, ARGV[1]) == ARGV[2] then redis.call("ZREM", open, ARGV[1]) end
return 1`);

/** The same work, failed again, is the letter that was there, with one attempt more. */
export const ADD_LETTER = script(`
local users, ids, bodies, attempts, works, all, own = unpack(KEYS)
local user, work, new, body, at = unpack(ARGV)
local id = redis.call("HGET", ids, work)
if not id then
  id = new
  redis.call("SADD", users, user)
  redis.call("HSET", ids, work, id)
  redis.call("HSET", works, id, work)
end
redis.call("HSET", bodies, id, body)
redis.call("ZADD", all, at, id)
redis.call("ZADD", own, at, id)
return { id, redis.call("HINCRBY", attempts, id, 1) }`);

/** A letter that has its id and attempts already. */
export const RESTORE_LETTER = script(`
local users, ids, bodies, attempts, works, all, own = unpack(KEYS)
local user, work, id, body, at, attempt = unpack(ARGV)
if redis.call("HEXISTS", ids, work) == 1 or redis.call("HEXISTS", works, id) == 1 then return 0 end
redis.call("SADD", users, user)
redis.call("HSET", ids, work, id)
redis.call("HSET", works, id, work)
redis.call("HSET", bodies, id, body)
redis.call("HSET", attempts, id, attempt)
redis.call("ZADD", all, at, id)
redis.call("ZADD", own, at, id)
return 1`);

/** Newest first: id, work, attempts, body, and so on. */
export const LETTERS = script(`
local list, bodies, attempts, works = unpack(KEYS)
local found = {}
for _, id in ipairs(redis.call("ZREVRANGE", list, 0, -1)) do
  table.insert(found, id)
  table.insert(found, redis.call("HGET", works, id))
  table.insert(found, redis.call("HGET", attempts, id))
  table.insert(found, redis.call("HGET", bodies, id))
end
return found`);

export const REMOVE_LETTER = script(`
local ids, bodies, attempts, works, all, own = unpack(KEYS)
local id, work = unpack(ARGV)
redis.call("HDEL", ids, work)
redis.call("HDEL", attempts, id)
redis.call("HDEL", works, id)
redis.call("ZREM", all, id)
redis.call("ZREM", own, id)
return redis.call("HDEL", bodies, id)`);

/** A lease is kept as fence:until:cursor, the cursor led by "=" when there is one. */
const LEASE = `
local function lease(key, name)
  local kept = redis.call("HGET", key, name)
  if not kept then return 0, 0, "" end
  local fence, untl, cursor = string.match(kept, "^(%d+):(%d+):(.*)$")
  return tonumber(fence), tonumber(untl), cursor
end
local function keep(key, name, fence, untl, cursor)
  redis.call("HSET", key, name, string.format("%d:%d:", fence, untl) .. cursor)
end
`;

export const TAKE_LEASE = script(`${LEASE}
local leases, own = unpack(KEYS)
local name, now, ttl, slack = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local fence, untl, cursor = lease(leases, name)
if fence > 0 and untl > now and untl <= now + ttl + slack then return false end
keep(leases, name, fence + 1, now + ttl, cursor)
if own then redis.call("SADD", own, name) end
return { fence + 1, cursor }`);

export const KEEP_LEASE = script(`${LEASE}
local fence = lease(KEYS[1], ARGV[1])
if fence ~= tonumber(ARGV[2]) then return 0 end
keep(KEYS[1], ARGV[1], fence, tonumber(ARGV[3]), ARGV[4])
return 1`);

export const DROP_LEASE = script(`${LEASE}
local fence, _, cursor = lease(KEYS[1], ARGV[1])
if fence == tonumber(ARGV[2]) then keep(KEYS[1], ARGV[1], fence, 0, cursor) end
return 1`);

/** Counts by place: owners, threads, namespaces, refusals, dead letters, leases. */
export const ERASE_USER = script(`
local owners, users, threads, activity, open, ids, bodies, attempts, works, all, leases = unpack(KEYS, 1, 11)
local ownThreads, ownNamespaces, ownRefusals, ownLetters, ownLeases = unpack(KEYS, 12)
redis.call("SREM", users, ARGV[1])
local counts = { redis.call("SREM", owners, "user:" .. ARGV[1]), 0, redis.call("SCARD", ownNamespaces), redis.call("HLEN", ownRefusals), 0, 0 }
for _, thread in ipairs(redis.call("ZRANGE", ownThreads, 0, -1)) do
  counts[2] = counts[2] + redis.call("HDEL", threads, thread)
  redis.call("HDEL", activity, thread)
  redis.call("ZREM", open, thread)
end
for _, id in ipairs(redis.call("ZRANGE", ownLetters, 0, -1)) do
  redis.call("HDEL", ids, redis.call("HGET", works, id))
  redis.call("HDEL", attempts, id)
  redis.call("HDEL", works, id)
  redis.call("ZREM", all, id)
  counts[5] = counts[5] + redis.call("HDEL", bodies, id)
end
for _, name in ipairs(redis.call("SMEMBERS", ownLeases)) do
  counts[6] = counts[6] + redis.call("HDEL", leases, name)
end
redis.call("DEL", ownThreads, ownNamespaces, ownRefusals, ownLetters, ownLeases)
return counts`);
