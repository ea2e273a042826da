import {
  RedisConnection as BullConnection,
  createIORedisClient,
  type IRedisClient,
  type IRedisTransaction,
  type JobJson,
  type MinimalJob,
  QueueKeys,
  RedisQueueBackend,
} from "bullmq";
import type { Redis } from "ioredis";
import { SCRIPTS, type ScriptName, scriptOf } from "./scripts.ts";

/** The queue's name in BullMQ, for whoever opens it with a dashboard. */
export const QUEUE_NAME = "jobs";

/** How long a job fetched, but not yet given out, is kept from others, in milliseconds. */
const FETCH_LOCK_MS = 10_000;

/** BullMQ's answers that are no error: the job, its lock, or its place in the active list is gone; the lock is another's. */
const LOST = new Set([-1, -2, -3, -6]);
const NOT_DELAYED = -3;

/**
 * BullMQ's own commands on the queue, with those of theirs that take a transaction, so that one of ours is done in the same
 * instant or not at all.
 */
export class Bull extends RedisQueueBackend {
  readonly redis: IRedisClient;
  /** The same connection without BullMQ's ways of calling it. */
  readonly raw: Redis;
  /** What BullMQ's keys and ours begin with. */
  readonly places: readonly [string, string];

  constructor(client: Redis, prefix: string) {
    const tagged = `{${prefix}}`;
    const keys = new QueueKeys(tagged);
    const connection = new BullConnection(client, {
      shared: true,
      blocking: false,
      skipVersionCheck: true,
      skipWaitingForReady: true,
    });
    const options = { connection: client, prefix: tagged, lockDuration: FETCH_LOCK_MS, maxStalledCount: 1_000_000 };
    super(connection, QUEUE_NAME, keys.getKeys(QUEUE_NAME), (type) => keys.toKey(QUEUE_NAME, type), {
      ...options,
      stalledInterval: 1_000,
    } as ConstructorParameters<typeof RedisQueueBackend>[4]);
    this.on("error", () => {}); // the connection that was handed in reports what befalls it
    this.raw = client;
    this.redis = createIORedisClient(client);
    this.places = [keys.toKey(QUEUE_NAME, ""), `${tagged}:turns:`];
    for (const name of Object.keys(SCRIPTS) as ScriptName[])
      this.redis.defineCommand(name, { numberOfKeys: 2, lua: scriptOf(name) });
  }

  /** Runs one of our scripts. */
  ours<T>(name: ScriptName, ...args: (string | number)[]): Promise<T> {
    return this.redis.runCommand(name, [...this.places, ...args]) as Promise<T>;
  }

  /**
   * Does several commands in one instant; their answers in order.
   * @throws what the first of them to fail says
   */
  async atOnce(queue: (transaction: Transaction) => void): Promise<unknown[]> {
    const multi = this.redis.multi();
    queue({
      ours: (name, ...args) => void multi.runCommand(name, [...this.places, ...args]),
      add: (job) => void this.addJobToTransaction(multi, job, job.id).catch(() => {}), // nothing to wait for before `exec`
      finish: (job, result, token, at, remembered) => this.#finish(multi, job, result, token, at, remembered),
      delay: (id, token, at, delayMs, fields) =>
        void this.execCommand(
          multi,
          "moveToDelayed",
          this.moveToDelayedArgs(id, at, token, delayMs, { skipAttempt: true, fieldsToUpdate: fields }),
        ),
      remove: (id) => void this.execCommand(multi, "removeJob", this.removeArgs(id, false)),
    });
    const answers = await multi.exec();
    if (answers === null) throw new Error("Redis discarded a transaction");
    return answers.map(([error, answer]) => {
      if (error !== null) throw error;
      return answer;
    });
  }

  #finish(multi: IRedisTransaction, job: JobJson, result: string, token: string, at: number, remembered: number): void {
    const minimal = { id: job.id, opts: job.opts } as MinimalJob;
    const keep = { count: remembered };
    const args = this.moveToFinishedArgs(minimal, result, "returnvalue", keep, "completed", token, at, false, {
      data: job.data,
    });
    this.execCommand(multi, "moveToFinished", args);
  }

  /** Lets a job that is held run; without effect when it is not delayed any more. */
  async release(id: string): Promise<void> {
    try {
      await this.promote(id);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === NOT_DELAYED)) throw error;
    }
  }
}

export interface Transaction {
  ours(name: ScriptName, ...args: (string | number)[]): void;
  add(job: JobJson): void;
  /** Completes it; `job.data` takes the place of its data. */
  finish(job: JobJson, result: string, token: string, at: number, remembered: number): void;
  delay(id: string, token: string, at: number, delayMs: number, fields: Record<string, string | number>): void;
  remove(id: string): void;
}

/** True when BullMQ did what was asked, false when the lease was lost. @throws for any other answer */
export function done(answer: unknown): boolean {
  if (typeof answer === "number" && LOST.has(answer)) return false;
  if (typeof answer === "number" && answer < 0) throw new Error(`BullMQ answered ${answer}`);
  return true;
}
