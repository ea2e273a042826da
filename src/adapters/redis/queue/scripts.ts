/**
 * What BullMQ does not know: whose turn it is. BullMQ keeps the jobs, their states, locks and delays; these scripts read
 * them and add, beside them, the order of each user's jobs. They write three fields of BullMQ's job hash: `begun` (how
 * often it was given out), `lease` (the lock it was given out under) and `held` (in the delayed set only because it is
 * not its turn).
 *
 * KEYS[1] is what BullMQ's keys of this queue begin with, KEYS[2] what ours begin with; both carry the same hash tag.
 * `pending` and `user:<user>` are sorted sets of the jobs not yet done, by order of arrival; they are an index only: a job
 * that BullMQ finished or removed is dropped from them when it is met. `running:<user>` names the job given out last,
 * `held` the users some of whose jobs are held. Times are milliseconds since 1970 of the caller's clock; BullMQ's delayed
 * set is scored by them, times 4,096.
 */
const LIBRARY = `
local bull, ours = KEYS[1], KEYS[2]

local function field(id, name) return redis.call('HGET', bull .. id, name) end

-- A worker has it: its lock stands, and is the one it was given out under.
local function alive(id)
  local lock = redis.call('GET', bull .. id .. ':lock')
  return lock and lock == field(id, 'lease')
end

-- When a job that was put off, or waits for a retry, may run; nil for all others.
local function dueAt(id)
  local score = redis.call('ZSCORE', bull .. 'delayed', id)
  if score and field(id, 'held') ~= '1' then return math.floor(tonumber(score) / 4096) end
end

local function isHeld(id)
  return field(id, 'held') == '1' and redis.call('ZSCORE', bull .. 'delayed', id)
end

local function list(id, user)
  local seq = field(id, 'seq')
  if not seq then
    seq = redis.call('INCR', ours .. 'seq')
    redis.call('HSET', bull .. id, 'seq', seq, 'user', user)
  end
  redis.call('ZADD', ours .. 'pending', 'NX', seq, id)
  return redis.call('ZADD', ours .. 'user:' .. user, 'NX', seq, id)
end

local function unlist(id, user)
  redis.call('ZREM', ours .. 'user:' .. user, id)
  redis.call('ZREM', ours .. 'pending', id)
end

-- The latest time anybody told, to half a minute: by it a clock that jumped back is noticed.
local function latest() return tonumber(redis.call('GET', ours .. 'clock') or 0) end
local function note(now)
  if now > latest() + 30000 then redis.call('SET', ours .. 'clock', now) end
end

-- The kinds named in ARGV from there on; nil for all.
local function kindsFrom(from)
  if #ARGV < from then return nil end
  local kinds = {}
  for i = from, #ARGV do kinds[ARGV[i]] = true end
  return kinds
end

-- The job whose turn it is among the user's jobs of these kinds (nil: of all); nil when one is running, or the next one
-- waits for a retry.
local function turn(user, now, kinds)
  local running = redis.call('GET', ours .. 'running:' .. user)
  if running and alive(running) then return nil end
  local from = 0
  while true do
    local ids = redis.call('ZRANGE', ours .. 'user:' .. user, from, from + 63)
    if #ids == 0 then return nil end
    for _, id in ipairs(ids) do
      local job = redis.call('HMGET', bull .. id, 'name', 'finishedOn', 'begun')
      if not job[1] or job[2] then
        unlist(id, user)
      else
        from = from + 1
        if not kinds or kinds[job[1]] then
          local at = dueAt(id)
          if not at or at <= now then return id end
          if tonumber(job[3] or 0) > 0 then return nil end
        end
      end
    end
  end
end
`;

