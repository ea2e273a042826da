import { LRUCache } from "lru-cache";
import { CACHE_MINUTES } from "../../domain/constants.ts";
import { isHindsightError, messageOf } from "../../domain/errors.ts";
import { type Log, silentLog } from "../../ports/log.ts";
import type { CacheCounts, RecallCache } from "../../ports/recall-cache.ts";
import type { RedisConnection } from "./connection.ts";
import { tagOf } from "./keys.ts";
import { evaluate, script } from "./script.ts";
import { createSeal } from "./seal.ts";

export interface RedisRecallCacheOptions {
  /** Not closed by the cache. */
  connection: RedisConnection;
  /** Encrypts the answers; `null` leaves them in clear. */
  encryptionKey: string | null;
  /** Most answers of one user; the one kept longest ago goes first. */
  entries: number;
  log?: Log;
}

/** Answers longer than this, in bytes, are not kept: fetching one costs more than it saves. */
const MAX_BYTES = 256 * 1024;
/** Users whose counts this process keeps. */
const COUNTED = 4_096;
/** Length of a digest, in characters. */
const DIGEST = 22;

/** An answer is kept behind the digest of its revision. Nothing, the answer, or false for one of another revision. */
const GET = script(`
local kept = redis.call("HGET", KEYS[1], ARGV[1])
if not kept then return false end
if string.sub(kept, 1, ${DIGEST}) == ARGV[2] then return { string.sub(kept, ${DIGEST + 1}) } end
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("ZREM", KEYS[2], ARGV[1])
return {}`);

const PUT = script(`
local answers, order = unpack(KEYS)
local field, kept, entries, ttl = unpack(ARGV)
local newest = redis.call("ZRANGE", order, -1, -1, "WITHSCORES")
redis.call("HSET", answers, field, kept)
redis.call("ZADD", order, (tonumber(newest[2]) or 0) + 1, field)
local over = redis.call("ZCARD", order) - tonumber(entries)
if over > 0 then
  for i, old in ipairs(redis.call("ZPOPMIN", order, over)) do
    if i % 2 == 1 then redis.call("HDEL", answers, old) end
  end
end
redis.call("PEXPIRE", answers, ttl)
redis.call("PEXPIRE", order, ttl)
return 1`);

/**
 * Answers in Redis, for every process: two keys a user, dropped when nothing was kept for CACHE_MINUTES. What Redis cannot
 * give (away, full, another encryption key) is a miss and is logged; only erasing reports it.
 */
export function createRedisRecallCache({
  connection,
  encryptionKey,
  entries,
  log = silentLog,
}: RedisRecallCacheOptions): RecallCache {
  const seal = createSeal(encryptionKey, "recall cache");
  const counted = new LRUCache<string, CacheCounts>({ max: COUNTED });
  const countsOf = (user: string): CacheCounts => {
    const known = counted.get(user) ?? { hits: 0, misses: 0, invalidations: 0 };
    counted.set(user, known);
    return known;
  };
  const keysOf = (user: string) => {
    const base = `${connection.prefix}:cache:{${tagOf(user)}}`;
    return [`${base}:answers`, `${base}:order`] as const;
  };
  const about = (user: string, field: string) => `${tagOf(user)} ${field}`;
  const skipped = (what: string, error: unknown) => {
    if (!isHindsightError(error)) throw error;
    // Being away is told once, by the connection.
    log[error.code === "UNREACHABLE" ? "debug" : "warn"]({ error: messageOf(error) }, `the recall cache ${what}`);
  };

  async function find(user: string, field: string, revision: string): Promise<string | "stale" | null> {
    const found = await connection.run((client) => evaluate(client, GET, keysOf(user), [field, tagOf(revision)]));
    if (found === null) return null;
    const [kept] = found as [Buffer?];
    return kept === undefined ? "stale" : seal.open(kept, about(user, field)).toString();
  }

  return {
    async get(user, key, revision) {
      const counts = countsOf(user);
      try {
        const found = await find(user, tagOf(key), revision);
        if (found !== null && found !== "stale") {
          counts.hits++;
          return found;
        }
        if (found === "stale") counts.invalidations++;
      } catch (error) {
        skipped("could not be read", error);
      }
      counts.misses++;
      return null;
    },
    async put(user, key, revision, answer) {
      const field = tagOf(key);
      const kept = Buffer.concat([Buffer.from(tagOf(revision)), seal.seal(Buffer.from(answer), about(user, field))]);
      if (kept.length > MAX_BYTES) return;
      try {
        await connection.run((client) =>
          evaluate(client, PUT, keysOf(user), [field, kept, entries, CACHE_MINUTES * 60_000]),
        );
      } catch (error) {
        skipped("could not be written", error);
      }
    },
    counts: (user) => ({ ...countsOf(user) }),
    async erase(user) {
      const [answers] = keysOf(user);
      const erased = await connection.run((client) => client.hlen(answers));
      // Everyone's goes: others may have read something of this user's in a shared namespace.
      for (let cursor = "0", more = true; more; more = cursor !== "0")
        cursor = await connection.run(async (client) => {
          const [next, keys] = await client.scan(cursor, "MATCH", `${connection.prefix}:cache:{*`, "COUNT", 1_000);
          for (const key of keys) await client.unlink(key);
          return next;
        });
      counted.delete(user);
      return erased;
    },
  };
}
