import type { Instant } from "../domain/record.ts";

/** Work to be done later, once. */
export interface NewJob {
  /** The same key is the same job: queued, running or done, it is not queued again. */
  key: string;
  /** Whose memory it works on. Jobs of one user run one at a time, oldest first. */
  user: string;
  /** What kind of work: `reflect`, `remember`, … */
  kind: string;
  /** JSON; enough to do the work in another process, after a restart. */
  input: string;
  /** Not before, in milliseconds since 1970; default at once. */
  runAt?: number;
}

export interface Job {
  key: string;
  user: string;
  kind: string;
  input: string;
  /** How often it was begun, this time included. */
  attempts: number;
}

/**
 * The right to do a job, for a while. `token` fences: once another worker was given the job, or it was erased, nothing
 * can be done with this lease any more.
 */
export interface JobLease {
  job: Job;
  token: string;
}

export interface LeaseOptions {
  /** How long without `extend` until the job is another's to take, in milliseconds. */
  ttlMs: number;
  /** Kinds this worker can do; others are left to other workers. Default all. */
  kinds?: readonly string[];
}

export interface JobStatus {
  state: "waiting" | "running" | "done";
  attempts: number;
  /** When a waiting job may run. */
  runAt: Instant;
  /** What `complete` was given; `null` until then. */
  result: string | null;
}

export interface QueueCounts {
  /** May run now. */
  waiting: number;
  /** Wait for their time: a retry, or work put off. */
  delayed: number;
  running: number;
  /** When the oldest job that may run now was queued; `null` when there is none. */
  oldest: Instant | null;
}

/** How many finished jobs are remembered by key, so that queueing one again does nothing. */
export const REMEMBERED_JOBS = 10_000;

/**
 * A durable queue (requirement B7): what was acknowledged survives the process, and each job is done at least once; its
 * key, the lease's fence and idempotent work make that once. Order and exclusion are by user, not by clock.
 */
export interface Queue {
  /** Durable when it resolves; `false` when the job was known already. */
  enqueue(job: NewJob): Promise<boolean>;
  /**
   * The oldest job that may run of a user none of whose jobs is running; `null` when there is none. Users come in the
   * order their jobs came to be free to run, more or less: what waited for a retry may have to queue up again. A job whose
   * lease ran out is given out again. A job that waits for a retry holds back the later ones of its user; one that was put
   * off without an attempt does not.
   */
  lease(options: LeaseOptions): Promise<JobLease | null>;
  /** Proves that the worker is alive; `false` when the lease is lost. */
  extend(lease: JobLease, ttlMs: number): Promise<boolean>;
  /** The job is done; its input is dropped, its key and `result` remembered. `false` when the lease is lost. */
  complete(lease: JobLease, result?: string): Promise<boolean>;
  /**
   * Gives the job back, to be run after `delayMs`. `attempted: false` takes back the attempt: the work was put off, not
   * tried. `false` when the lease is lost.
   */
  release(lease: JobLease, options: { delayMs: number; attempted: boolean }): Promise<boolean>;
  /**
   * Lets jobs of these kinds run at once that wait for their time without an attempt: why they were put off may be over.
   * How many.
   */
  hasten(kinds: readonly string[]): Promise<number>;
  /** What became of a job; `null` when it is not known (any more). */
  find(key: string): Promise<JobStatus | null>;
  /** Of one user, or of all. */
  counts(user?: string): Promise<QueueCounts>;
  /**
   * Milliseconds until the next job that is put off may run, or the next lease runs out; `null` when there is none. What
   * may run now, and was not given out, waits for one of these or for another process.
   */
  nextIn(kinds: readonly string[]): Promise<number | null>;
  /** Calls `listener` when this process queued, gave back or finished a job; returns what stops that. */
  watch(listener: () => void): () => void;
  /** Removes every trace of the user's jobs, running ones too: their leases are lost. The number of jobs. */
  eraseUser(user: string): Promise<number>;
  close(): Promise<void>;
}