/** Each script by its name; its arguments are those of `ARGV` in order. */
export const SCRIPTS = {
  /** id, user → 1 when the job, which BullMQ has just been told to add, is new. */
  hindsightEnlist: `
    local id, user = ARGV[1], ARGV[2]
    if field(id, 'seq') then return 0 end
    list(id, user)
    redis.call('PUBLISH', ours .. 'wake', ARGV[3])
    return 1`,
  /**
   * id, user, token, ttlMs, now, kinds… → how often the job, which BullMQ has just locked under that token, was begun by
   * now; 0 when it is not its turn; -1 when the lock is lost.
   */
  hindsightAdmit: `
    local id, user, token, ttl, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
    local lock = bull .. id .. ':lock'
    if redis.call('GET', lock) ~= token then return -1 end
    note(now)
    list(id, user)
    if turn(user, now, kindsFrom(6)) ~= id then
      redis.call('SADD', ours .. 'held', user)
      return 0
    end
    redis.call('SET', ours .. 'running:' .. user, id)
    redis.call('HSET', bull .. id, 'lease', token, 'ttl', ttl)
    redis.call('HDEL', bull .. id, 'held')
    redis.call('PEXPIRE', lock, ttl)
    return redis.call('HINCRBY', bull .. id, 'begun', 1)`,
  /** id, user, now, origin → the held job of the user whose turn it is now that this one was finished or given back, or ''. */
  hindsightSettle: `
    local id, user, now = ARGV[1], ARGV[2], tonumber(ARGV[3])
    note(now)
    if redis.call('GET', ours .. 'running:' .. user) == id and not alive(id) then
      redis.call('DEL', ours .. 'running:' .. user)
    end
    local job = redis.call('HMGET', bull .. id, 'name', 'finishedOn')
    if not job[1] or job[2] then unlist(id, user) end
    redis.call('PUBLISH', ours .. 'wake', ARGV[4])
    local next = turn(user, now, nil)
    if next and isHeld(next) then return next end
    return ''`,
  /**
   * now, slackMs, kinds… → [jobs whose worker fell silent, …held or put-off jobs to be promoted]. Asked when nothing is to
   * be had. Marks silent jobs as stalled, for BullMQ to take them back; finds what a clock that jumped back would delay,
   * and held jobs whose turn has come without anybody saying so (their user's worker was killed).
   */
  hindsightMend: `
    local now, slack = tonumber(ARGV[1]), tonumber(ARGV[2])
    local kinds = kindsFrom(3)
    local found = {0}
    local jumped = now < latest() - slack
    if jumped then
      local late = redis.call('ZRANGEBYSCORE', bull .. 'delayed', (now + slack) * 4096, '+inf', 'WITHSCORES')
      for i = 1, #late, 2 do
        local delay = tonumber(field(late[i], 'delay') or 0)
        if math.floor(tonumber(late[i + 1]) / 4096) - now > delay + slack then found[#found + 1] = late[i] end
      end
    end
    if jumped and #found == 1 then redis.call('SET', ours .. 'clock', now) end
    for _, id in ipairs(redis.call('LRANGE', bull .. 'active', 0, -1)) do
      local lock = bull .. id .. ':lock'
      if redis.call('PTTL', lock) > tonumber(field(id, 'ttl') or 30000) + slack then redis.call('DEL', lock) end
      if redis.call('EXISTS', lock) == 0 then
        redis.call('SADD', bull .. 'stalled', id)
        found[1] = found[1] + 1
      end
    end
    if found[1] > 0 then redis.call('DEL', bull .. 'stalled-check') end
    for _, user in ipairs(redis.call('SRANDMEMBER', ours .. 'held', 64)) do
      if redis.call('EXISTS', ours .. 'user:' .. user) == 0 then
        redis.call('SREM', ours .. 'held', user)
      else
        local id = turn(user, now, kinds)
        if id and isHeld(id) then found[#found + 1] = id end
      end
    end
    return found`,
  /** now, kinds… → the jobs of these kinds that wait for their time and were never begun. */
  hindsightPutOff: `
    local now, kinds = tonumber(ARGV[1]), kindsFrom(2)
    local found = {}
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', bull .. 'delayed', (now + 1) * 4096, '+inf')) do
      local begun = tonumber(field(id, 'begun') or 0)
      if begun == 0 and kinds[field(id, 'name')] and dueAt(id) then found[#found + 1] = id end
    end
    return found`,
  /** id, now → [state, begun, when it may run or ran, result]; empty when it is not known. */
  hindsightFind: `
    local id, now = ARGV[1], tonumber(ARGV[2])
    local job = redis.call('HMGET', bull .. id, 'name', 'finishedOn', 'begun', 'timestamp', 'returnvalue')
    if not job[1] then return {} end
    local begun = tonumber(job[3] or 0)
    if job[2] then return {'done', begun, tonumber(job[2]), job[5]} end
    if alive(id) then return {'running', begun, now + redis.call('PTTL', bull .. id .. ':lock')} end
    return {'waiting', begun, dueAt(id) or tonumber(job[4])}`,
  /** now, user or '' → [waiting, delayed, running, when the oldest waiting one was queued or 0]. */
  hindsightCounts: `
    local now, user = tonumber(ARGV[1]), ARGV[2]
    local waiting, delayed, running, oldest = 0, 0, 0, 0
    local function stateOf(id)
      if alive(id) then return 'running' end
      local at = dueAt(id)
      if at and at > now then return 'delayed' end
      return 'waiting'
    end
    if user == '' then
      for _, id in ipairs(redis.call('LRANGE', bull .. 'active', 0, -1)) do
        if alive(id) then running = running + 1 end
      end
      for _, id in ipairs(redis.call('ZRANGEBYSCORE', bull .. 'delayed', (now + 1) * 4096, '+inf')) do
        if field(id, 'held') ~= '1' then delayed = delayed + 1 end
      end
    end
    local key = ours .. (user == '' and 'pending' or 'user:' .. user)
    local from = 0
    while user ~= '' or oldest == 0 do
      local ids = redis.call('ZRANGE', key, from, from + 63)
      if #ids == 0 then break end
      for _, id in ipairs(ids) do
        local job = redis.call('HMGET', bull .. id, 'user', 'finishedOn', 'timestamp')
        if not job[1] or job[2] then
          redis.call('ZREM', key, id)
        else
          from = from + 1
          local state = stateOf(id)
          if state == 'waiting' and oldest == 0 then oldest = tonumber(job[3]) end
          if user ~= '' then
            if state == 'waiting' then waiting = waiting + 1
            elseif state == 'delayed' then delayed = delayed + 1
            else running = running + 1 end
          end
        end
      end
    end
    if user == '' then waiting = math.max(0, redis.call('ZCARD', key) - delayed - running) end
    return {waiting, delayed, running, oldest}`,
  /** now, kinds… → milliseconds until the first job put off may run or the first lease ends; -1 when there is neither. */
  hindsightNextIn: `
    local now, kinds = tonumber(ARGV[1]), kindsFrom(2)
    local soonest = -1
    local function sooner(ms) if ms > 0 and (soonest < 0 or ms < soonest) then soonest = ms end end
    for _, id in ipairs(redis.call('LRANGE', bull .. 'active', 0, -1)) do
      if kinds[field(id, 'name')] and alive(id) then sooner(redis.call('PTTL', bull .. id .. ':lock')) end
    end
    local from = 0
    while true do
      local ids = redis.call('ZRANGE', bull .. 'delayed', from, from + 63)
      if #ids == 0 then return soonest end
      for _, id in ipairs(ids) do
        local at = kinds[field(id, 'name')] and dueAt(id)
        if at and at > now then
          sooner(at - now)
          return soonest
        end
      end
      from = from + #ids
    end`,
  /** id → 1 when there is such a job; whoever has it has lost it. */
  hindsightUnlock: `
    redis.call('DEL', bull .. ARGV[1] .. ':lock')
    return redis.call('EXISTS', bull .. ARGV[1])`,
  /** user, ids… ; forgets that they were ever listed. */
  hindsightForget: `
    local user = ARGV[1]
    for i = 2, #ARGV do unlist(ARGV[i], user) end
    local running = redis.call('GET', ours .. 'running:' .. user)
    if running and not alive(running) then redis.call('DEL', ours .. 'running:' .. user) end
    if redis.call('EXISTS', ours .. 'user:' .. user) == 0 then redis.call('SREM', ours .. 'held', user) end
    return 0`,
} as const;

export type ScriptName = keyof typeof SCRIPTS;

/** The whole text of a script. */
export const scriptOf = (name: ScriptName): string => `${LIBRARY}${SCRIPTS[name]}`;
