import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { MAX_ATTEMPTS, MAX_TIMEOUTS, retryDelayMs } from "../domain/backoff.ts";
import { HindsightError, isHindsightError, messageOf } from "../domain/errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Log } from "../ports/log.ts";
import type { Job, JobLease, Queue, QueueCounts } from "../ports/queue.ts";

/** How long a silent worker keeps its job; it says that it is alive three times as often. */
const LEASE_MS = 30_000;
/** Pauses between looks at the queue when nothing came from this process; other processes' jobs wait that long at most. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Users served at once. */
const CONCURRENCY = 2;
/** Jobs whose timeouts are counted here; another worker counts its own, and all count as attempts. */
const COUNTED = 1_000;
/** How long jobs under way may go on after `stop`, and then, told to end, until they are left to their leases. */
const GRACE_MS = 5_000;

/** What a job is told about its run. */
export interface JobRun {
  /** Aborted when the worker stops or the lease is lost. */
  signal: AbortSignal;
  /** To be asked before a job writes. @throws HindsightError LEASE_LOST when another worker has it, or it was erased. */
  stillOurs(): Promise<void>;
}

/** How to do one kind of job. */
export interface JobHandler {
  /** Whose answers it depends on, for the dead letter. */
  model: string;
  /** The thread the input is about, for the dead letter. */
  thread(input: string): string | null;
  /**
   * Does the work and says what came of it: ids and counts, never content.
   * @throws PutOff to run it later without an attempt; INVALID_INPUT for what no retry can mend; anything else is retried.
   */
  run(job: Job, run: JobRun): Promise<string>;
}

/** Thrown by a handler: not now, and no fault of the job. */
export class PutOff extends Error {
  /** Milliseconds since 1970. */
  readonly until: number;
  constructor(until: number, why: string) {
    super(why);
    this.name = "PutOff";
    this.until = until;
  }
}

export interface WorkerOptions {
  queue: Queue;
  ledger: Ledger;
  /** By kind. */
  handlers: Readonly<Record<string, JobHandler>>;
  clock: Clock;
  log: Log;
  /** Jobs done at once, each of another user; default 2. */
  concurrency?: number;
  leaseMs?: number;
  maxAttempts?: number;
  /** 0 … 1; for the jitter. */
  random?: () => number;
}

export interface Worker {
  /** Begins to look for jobs; without effect when it has begun. Waiting for jobs does not keep the process alive. */
  start(): void;
  /**
   * Starts, and resolves when nothing may run and nothing is running, here or elsewhere; what waits for its time is
   * left, and counted. @throws what the queue throws, or the signal's reason
   */
  idle(signal?: AbortSignal): Promise<QueueCounts>;
  /** Takes no more jobs; those under way are finished, or after `graceMs` given back. Safe to call twice. */
  stop(graceMs?: number): Promise<void>;
}

const STOPPED = "the worker stops";

const permanent = (error: unknown): boolean => isHindsightError(error, "INVALID_INPUT");

/**
 * Does the jobs of the queue: the same in `hindsight worker` and inside an application. A job that fails is tried again
 * with growing pauses and becomes a dead letter in the end; none is dropped silently.
 */
