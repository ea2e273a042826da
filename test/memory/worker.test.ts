import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, retryDelayMs } from "../../src/domain/backoff.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { createWorker, type JobHandler, type JobRun, PutOff, type Worker } from "../../src/memory/worker.ts";
import type { Job } from "../../src/ports/queue.ts";
import { type Bench, bench, NOW } from "../support/memory-deps.ts";

let at: Bench;
const workers: Worker[] = [];
beforeEach(() => {
  at = bench();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(0);
  await at.close();
});

type Run = (job: Job, run: JobRun) => Promise<string>;

function workerOf(run: Run, more: Partial<Parameters<typeof createWorker>[0]> = {}): Worker {
  const { queue, ledger, clock, log } = at.deps;
  const handler: JobHandler = { model: "m", thread: (input) => input, run };
  const worker = createWorker({ queue, ledger, clock, log, handlers: { do: handler }, random: () => 1, ...more });
  workers.push(worker);
  return worker;
}

const enqueue = (key: string, user = "ada") => at.deps.queue.enqueue({ key, user, kind: "do", input: `of ${key}` });

/** A promise and what resolves it. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("B7: the worker", () => {
  it("does the jobs of a user in order and of several users side by side", async () => {
    const done: string[] = [];
    const both = gate();
    let inside = 0;
    for (const user of ["ada", "bo"]) for (let i = 0; i < 4; i++) await enqueue(`${user} ${i}`, user);
    const worker = workerOf(async ({ key }) => {
      if (++inside === 2) both.open();
      await both.opened; // does not end before another user's job runs beside it
      done.push(key);
      return "";
    });
    expect(await worker.idle()).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
    for (const user of ["ada", "bo"])
      expect(done.filter((key) => key.startsWith(user))).toEqual([0, 1, 2, 3].map((i) => `${user} ${i}`));
  });

  it("a job that fails is tried again after growing pauses, in front of the later ones of its user", async () => {
    const done: string[] = [];
    await enqueue("a1");
    await enqueue("a2");
    await enqueue("b1", "bo");
    const worker = workerOf(async ({ key, attempts }) => {
      if (key === "a1" && attempts < 4) throw new Error("not today");
      done.push(key);
      return "";
    });
    for (const attempt of [1, 2, 3]) {
      expect(await worker.idle()).toMatchObject({ delayed: 1 });
      expect(done).toEqual(["b1"]);
      at.pass(retryDelayMs(attempt, 1));
    }
    await worker.idle();
    expect(done).toEqual(["b1", "a1", "a2"]);
    expect(await at.deps.ledger.countDeadLetters()).toBe(0);
  });

  it("a model that never comes to an end is a dead letter after three times, and later jobs wait that long only", async () => {
    const done: string[] = [];
    await enqueue("a1");
    await enqueue("a2");
    let tries = 0;
    const worker = workerOf(async ({ key }) => {
      if (key === "a1") {
        // an endpoint that is away between two of them counts as before
        if (++tries === 2) throw new HindsightError("MODEL_FAILED", "the endpoint is down", "Wait.");
        throw new HindsightError("MODEL_TIMED_OUT", "no answer within a minute", "Wait.");
      }
      done.push(key);
      return "";
    });
    for (const attempt of [1, 2, 3]) {
      expect(await worker.idle()).toMatchObject({ delayed: 1 });
      expect(done).toEqual([]);
      at.pass(retryDelayMs(attempt, 1));
    }
    await worker.idle();
    expect(tries).toBe(4);
    expect(done).toEqual(["a2"]);
    expect(await at.deps.ledger.deadLetters("ada")).toMatchObject([{ job: "do", reason: "MODEL_TIMED_OUT" }]);
  });

  it("what fails every time becomes one dead letter with its input, and the next job goes on", async () => {
    const done: string[] = [];
    await enqueue("a1");
    await enqueue("a2");
    const worker = workerOf(async ({ key }) => {
      if (key === "a1") throw new HindsightError("EMBEDDING_FAILED", "the endpoint is down", "Wait.");
      done.push(key);
      return "";
    });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await worker.idle();
      at.pass(retryDelayMs(attempt, 1));
    }
    await worker.idle();
    expect(done).toEqual(["a2"]);
    expect(await at.deps.ledger.deadLetters()).toMatchObject([
      {
        user: "ada",
        job: "do",
        reason: "EMBEDDING_FAILED",
        detail: "the endpoint is down",
        input: "of a1",
        thread: "of a1",
      },
    ]);
    expect(await at.deps.queue.find("a1")).toMatchObject({ state: "done", attempts: MAX_ATTEMPTS });
  });

  it("what no retry can mend becomes a dead letter at once", async () => {
    await enqueue("a1");
    await workerOf(async () => {
      throw new HindsightError("INVALID_INPUT", "no such thing", "Discard it.");
    }).idle();
    expect(await at.deps.ledger.deadLetters("ada")).toMatchObject([{ reason: "INVALID_INPUT" }]);
  });

  it("a job that takes its worker down each time ends as a dead letter and is not begun again", async () => {
    await enqueue("a1");
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      await at.deps.queue.lease({ ttlMs: 1_000, kinds: ["do"] }); // and never heard of again
      at.pass(1_000);
    }
    const begun: string[] = [];
    await workerOf(async ({ key }) => {
      begun.push(key);
      return "";
    }).idle();
    expect(begun).toEqual([]);
    expect(await at.deps.ledger.deadLetters("ada")).toMatchObject([{ reason: "LEASE_LOST", input: "of a1" }]);
  });

  it("work put off waits for its time, counts no attempt and holds nothing back", async () => {
    const done: string[] = [];
    await enqueue("a1");
    await enqueue("a2");
    const worker = workerOf(async ({ key }) => {
      if (key === "a1" && at.deps.clock.now() < NOW + 60_000) throw new PutOff(NOW + 60_000, "later");
      done.push(key);
      return "";
    });
    expect(await worker.idle()).toMatchObject({ delayed: 1 });
    expect(done).toEqual(["a2"]);
    expect(await at.deps.queue.find("a1")).toMatchObject({ attempts: 0 });
    at.pass(60_000);
    await worker.idle();
    expect(done).toEqual(["a2", "a1"]);
  });

  it("stop lets what is under way finish, and takes nothing more", async () => {
    await enqueue("a1");
    await enqueue("a2");
    const [begun, finish] = [gate(), gate()];
    const worker = workerOf(async () => {
      begun.open();
      await finish.opened;
      return "";
    });
    worker.start();
    await begun.opened;
    const stopped = worker.stop();
    finish.open();
    await stopped;
    expect(await at.deps.queue.find("a1")).toMatchObject({ state: "done" });
    expect(await at.deps.queue.find("a2")).toMatchObject({ state: "waiting", attempts: 0 });
  });

  it("stop gives back what does not finish in time, without counting it, and another worker does it at once", async () => {
    await enqueue("a1");
    const begun = gate();
    const first = workerOf(
      (_job, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          begun.open();
        }),
    );
    first.start();
    await begun.opened;
    await first.stop(0);
    expect(await at.deps.queue.find("a1")).toMatchObject({ state: "waiting", attempts: 0 });
    await workerOf(async () => "done by the second").idle();
    expect(await at.deps.queue.find("a1")).toMatchObject({ state: "done", result: "done by the second" });
  });

  it("of an erased user nothing is written any more: the job is told, and leaves no dead letter", async () => {
    await enqueue("a1");
    const heard: string[] = [];
    await workerOf(
      async (_job, { stillOurs }) => {
        await at.deps.queue.eraseUser("ada");
        await stillOurs().catch((error: unknown) => heard.push((error as HindsightError).code));
        throw new Error("and fails");
      },
      { maxAttempts: 1 },
    ).idle();
    expect(heard).toEqual(["LEASE_LOST"]);
    expect(await at.deps.ledger.countDeadLetters()).toBe(0);
    expect(await at.deps.queue.find("a1")).toBeNull();
  });

  it("what another process queues is found, and a queue that fails for a while is asked again", async () => {
    let broken = 2;
    const flaky = new Proxy(at.deps.queue, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (key !== "lease" || broken-- <= 0) return value;
        return () => Promise.reject(new HindsightError("STORE_BUSY", "locked", "Wait."));
      },
    });
    const finished = gate();
    const worker = workerOf(
      async () => {
        finished.open();
        return "";
      },
      { queue: flaky },
    );
    await expect(worker.idle()).rejects.toMatchObject({ code: "STORE_BUSY" });
    await enqueue("a1");
    await finished.opened;
  });

  it("a queue that is away when a job ends costs no work: it is told again until it has heard", async () => {
    let deaf = 3;
    const { queue } = at.deps;
    const away: typeof queue.complete = async (lease, result) => {
      if (deaf-- === 1) await queue.complete(lease, result); // heard, but the answer was lost
      if (deaf >= 0) throw new HindsightError("UNREACHABLE", "away", "Wait.");
      return queue.complete(lease, result);
    };
    const begun: string[] = [];
    await enqueue("a1");
    await enqueue("a2");
    const worker = workerOf(
      async ({ key, attempts }) => {
        begun.push(`${key} ${attempts}`);
        return "done";
      },
      { queue: { ...queue, complete: away } },
    );
    await worker.idle();
    expect(begun).toEqual(["a1 1", "a2 1"]);
    expect(await queue.find("a1")).toMatchObject({ state: "done", result: "done" });
  });

  it("pauses grow from a second to ten minutes, and are never equal for all", () => {
    expect([1, 2, 3, 8].map((attempt) => retryDelayMs(attempt, 1))).toEqual([2_000, 8_000, 32_000, 600_000]);
    expect(retryDelayMs(1, 0)).toBe(1_000);
  });
});
