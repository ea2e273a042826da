import { isHindsightError, messageOf } from "../../domain/errors.ts";
import type { Log } from "../../ports/log.ts";
import type { JobLease, NewJob, Queue } from "../../ports/queue.ts";

export interface SpillingQueueOptions {
  /** Where jobs belong: on a server that may be away. */
  queue: Queue;
  /** Takes them meanwhile: on this machine's disk. What it holds already is moved too. */
  spill: Queue;
  log: Log;
  /** Calls back when the server is there again after it was away. */
  onReturn(listener: () => void): () => void;
}

/** How long a process that fell silent keeps what it was moving. */
const MOVING_MS = 30_000;
/** Pauses between tries to move, in milliseconds, for a server that is there and refuses. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A queue that takes jobs also while its server is away: they are kept on this machine and moved in order when the server
 * is back, by this process or the next one on the same home folder. A user some of whose jobs are here gets no job onto
 * the server past them. A job whose answer was lost may be in both places for a while; its key makes it one.
 */
export function createSpillingQueue({ queue, spill, log, onReturn }: SpillingQueueOptions): Queue {
  const listeners = new Set<() => void>();
  let closed = false;
  let moving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let told = false;

  const holdsOf = async (user?: string) => {
    const { waiting, running } = await spill.counts(user);
    return waiting + running > 0;
  };
  const holdsAny = async () => (await holdsOf()) || (await spill.counts()).delayed > 0;

  async function keep(job: NewJob): Promise<boolean> {
    const kept = await spill.enqueue(job);
    if (kept) for (const listener of listeners) listener();
    if (moving === undefined && timer === undefined) tryLater();
    return kept;
  }

  function tryLater(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(move, pause);
    timer.unref();
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }

  /** Moves one job. False when there is none, or its user's are being moved by another process. */
  async function moveOne(): Promise<boolean> {
    const lease: JobLease | null = await spill.lease({ ttlMs: MOVING_MS });
    if (lease === null) return false;
    const { attempts: _, ...job } = lease.job;
    try {
      await queue.enqueue(job);
    } catch (error) {
      await spill.release(lease, { delayMs: 0, attempted: false });
      throw error;
    }
    // Erased while it was on its way: it is not to arrive.
    if (!(await spill.complete(lease)) && (await spill.find(job.key)) === null) await queue.eraseUser(job.user);
    return true;
  }

  async function moveAll(): Promise<void> {
    let moved = 0;
    try {
      while (!closed && (await moveOne())) moved++;
      if (moved > 0) pause = FIRST_PAUSE_MS;
      if (await holdsAny()) tryLater();
      else told = false;
    } catch (error) {
      if (closed || isHindsightError(error, "CLOSED")) return;
      log.debug({ error: messageOf(error) }, "queued work stays on this machine for now");
      tryLater();
    } finally {
      if (moved > 0) log.info({ jobs: moved }, "queued work was moved from this machine to the server");
    }
  }

  function move(): void {
    timer = undefined;
    if (closed) return;
    moving ??= moveAll().finally(() => {
      moving = undefined;
    });
  }

  const unReturn = onReturn(() => {
    clearTimeout(timer);
    pause = FIRST_PAUSE_MS;
    move();
  });
  holdsAny().then(
    (left) => left && move(),
    (error: unknown) => log.warn({ error: messageOf(error) }, "work queued on this machine cannot be read"),
  );

  return {
    ...queue,
    async enqueue(job) {
      if (await holdsOf(job.user)) return keep(job);
      try {
        return await queue.enqueue(job);
      } catch (error) {
        if (!isHindsightError(error) || error.code === "CLOSED") throw error;
        if (!told) log.warn({ error: error.message }, "jobs are queued on this machine until the server takes them");
        told = true;
        return keep(job);
      }
    },
    async find(key) {
      const here = await spill.find(key);
      if (here === null || here.state === "done") return queue.find(key);
      return { ...here, state: "waiting", attempts: 0 };
    },
    async counts(user) {
      const [there, here] = [await queue.counts(user), await spill.counts(user)];
      return { ...there, delayed: there.delayed + here.waiting + here.delayed + here.running };
    },
    watch(listener) {
      listeners.add(listener);
      const unwatch = queue.watch(listener);
      return () => {
        listeners.delete(listener);
        unwatch();
      };
    },
    eraseUser: async (user) => (await spill.eraseUser(user)) + (await queue.eraseUser(user)),
    async close() {
      closed = true;
      unReturn();
      clearTimeout(timer);
      listeners.clear();
      await queue.close();
      await moving;
      await spill.close();
    },
  };
}
