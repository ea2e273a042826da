import { randomUUID } from "node:crypto";
import { CLOCK_SLACK_MS, type Clock, systemClock } from "../../ports/clock.ts";
import { type Job, type JobStatus, type Queue, REMEMBERED_JOBS } from "../../ports/queue.ts";
import type { Statements } from "./connection.ts";
import { type HomeFileOptions, homeFile } from "./home-file.ts";

export interface SqliteQueueOptions extends HomeFileOptions {
  clock?: Clock;
  /** Finished jobs remembered by key; default 10,000. */
  remembered?: number;
}

/** Due by the clock, or set by a clock that has jumped back since. */
const DUE = `(run_at <= :now OR set_at > :now + ${CLOCK_SLACK_MS})`;

/** Of the kinds asked for, or of any. */
const OF_KINDS = "(:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))";

/** Jobs whose worker fell silent wait again; the attempt stays counted, so that one that kills its workers ends. */
function reclaim(sql: Statements, now: number): void {
  sql(`UPDATE jobs SET state = 'waiting', token = NULL, run_at = :now, set_at = :now
    WHERE state = 'running' AND ${DUE}`).run({ now });
}

/**
 * The queue in `hindsight.db`. A running job's `run_at` is the end of its lease. Each call is one short statement or
 * transaction; nothing is held while a job runs.
 */
export function createSqliteQueue(options: SqliteQueueOptions): Queue {
  const { clock = systemClock, remembered = REMEMBERED_JOBS, ...place } = options;
  const file = homeFile(place);
  const { reading, inOne } = file;
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };

  return {
    async enqueue({ key, user, kind, input, runAt }) {
      const now = clock.now();
      const made = await inOne(
        (sql) =>
          sql(`INSERT INTO jobs (key, user, kind, state, input, queued_at, run_at, set_at)
            VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`).run(
            key,
            user,
            kind,
            input,
            now,
            runAt ?? now,
            now,
          ).changes > 0,
      );
      if (made) wake();
      return made;
    },
    lease: ({ ttlMs, kinds }) =>
      inOne((sql) => {
        const now = clock.now();
        reclaim(sql, now);
        const job = sql<Job & { seq: number }>(`
          SELECT seq, key, user, kind, input, attempts + 1 AS attempts FROM jobs AS job
          WHERE state = 'waiting' AND ${DUE} AND ${OF_KINDS}
            AND NOT EXISTS (SELECT 1 FROM jobs AS other WHERE other.user = job.user AND other.state = 'running')
            AND NOT EXISTS (
              SELECT 1 FROM jobs AS other
              WHERE other.user = job.user AND other.state = 'waiting' AND other.seq < job.seq AND other.attempts > 0
                AND ${OF_KINDS})
          ORDER BY seq LIMIT 1`).get({ now, kinds: kinds === undefined ? null : JSON.stringify(kinds) });
        if (job === undefined) return null;
        const { seq, ...given } = job;
        const token = randomUUID();
        sql(`UPDATE jobs SET state = 'running', token = ?, attempts = ?, run_at = ?, set_at = ? WHERE seq = ?`).run(
          token,
          given.attempts,
          now + ttlMs,
          now,
          seq,
        );
        return { job: given, token };
      }),
    extend: ({ job, token }, ttlMs) =>
      inOne((sql) => {
        const now = clock.now();
        return (
          sql("UPDATE jobs SET run_at = ?, set_at = ? WHERE key = ? AND token = ?").run(
            now + ttlMs,
            now,
            job.key,
            token,
          ).changes > 0
        );
      }),
    async complete({ job, token }, result) {
      const done = await inOne((sql) => {
        const seq = sql<number>(`UPDATE jobs SET state = 'done', input = '', token = NULL, result = ?
          WHERE key = ? AND token = ? RETURNING seq`)
          .pluck()
          .get(result ?? null, job.key, token);
        if (seq === undefined) return false;
        sql(`DELETE FROM jobs WHERE state = 'done' AND seq <=
          (SELECT seq FROM jobs WHERE state = 'done' ORDER BY seq DESC LIMIT 1 OFFSET ?)`).run(remembered);
        return true;
      });
      if (done) wake();
      return done;
    },
    async release({ job, token }, { delayMs, attempted }) {
      const now = clock.now();
      const released = await inOne(
        (sql) =>
          sql(`UPDATE jobs SET state = 'waiting', token = NULL, run_at = ?, set_at = ?, attempts = attempts - ?
            WHERE key = ? AND token = ?`).run(now + delayMs, now, attempted ? 0 : 1, job.key, token).changes > 0,
      );
      if (released) wake();
      return released;
    },
    async hasten(kinds) {
      const now = clock.now();
      const hastened = await inOne(
        (sql) =>
          sql(`UPDATE jobs SET run_at = :now, set_at = :now
            WHERE state = 'waiting' AND attempts = 0 AND NOT ${DUE} AND ${OF_KINDS}`).run({
            now,
            kinds: JSON.stringify(kinds),
          }).changes,
      );
      if (hastened > 0) wake();
      return hastened;
    },
    find: (key) =>
      reading(null, (sql) => {
        const row = sql<Omit<JobStatus, "runAt"> & { runAt: number }>(
          "SELECT state, attempts, run_at AS runAt, result FROM jobs WHERE key = ?",
        ).get(key);
        return row === undefined ? null : { ...row, runAt: new Date(row.runAt).toISOString() };
      }),
    counts: (user) =>
      reading({ waiting: 0, delayed: 0, running: 0, oldest: null }, (sql) => {
        const now = clock.now();
        const row = sql<{ waiting: number; delayed: number; running: number; oldest: number | null }>(`
          SELECT count(*) FILTER (WHERE state = 'waiting' AND ${DUE}) AS waiting,
            count(*) FILTER (WHERE state = 'waiting' AND NOT ${DUE}) AS delayed,
            count(*) FILTER (WHERE state = 'running') AS running,
            min(queued_at) FILTER (WHERE state = 'waiting' AND ${DUE}) AS oldest
          FROM jobs WHERE state IN ('waiting', 'running') AND (:user IS NULL OR user = :user)`).get({
          now,
          user: user ?? null,
        })!;
        return { ...row, oldest: row.oldest === null ? null : new Date(row.oldest).toISOString() };
      }),
    nextIn: (kinds) =>
      reading(null, (sql) => {
        const now = clock.now();
        const at = sql<number | null>(`
          SELECT min(run_at) FROM jobs WHERE state IN ('waiting', 'running') AND NOT ${DUE}
            AND kind IN (SELECT value FROM json_each(:kinds))`)
          .pluck()
          .get({ now, kinds: JSON.stringify(kinds) });
        return at == null ? null : at - now;
      }),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async eraseUser(user) {
      const erased = await inOne((sql) => sql("DELETE FROM jobs WHERE user = ?").run(user).changes);
      await file.emptyLog();
      return erased;
    },
    async close() {
      listeners.clear();
      await file.close();
    },
  };
}
