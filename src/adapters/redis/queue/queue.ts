import { createHash, randomUUID } from "node:crypto";
import type { JobJson } from "bullmq";
import { isHindsightError } from "../../../domain/errors.ts";
import { CLOCK_SLACK_MS, type Clock, systemClock } from "../../../ports/clock.ts";
import { type JobLease, type JobStatus, type LeaseOptions, type Queue, REMEMBERED_JOBS } from "../../../ports/queue.ts";
import type { RedisConnection } from "../connection.ts";
import { Bull, done } from "./bull.ts";
import { createJobData } from "./data.ts";
import { eraseJobs } from "./erase.ts";
import { createWaker } from "./wake.ts";

export interface BullQueueOptions {
  /** Closed with the queue. */
  connection: RedisConnection;
  /** Encrypts the inputs of jobs; `null` leaves them in clear. Keys, users and kinds are in clear. */
  encryptionKey: string | null;
  clock?: Clock;
  /** Finished jobs remembered by key; default 10,000. */
  remembered?: number;
}

/**
 * How long a job whose turn it is not stays out of the way, in milliseconds. It is let in as soon as its turn comes; this
 * is for the case that who should have done that was killed.
 */
const HOLD_MS = 10_000;

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * The queue on BullMQ: every job is one of BullMQ's, under an id made of its key, so that its states, locks, delays and
 * dashboards are BullMQ's own. BullMQ hands out jobs in order of arrival and knows no users: a job whose turn it is not is
 * held in the delayed set, and let in when the one before it is done. A lease is BullMQ's lock of the job.
 */
export function createBullQueue(options: BullQueueOptions): Queue {
  const { connection, encryptionKey, clock = systemClock, remembered = REMEMBERED_JOBS } = options;
  const bull = new Bull(connection.client, connection.prefix);
  const data = createJobData(encryptionKey);
  const origin = randomUUID();
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };
  const waker = createWaker(connection.client, `${bull.places[1]}wake`, origin, wake);
  const running = <T>(work: () => Promise<T>) => connection.run(work);

  /** Ends a lease, then lets in the user's next job. */
  async function settle({ job }: JobLease, id: string, end: Parameters<Bull["atOnce"]>[0]): Promise<boolean> {
    const [ended, next] = await running(() =>
      bull.atOnce((transaction) => {
        end(transaction);
        transaction.ours("hindsightSettle", id, digest(job.user), clock.now(), origin);
      }),
    );
    const ours = done(ended);
    if (ours) wake();
    try {
      if (next !== "") await running(() => bull.release(next as string));
    } catch (error) {
      if (!isHindsightError(error, "UNREACHABLE")) throw error; // whoever next finds nothing to do lets it in
    }
    return ours;
  }

  /** Takes back what is nobody's any more, and lets in what may run; false when there was nothing of either. */
  async function mend(kinds: readonly string[] = []): Promise<boolean> {
    const [silent = 0, ...ids] = await running(() =>
      bull.ours<[number, ...string[]]>("hindsightMend", clock.now(), CLOCK_SLACK_MS, ...kinds),
    );
    if (silent > 0) await running(() => bull.moveStalledJobsToWait());
    for (const id of ids) await running(() => bull.release(id));
    return silent > 0 || ids.length > 0;
  }

  /** Keeps a job that BullMQ has locked out of the way, until its turn comes. */
  const hold = (id: string, token: string) =>
    running(() => bull.atOnce((transaction) => transaction.delay(id, token, clock.now(), HOLD_MS, { held: "1" })));

  /** Gives out a job that BullMQ has locked; `null` when it is not its turn, or it is gone. */
  async function admit(fetched: JobJson, id: string, token: string, { ttlMs, kinds = [] }: LeaseOptions) {
    const { key, user, input } = data.read(fetched.data);
    let opened: string;
    try {
      opened = input();
    } catch (error) {
      await hold(id, token); // for a worker that has the key
      throw error;
    }
    const attempts = await running(() =>
      bull.ours<number>("hindsightAdmit", id, digest(user), token, ttlMs, clock.now(), ...kinds),
    );
    if (attempts > 0) return { job: { key, user, kind: fetched.name, input: opened, attempts }, token };
    if (attempts === 0) await hold(id, token);
    return null;
  }

  return {
    async enqueue({ key, user, kind, input, runAt }) {
      const now = clock.now();
      const id = digest(key);
      const job: JobJson = {
        ...{ id, name: kind, data: data.write({ key, user, input }), timestamp: now, progress: 0 },
        ...{ attemptsMade: 0, attemptsStarted: 0, stalledCounter: 0, failedReason: "", returnvalue: "" },
        opts: { jobId: id, delay: Math.max(0, (runAt ?? now) - now), attempts: 1 },
      };
      const [, made] = await running(() =>
        bull.atOnce((transaction) => {
          transaction.add(job);
          transaction.ours("hindsightEnlist", id, digest(user), origin);
        }),
      );
      if (made === 1) wake();
      return made === 1;
    },
    async lease(options) {
      const { kinds } = options;
      if (kinds?.length === 0) return null;
      waker.start();
      for (;;) {
        const token = randomUUID();
        const [fetched, id] = (await running(() => bull.moveToActive(token))) as [JobJson | null, string];
        if (fetched) {
          const given = await admit(fetched, id, token, options);
          if (given !== null) return given;
        } else if (!(await mend(kinds))) return null;
      }
    },
    extend: async ({ job, token }, ttlMs) =>
      (await running(() => bull.extendLock(digest(job.key), token, ttlMs))) === 1,
    complete(lease, result) {
      const id = digest(lease.job.key);
      const job = { id, name: lease.job.kind, data: data.rest(lease.job), opts: { attempts: 1 } } as JobJson;
      return settle(lease, id, (transaction) =>
        transaction.finish(job, JSON.stringify(result ?? null), lease.token, clock.now(), remembered),
      );
    },
    release(lease, { delayMs, attempted }) {
      const id = digest(lease.job.key);
      const begun = lease.job.attempts - (attempted ? 0 : 1);
      return settle(lease, id, (transaction) =>
        transaction.delay(id, lease.token, clock.now(), delayMs, { begun, lease: "" }),
      );
    },
    async hasten(kinds) {
      if (kinds.length === 0) return 0;
      const ids = await running(() => bull.ours<string[]>("hindsightPutOff", clock.now(), ...kinds));
      for (const id of ids) await running(() => bull.release(id));
      if (ids.length > 0) wake();
      return ids.length;
    },
    async find(key) {
      const [state, attempts = 0, at = 0, result] = await running(() =>
        bull.ours<[JobStatus["state"], number, number, string] | []>("hindsightFind", digest(key), clock.now()),
      );
      if (state === undefined) return null;
      return {
        state,
        attempts,
        runAt: new Date(at).toISOString(),
        result: result === undefined ? null : (JSON.parse(result) as string | null),
      };
    },
    async counts(user) {
      const [waiting, delayed, active, oldest] = await running(() =>
        bull.ours<[number, number, number, number]>(
          "hindsightCounts",
          clock.now(),
          user === undefined ? "" : digest(user),
        ),
      );
      return { waiting, delayed, running: active, oldest: oldest === 0 ? null : new Date(oldest).toISOString() };
    },
    async nextIn(kinds) {
      if (kinds.length === 0) return null;
      const ms = await running(() => bull.ours<number>("hindsightNextIn", clock.now(), ...kinds));
      return ms < 0 ? null : ms;
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    eraseUser: (user) => eraseJobs(bull, running, digest(user)),
    async close() {
      listeners.clear();
      waker.stop();
      await bull.close();
      await connection.close();
    },
  };
}
