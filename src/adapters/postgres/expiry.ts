import { LRUCache } from "lru-cache";
import type { Clock } from "../../ports/clock.ts";
import type { Postgres } from "./pool.ts";

/** Threads whose last use this process remembers. */
const MOST_THREADS = 10_000;
/** Threads dropped by one statement. */
const AT_ONCE = 500;

/** When threads were last used, and the dropping of those that are idle. */
export interface Expiry {
  /** To be awaited before a thread is read or written: from then on it is not dropped for the time it may be idle. */
  touch(thread: unknown): Promise<void>;
  /** Drops the threads that have been idle for too long; how many. */
  sweep(): Promise<number>;
}

/** The tables that hold a thread: the official saver's, and ours. */
export const TABLES = ["checkpoints", "checkpoint_blobs", "checkpoint_writes", "thread_activity"] as const;

/** Makes the table of last uses. @param expire threads that are there already begin to be idle now */
export async function prepareExpiry({ run, schema }: Postgres, clock: Clock, expire: boolean): Promise<void> {
  await run((pool) =>
    pool.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.thread_activity (thread_id TEXT PRIMARY KEY, active_at BIGINT NOT NULL);
       CREATE INDEX IF NOT EXISTS thread_activity_at ON ${schema}.thread_activity (active_at);`,
    ),
  );
  if (!expire) return;
  await run((pool) =>
    pool.query(
      `INSERT INTO ${schema}.thread_activity (thread_id, active_at)
       SELECT DISTINCT thread_id, $1::bigint FROM ${schema}.checkpoints ON CONFLICT DO NOTHING`,
      [clock.now()],
    ),
  );
}

/** @param idleMs how long a thread may be idle, in milliseconds; it is dropped at most a fifth later than that and a sweep */
export function createExpiry({ run, schema }: Postgres, clock: Clock, idleMs: number): Expiry {
  /** A use is written down when the last one that was is so long ago: most turns cost nothing. */
  const grain = idleMs / 10;
  const written = new LRUCache<string, number>({ max: MOST_THREADS });
  return {
    async touch(thread) {
      if (typeof thread !== "string") return;
      const now = clock.now();
      if (now - (written.get(thread) ?? Number.NEGATIVE_INFINITY) < grain) return;
      await run((pool) =>
        pool.query(
          `INSERT INTO ${schema}.thread_activity (thread_id, active_at) VALUES ($1, $2)
           ON CONFLICT (thread_id) DO UPDATE SET active_at = greatest(thread_activity.active_at, excluded.active_at)`,
          [thread, now],
        ),
      );
      written.set(thread, now);
    },
    async sweep() {
      let dropped = 0;
      for (;;) {
        const { rows } = await run((pool) =>
          pool.query<{ n: number }>(
            `WITH idle AS (
               DELETE FROM ${schema}.thread_activity WHERE thread_id IN (
                 SELECT thread_id FROM ${schema}.thread_activity WHERE active_at < $1
                 ORDER BY active_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
               RETURNING thread_id),
             ${TABLES.slice(0, 3)
               .map(
                 (table) =>
                   `${table}_gone AS (DELETE FROM ${schema}.${table} WHERE thread_id IN (SELECT thread_id FROM idle))`,
               )
               .join(", ")}
             SELECT count(*)::int AS n FROM idle`,
            [clock.now() - idleMs - grain],
          ),
        );
        const n = rows[0]!.n;
        dropped += n;
        if (n < AT_ONCE) return dropped;
      }
    },
  };
}
