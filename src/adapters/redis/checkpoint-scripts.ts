import { script } from "./script.ts";

/**
 * A thread is two keys under one hash tag, so that it expires, is erased and moves between nodes as one:
 *
 * - a hash: `t` the thread's id; `c<at>` a checkpoint without its channels' values; `m<at>` JSON of its parent (`p`), how
 *   many steps back its delta channels reach (`n`) and the digest of each channel's value (`r`); `v<digest>` a value, once
 *   however many checkpoints hold it, and `n<digest>` how many do; `w<at>\\0<task>\\0<index>` a pending write;
 *   `d` when delta channels were seen
 * - an ordered index of the names: `c<at>` and `w<at>\\0<task>\\0<index>`
 *
 * where `<at>` is `<namespace>\\0<checkpoint id>`. Ids are UUIDv6: their order is that of time.
 */
const COMMON = `
local thread, index = KEYS[1], KEYS[2]
local function touch(ttl)
  if tonumber(ttl) > 0 then
    redis.call("PEXPIRE", thread, ttl)
    redis.call("PEXPIRE", index, ttl)
  end
end
local function range(from, to)
  return redis.call("ZRANGEBYLEX", index, from, to)
end
local function release(refs)
  for _, digest in pairs(refs) do
    if redis.call("HINCRBY", thread, "n" .. digest, -1) <= 0 then
      redis.call("HDEL", thread, "n" .. digest, "v" .. digest)
    end
  end
end
local function dropWrites(from, to)
  for _, name in ipairs(range(from, to)) do
    redis.call("HDEL", thread, name)
    redis.call("ZREM", index, name)
  end
end
local function meta(at)
  local kept = redis.call("HGET", thread, "m" .. at)
  return kept and cjson.decode(kept)
end
local function drop(at)
  local kept = meta(at)
  if kept then release(kept.r) end
  redis.call("HDEL", thread, "m" .. at, "c" .. at)
  redis.call("ZREM", index, "c" .. at)
  dropWrites("[w" .. at .. "\\0", "(w" .. at .. "\\1")
end
`;

/**
 * Removes what is older than the newest `keep` checkpoints of the namespace, save what the delta channels of those are
 * rebuilt from; of the root namespace also what subgraphs kept for tasks that ended before.
 */
const TRIM = `
local function ancestors(ns, names)
  local needed = {}
  for _, name in ipairs(names) do
    local at = string.sub(name, 2)
    local steps = nil
    while at do
      local kept = meta(at)
      if not kept then break end
      steps = steps == nil and kept.n or math.max(steps, kept.n)
      if steps <= 0 or not kept.p or needed["c" .. ns .. "\\0" .. kept.p] == steps then break end
      at = ns .. "\\0" .. kept.p
      steps = steps - 1
      needed["c" .. at] = steps + 1
    end
  end
  return needed
end
local function trim(ns, keep)
  local first, last = "[c" .. ns .. "\\0", "(c" .. ns .. "\\1"
  local over = redis.call("ZLEXCOUNT", index, first, last) - keep
  if over <= 0 then return end
  local delta = redis.call("HEXISTS", thread, "d") == 1
  local names = range(first, last)
  local oldest = string.sub(names[over + 1], 2)
  local needed = {}
  if delta then needed = ancestors(ns, { unpack(names, over + 1) }) end
  for i = 1, over do
    if not needed[names[i]] then drop(string.sub(names[i], 2)) end
  end
  if not delta then dropWrites("[w" .. ns .. "\\0", "(w" .. oldest) end
  if ns ~= "" then return end
  for _, name in ipairs(range("[c\\1", "(d")) do
    local nul = string.find(name, "\\0", 1, true)
    if string.find(string.sub(name, 2, nul - 1), ":", 1, true) and string.sub(name, nul) < oldest then
      drop(string.sub(name, 2))
    end
  end
end
`;

/**
 * ARGV: thread id, namespace, id, parent or "", steps back, time to live, how many to keep or 0, body, number of changed
 * channels, then channel, digest and value of each, then the names of the unchanged ones, which are the parent's. 0 and
 * nothing done when a parent is named that has not got them (it expired, or was trimmed).
 */
export const PUT = script(`${COMMON}${TRIM}
local name, ns, id, parent, steps, ttl, keep, body, changed = unpack(ARGV, 1, 9)
local at = ns .. "\\0" .. id
local first, unchanged = 10, 10 + 3 * changed
local refs = {}
local above = parent ~= "" and meta(ns .. "\\0" .. parent)
for i = unchanged, #ARGV do
  local digest = above and above.r[ARGV[i]]
  if digest then refs[ARGV[i]] = digest elseif parent ~= "" then return 0 end
end
for i = first, unchanged - 1, 3 do
  refs[ARGV[i]] = ARGV[i + 1]
  redis.call("HSETNX", thread, "v" .. ARGV[i + 1], ARGV[i + 2])
end
for _, digest in pairs(refs) do redis.call("HINCRBY", thread, "n" .. digest, 1) end
local before = meta(at)
if before then release(before.r) end
local kept = { n = tonumber(steps), r = refs }
if parent ~= "" then kept.p = parent end
redis.call("HSET", thread, "t", name, "m" .. at, cjson.encode(kept), "c" .. at, body)
if kept.n > 0 then redis.call("HSET", thread, "d", 1) end
redis.call("ZADD", index, 0, "c" .. at)
if tonumber(keep) > 0 then trim(ns, tonumber(keep)) end
touch(ttl)
return 1`);

/** ARGV: thread id, <at>, time to live, then task, index and record of each. A write of the same task and index stands, save special ones. */
export const PUT_WRITES = script(`${COMMON}
redis.call("HSET", thread, "t", ARGV[1])
for i = 4, #ARGV, 3 do
  local name = "w" .. ARGV[2] .. "\\0" .. ARGV[i] .. "\\0" .. ARGV[i + 1]
  redis.call(tonumber(ARGV[i + 1]) < 0 and "HSET" or "HSETNX", thread, name, ARGV[i + 2])
  redis.call("ZADD", index, 0, name)
end
touch(ARGV[3])
return 1`);

/** ARGV: time to live, then each <at>; one that ends with its namespace means the newest there. Those that are not there are left out. */
export const GET = script(`${COMMON}
local found = {}
for i = 2, #ARGV do
  local at = ARGV[i]
  if string.sub(at, -1) == "\\0" then
    local newest = redis.call("ZREVRANGEBYLEX", index, "(c" .. string.sub(at, 1, -2) .. "\\1", "[c" .. at, "LIMIT", 0, 1)[1]
    at = newest and string.sub(newest, 2)
  end
  local body = at and redis.call("HGET", thread, "c" .. at)
  if body then
    local kept = meta(at)
    local values, writes = {}, {}
    for channel, digest in pairs(kept.r) do
      table.insert(values, channel)
      table.insert(values, digest)
      table.insert(values, redis.call("HGET", thread, "v" .. digest))
    end
    for _, name in ipairs(range("[w" .. at .. "\\0", "(w" .. at .. "\\1")) do
      table.insert(writes, name)
      table.insert(writes, redis.call("HGET", thread, name))
    end
    table.insert(found, { at, kept.p or "", body, values, writes })
  end
end
touch(ARGV[1])
return found`);

/** ARGV: from and to, as ZRANGEBYLEX takes them. */
export const NAMES = script(`${COMMON}
return range(ARGV[1], ARGV[2])`);

/** How many checkpoints and writes there were. */
export const DELETE = script(`${COMMON}
local count = redis.call("ZCARD", index)
redis.call("UNLINK", thread, index)
return count`);