export function createWorker(options: WorkerOptions): Worker {
  const { queue, ledger, handlers, clock, log } = options;
  const { concurrency = CONCURRENCY, leaseMs = LEASE_MS, maxAttempts = MAX_ATTEMPTS, random = Math.random } = options;
  const kinds = Object.keys(handlers);
  const running = new Set<Promise<void>>();
  const waiters = new Set<{ resolve: (counts: QueueCounts) => void; reject: (error: unknown) => void }>();
  const stopping = new AbortController();
  const timeouts = new LRUCache<string, number>({ max: COUNTED });
  let dispatching: Promise<void> | undefined;
  let stopped = false;
  let woken = false;
  let failing = false;
  let wake = () => {};

  const wakeUp = () => {
    woken = true;
    wake();
  };

  /** Until something happens in this process, or `ms` have passed. True when something happened. */
  async function rest(ms: number): Promise<boolean> {
    if (!woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        if (waiters.size === 0) timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    wake = () => {};
    const happened = woken;
    woken = false;
    return happened;
  }

  /**
   * Says how a job ended until the queue has heard it: for as long as the lease lasts a queue that is away costs no work.
   * What was heard without our knowing it is a lost lease the second time.
   */
  async function firmly(end: () => Promise<boolean>): Promise<boolean> {
    const until = performance.now() + leaseMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        return await end();
      } catch (error) {
        if (isHindsightError(error, "CLOSED") || stopping.signal.aborted || performance.now() > until) throw error;
        log.debug({ error: messageOf(error) }, "the queue did not hear how a job ended");
      }
      await sleep(pause);
    }
  }

  async function bury(job: Job, error: unknown): Promise<void> {
    const handler = handlers[job.kind]!;
    const letter = await ledger.addDeadLetter({
      at: new Date(clock.now()).toISOString(),
      user: job.user,
      thread: handler.thread(job.input),
      job: job.kind,
      reason: isHindsightError(error) ? error.code : "failed",
      detail: messageOf(error),
      model: handler.model,
      rung: "",
      raw: "",
      input: job.input,
    });
    log.warn({ deadLetter: letter.id, kind: job.kind, attempts: job.attempts }, "a job failed for good");
  }

  /** A job that was begun too often and never ended took its worker down each time, or was just buried. */
  async function buryLost(job: Job): Promise<void> {
    const known = await ledger.deadLetters(job.user);
    if (known.some((letter) => letter.job === job.kind && letter.input === job.input)) return;
    await bury(job, new HindsightError("LEASE_LOST", "its worker ended or hung each time", "Retry the dead letter."));
  }

  /** Whether trying again is of no use: the work cannot be done, or was tried often enough. */
  function isFinal({ key, attempts }: Job, error: unknown): boolean {
    if (permanent(error) || attempts >= maxAttempts) return true;
    if (!isHindsightError(error, "MODEL_TIMED_OUT")) return false;
    const count = (timeouts.get(key) ?? 0) + 1;
    timeouts.set(key, count);
    return count >= MAX_TIMEOUTS;
  }

  /** Until when the jobs of a user are put off, as it was logged. */
  const putOff = new Map<string, number>();

  async function settle(lease: JobLease, error: unknown): Promise<void> {
    const { job } = lease;
    if (error instanceof PutOff) {
      if (putOff.get(job.user) !== error.until) {
        // Once a user and day, however many jobs wait. Who it is stays out of the log.
        const user = createHash("sha256").update(job.user).digest("hex").slice(0, 12);
        const until = new Date(error.until).toISOString();
        log.warn({ kind: job.kind, userHash: user, until }, `jobs are put off: ${error.message}`);
        for (const [other, ends] of putOff) if (ends <= clock.now()) putOff.delete(other);
        putOff.set(job.user, error.until);
      }
      const delayMs = Math.max(0, error.until - clock.now());
      await firmly(() => queue.release(lease, { delayMs, attempted: false }));
    } else if (stopping.signal.aborted) {
      await queue.release(lease, { delayMs: 0, attempted: false });
    } else if (isHindsightError(error, "LEASE_LOST")) {
      log.warn({ kind: job.kind }, "a job was taken over by another worker, or erased");
    } else if (isFinal(job, error)) {
      if (!(await queue.extend(lease, leaseMs))) return; // of an erased user nothing is written any more
      await bury(job, error);
      await firmly(() => queue.complete(lease));
    } else {
      const delayMs = retryDelayMs(job.attempts, random());
      log.warn({ kind: job.kind, attempt: job.attempts, delayMs, error: messageOf(error) }, "a job failed");
      await firmly(() => queue.release(lease, { delayMs, attempted: true }));
    }
  }

  async function perform(lease: JobLease): Promise<void> {
    const { job } = lease;
    const lost = new AbortController();
    const leaseLost = () =>
      new HindsightError("LEASE_LOST", "the job is another worker's by now, or erased", "Nothing needs to be done.");
    const stillOurs = async () => {
      if (!(await queue.extend(lease, leaseMs))) throw leaseLost();
    };
    const beat = setInterval(() => {
      stillOurs().catch((error: unknown) => {
        if (isHindsightError(error, "LEASE_LOST")) lost.abort(error);
        else log.warn({ error: messageOf(error) }, "a lease could not be extended");
      });
    }, leaseMs / 3);
    try {
      if (job.attempts > maxAttempts) {
        await buryLost(job);
        await firmly(() => queue.complete(lease));
        return;
      }
      const signal = AbortSignal.any([stopping.signal, lost.signal]);
      const result = await handlers[job.kind]!.run(job, { signal, stillOurs });
      if (!(await firmly(() => queue.complete(lease, result)))) throw leaseLost();
    } catch (error) {
      await settle(lease, error);
    } finally {
      clearInterval(beat);
    }
  }

  /** Tells those who wait for idleness, when it is there. */
  async function tellIdle(): Promise<void> {
    if (waiters.size === 0 || running.size > 0) return;
    const asked = [...waiters];
    const counts = await queue.counts();
    if (counts.running > 0) return;
    for (const waiter of asked) {
      waiters.delete(waiter);
      waiter.resolve(counts);
    }
  }

  function failWaiters(error: unknown): void {
    for (const waiter of waiters) waiter.reject(error);
    waiters.clear();
  }

  async function dispatch(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    let hastened = false;
    while (!stopped) {
      try {
        // What another run put off may be free to run under this one's settings: a higher cap.
        if (!hastened) await queue.hasten(kinds);
        hastened = true;
        const asked = waiters.size;
        const lease = running.size < concurrency ? await queue.lease({ ttlMs: leaseMs, kinds }) : null;
        failing = false;
        if (lease !== null && stopped) {
          await queue.release(lease, { delayMs: 0, attempted: false });
          return;
        }
        if (lease !== null) {
          pause = FIRST_PAUSE_MS;
          const work: Promise<void> = perform(lease)
            .catch((error: unknown) => log.error({ error: messageOf(error) }, "a job is left to its lease"))
            .finally(() => {
              running.delete(work);
              wakeUp();
            });
          running.add(work);
          continue;
        }
        if (asked === waiters.size) await tellIdle(); // else asked while looking: look again
        const next = await queue.nextIn(kinds);
        const happened = await rest(Math.max(1, Math.min(pause, next ?? pause)));
        pause = happened ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pause * 2);
      } catch (error) {
        failWaiters(error);
        if (isHindsightError(error, "CLOSED")) return;
        log[failing ? "debug" : "warn"]({ error: messageOf(error) }, "the queue cannot be read");
        failing = true;
        await rest(LONGEST_PAUSE_MS);
      }
    }
  }

  const unwatch = queue.watch(wakeUp);

  function start(): void {
    if (!stopped) dispatching ??= dispatch();
  }

  return {
    start,
    async idle(signal) {
      signal?.throwIfAborted();
      if (stopped) throw new HindsightError("CLOSED", "the worker was stopped", "Create hindsight again to go on.");
      const end = new AbortController();
      try {
        return await new Promise<QueueCounts>((resolve, reject) => {
          const waiter = { resolve, reject };
          waiters.add(waiter);
          const leave = () => {
            waiters.delete(waiter);
            reject(signal?.reason);
          };
          signal?.addEventListener("abort", leave, { once: true, signal: end.signal });
          start();
          wakeUp();
        });
      } finally {
        end.abort();
      }
    },
    async stop(graceMs = GRACE_MS) {
      stopped = true;
      unwatch();
      wakeUp();
      failWaiters(new HindsightError("CLOSED", STOPPED, "What is left is done by the next worker."));
      await dispatching;
      const all = Promise.all(running);
      let timer: NodeJS.Timeout | undefined;
      const within = (ms: number) =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ms);
        });
      await Promise.race([all, within(graceMs)]);
      clearTimeout(timer);
      if (running.size > 0) {
        stopping.abort(new HindsightError("CLOSED", STOPPED, "The job is given back."));
        await Promise.race([all, within(GRACE_MS)]);
        clearTimeout(timer);
      }
    },
  };
}
