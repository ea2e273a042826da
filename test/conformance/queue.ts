import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "../../src/ports/clock.ts";
import type { JobLease, NewJob, Queue } from "../../src/ports/queue.ts";

/** What an adapter gives the suite: queues on one place that is empty at first. */
export interface QueueFixture {
  /** A queue on that place; a second one stands for another process or a restart. */
  queue(options: { clock: Clock; remembered?: number }): Queue;
  /**
   * Called when the clock goes on, or jumps, by so many milliseconds: for what is timed by a clock that the test cannot
   * choose, a server's.
   */
  pass?(ms: number, now: number): Promise<void>;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;
const TTL = 30_000;

/** The contract of Queue as tests; every adapter runs it. */
export function queueConformance(name: string, fixture: () => Promise<QueueFixture>): void {
  describe(`queue conformance: ${name}`, () => {
    let place: QueueFixture;
    let now: number;
    let here: Queue;
    let there: Queue;
    const opened: Queue[] = [];
    const pass = async (ms: number) => {
      now += ms;
      await place.pass?.(ms, now);
    };
    const open = (remembered?: number) => {
      const queue = place.queue({ clock: { now: () => now }, ...(remembered === undefined ? {} : { remembered }) });
      opened.push(queue);
      return queue;
    };
    beforeEach(async () => {
      place = await fixture();
      now = NOW;
      here = open();
      there = open();
    });
    afterEach(async () => {
      for (const queue of opened.splice(0)) await queue.close();
      await place.remove();
    });

    const job = (key: string, user = "ada", more: Partial<NewJob> = {}): NewJob => ({
      key,
      user,
      kind: "reflect",
      input: JSON.stringify({ of: key, 说: "她说" }),
      ...more,
    });
    const lease = (queue = here, kinds: readonly string[] = ["reflect"]) => queue.lease({ ttlMs: TTL, kinds });
    const leased = async (queue = here): Promise<JobLease> => {
      const given = await lease(queue);
      expect(given).not.toBeNull();
      return given!;
    };
    /** Does all there is to do, one after the other; the keys in that order. */
    const finishAll = async (queue = here) => {
      const keys: string[] = [];
      for (let next = await lease(queue); next !== null; next = await lease(queue)) {
        keys.push(next.job.key);
        expect(await queue.complete(next)).toBe(true);
      }
      return keys;
    };

    it("B7: what was queued is found by another process, as it was given, and is done once", async () => {
      expect(await here.enqueue(job("a"))).toBe(true);
      const given = await leased(there);
      expect(given.job).toEqual({ ...job("a"), attempts: 1 });
      expect(await lease()).toBeNull();
      expect(await there.complete(given, "kept 2")).toBe(true);
      expect(await lease()).toBeNull();
      expect(await here.find("a")).toMatchObject({ state: "done", attempts: 1, result: "kept 2" });
    });

    it("a key is queued once: while it waits, runs, and after it was done", async () => {
      expect(await here.enqueue(job("a"))).toBe(true);
      expect(await there.enqueue(job("a", "ada", { input: "{}" }))).toBe(false);
      const given = await leased();
      expect(await there.enqueue(job("a"))).toBe(false);
      await here.complete(given);
      expect(await there.enqueue(job("a"))).toBe(false);
      expect(await finishAll()).toEqual([]);
    });

    it("finished keys are remembered up to a bound, the newest longest", async () => {
      const small = open(3);
      for (let i = 0; i < 6; i++) {
        await small.enqueue(job(`k${i}`));
        expect(await finishAll(small)).toEqual([`k${i}`]);
        await pass(1);
      }
      expect(await small.find("k2")).toBeNull();
      expect(await small.find("k3")).toMatchObject({ state: "done" });
      expect(await small.enqueue(job("k5"))).toBe(false);
      expect(await small.enqueue(job("k0"))).toBe(true);
    });

    it("of one user one job runs at a time, oldest first; other users do not wait for it", async () => {
      for (const key of ["a1", "a2", "a3"]) await here.enqueue(job(key));
      await here.enqueue(job("b1", "bo"));
      const first = await leased(here);
      const second = await leased(there);
      expect([first.job.key, second.job.key]).toEqual(["a1", "b1"]);
      expect(await lease(there)).toBeNull();
      await here.complete(first);
      expect((await leased(there)).job.key).toBe("a2");
      expect(await lease()).toBeNull();
    });

    it("two workers that ask at the same moment never get the same job, nor two of one user", async () => {
      for (let i = 0; i < 20; i++) await here.enqueue(job(`j${i}`, `user ${i % 10}`));
      const given = await Promise.all(Array.from({ length: 24 }, (_, i) => lease(i % 2 === 0 ? here : there)));
      const got = given.filter((one) => one !== null).map((one) => one.job);
      expect(got).toHaveLength(10);
      expect(new Set(got.map(({ user }) => user)).size).toBe(10);
      expect(new Set(got.map(({ key }) => Number(key.slice(1)))).size).toBe(10);
      expect(Math.max(...got.map(({ key }) => Number(key.slice(1))))).toBe(9);
    });

    it("a worker that fell silent loses its job to another, and cannot complete, extend or release it any more", async () => {
      await here.enqueue(job("a"));
      const lost = await leased(here);
      await pass(TTL - 1);
      expect(await lease(there)).toBeNull();
      await pass(1);
      const given = await leased(there);
      expect(given.job).toMatchObject({ key: "a", attempts: 2 });
      expect(await here.complete(lost, "late")).toBe(false);
      expect(await here.extend(lost, TTL)).toBe(false);
      expect(await here.release(lost, { delayMs: 0, attempted: true })).toBe(false);
      expect(await here.find("a")).toMatchObject({ state: "running", result: null });
      expect(await there.complete(given)).toBe(true);
    });

    it("a job whose lease is extended stays with its worker", async () => {
      await here.enqueue(job("a"));
      const given = await leased();
      for (let i = 0; i < 5; i++) {
        await pass(TTL - 1);
        expect(await here.extend(given, TTL)).toBe(true);
        expect(await lease(there)).toBeNull();
      }
      expect(await here.complete(given)).toBe(true);
    });

    it("a job given back runs again after its delay, and holds back the later ones of its user only", async () => {
      for (const key of ["a1", "a2"]) await here.enqueue(job(key));
      await here.release(await leased(), { delayMs: 4_000, attempted: true });
      await here.enqueue(job("b1", "bo"));
      expect(await finishAll(there)).toEqual(["b1"]);
      expect(await there.nextIn(["reflect"])).toBe(4_000);
      await pass(4_000);
      const again = await leased(there);
      expect(again.job).toMatchObject({ key: "a1", attempts: 2 });
      await there.complete(again);
      expect(await finishAll()).toEqual(["a2"]);
    });

    it("a job put off without an attempt counts none and holds nothing back", async () => {
      for (const key of ["a1", "a2"]) await here.enqueue(job(key));
      await here.release(await leased(), { delayMs: HOUR, attempted: false });
      expect(await here.find("a1")).toMatchObject({
        state: "waiting",
        attempts: 0,
        runAt: new Date(NOW + HOUR).toISOString(),
      });
      expect(await finishAll()).toEqual(["a2"]);
      await pass(HOUR);
      expect((await leased()).job).toMatchObject({ key: "a1", attempts: 1 });
    });

    it("a job for later waits for its time and lets others pass", async () => {
      await here.enqueue(job("later", "ada", { runAt: NOW + HOUR }));
      await here.enqueue(job("now"));
      expect(await there.nextIn(["reflect"])).toBe(HOUR);
      expect(await finishAll()).toEqual(["now"]);
      await pass(HOUR);
      expect(await finishAll()).toEqual(["later"]);
    });

    it("a worker is given only what it can do", async () => {
      await here.enqueue(job("a", "ada", { kind: "paint" }));
      await here.enqueue(job("b"));
      expect(await finishAll()).toEqual(["b"]);
      expect(await lease(here, [])).toBeNull();
      expect(await here.nextIn(["reflect"])).toBeNull();
      await here.enqueue(job("c", "bo", { kind: "sing" }));
      expect((await lease(here, ["reflect", "paint"]))?.job.key).toBe("a");
      expect((await here.lease({ ttlMs: TTL }))?.job.key).toBe("c");
    });

    it("a clock that jumps back an hour delays and doubles nothing", async () => {
      for (const key of ["a1", "a2"]) await here.enqueue(job(key));
      await here.enqueue(job("b1", "bo"));
      await here.enqueue(job("c1", "cy"));
      const running = await leased(); // a1
      await here.release(await leased(), { delayMs: 4_000, attempted: true }); // b1
      const silent = await leased(); // c1
      await pass(-HOUR);
      expect(await here.extend(running, TTL)).toBe(true); // alive: its lease is in the new time from now on
      await here.enqueue(job("d1", "di"));
      const keys = [];
      for (let next = await lease(there); next !== null; next = await lease(there)) keys.push(next.job.key);
      expect(keys.sort()).toEqual(["b1", "c1", "d1"]);
      expect(await here.complete(silent)).toBe(false);
      expect(await here.complete(running)).toBe(true);
      expect(await finishAll()).toEqual(["a2"]);
    });

    it("a clock that jumps forward an hour loses nothing: a lease that seems to have run out is fenced", async () => {
      for (const key of ["a1", "a2"]) await here.enqueue(job(key));
      const given = await leased();
      await pass(HOUR);
      const again = await leased(there);
      expect(again.job.key).toBe("a1");
      expect([await here.complete(given), await there.complete(again)]).toEqual([false, true]);
      expect(await finishAll()).toEqual(["a2"]);
    });

    it("hastens what was put off without an attempt, of the kinds named; a retry keeps its pause", async () => {
      for (const key of ["put off", "tried"]) await here.enqueue(job(key, key));
      await here.enqueue(job("other", "eve", { kind: "remember" }));
      for (const given of [await leased(), await leased()])
        await here.release(given, { delayMs: HOUR, attempted: given.job.key === "tried" });
      await here.release((await lease(here, ["remember"]))!, { delayMs: HOUR, attempted: false });
      let woken = 0;
      const stop = there.watch(() => woken++);
      expect(await there.hasten(["reflect"])).toBe(1);
      stop();
      expect(woken).toBe(1);
      expect(await there.hasten(["reflect"])).toBe(0);
      expect(await here.counts()).toMatchObject({ waiting: 1, delayed: 2 });
      const given = await leased();
      expect(given.job).toMatchObject({ key: "put off", attempts: 1 });
      expect(await lease()).toBeNull();
      await pass(HOUR);
      expect(await lease()).not.toBeNull();
    });

    it("counts by state, of one user or all, and how long the oldest has waited", async () => {
      expect(await here.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
      await here.enqueue(job("a1"));
      await pass(1_000);
      await here.enqueue(job("a2"));
      await here.enqueue(job("b1", "bo", { runAt: now + HOUR }));
      await leased();
      expect(await there.counts()).toEqual({
        waiting: 1,
        delayed: 1,
        running: 1,
        oldest: new Date(NOW + 1_000).toISOString(),
      });
      expect(await there.counts("bo")).toEqual({ waiting: 0, delayed: 1, running: 0, oldest: null });
      expect((await there.counts("a")).waiting).toBe(0);
    });

    it("G1, E5: erasing a user takes their jobs in every state and nobody else's; a running worker is fenced", async () => {
      for (const user of ["ada", "ada ", "%", "bo"]) {
        await here.enqueue(job(`${user} done`, user));
        await here.enqueue(job(`${user} waits`, user));
      }
      await here.complete(await leased());
      const running = await leased();
      expect(running.job.key).toBe("ada waits");
      expect(await there.eraseUser("ada")).toBe(2);
      expect(await there.eraseUser("%")).toBe(2);
      expect(await there.eraseUser("ada")).toBe(0);
      expect(await here.extend(running, TTL)).toBe(false);
      expect(await here.complete(running)).toBe(false);
      expect(await here.find("ada done")).toBeNull();
      expect((await finishAll()).sort()).toEqual(["ada  done", "ada  waits", "bo done", "bo waits"]);
    });

    it("queueing, giving back and finishing wake who watches in this process, until they stop", async () => {
      let woken = 0;
      const stop = here.watch(() => woken++);
      await here.enqueue(job("a"));
      expect(woken).toBe(1);
      await here.enqueue(job("a"));
      expect(woken).toBe(1);
      await here.release(await leased(), { delayMs: 0, attempted: true });
      expect(woken).toBe(2);
      await here.complete(await leased());
      expect(woken).toBe(3);
      stop();
      await here.enqueue(job("b"));
      expect(woken).toBe(3);
    });

    it("a closed queue is CLOSED; a new one finds everything", async () => {
      await here.enqueue(job("a"));
      await here.close();
      await here.close();
      await expect(here.enqueue(job("b"))).rejects.toMatchObject({ code: "CLOSED" });
      expect(await finishAll(open())).toEqual(["a"]);
    });
  });
}
