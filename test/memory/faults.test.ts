import { cpSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { MemoryDeps } from "../../src/memory/deps.ts";
import { jobHandlers } from "../../src/memory/jobs.ts";
import { remember } from "../../src/memory/remember.ts";
import { supersede } from "../../src/memory/supersede.ts";
import { createWorker } from "../../src/memory/worker.ts";
import { essence, type Fault, faulty } from "../support/faults.ts";
import { type Bench, bench } from "../support/memory-deps.ts";
import { queueAll, recordsOf, SAID } from "../support/sittings.ts";

/** Past every lease and every pause between tries. */
const LATER = 20 * 60_000;

const benches: Bench[] = [];
afterEach(async () => {
  for (const at of benches.splice(0)) await at.close();
});
const newBench = () => {
  const at = bench();
  benches.push(at);
  return at;
};

const records = recordsOf;

function workerOf(deps: MemoryDeps) {
  const { queue, ledger, clock, log } = deps;
  return createWorker({ queue, ledger, clock, log, handlers: jobHandlers(deps), random: () => 1 });
}

/** Works until nothing is left, whatever was put off. */
async function workOn(at: Bench, deps: MemoryDeps = at.deps): Promise<void> {
  const worker = workerOf(deps);
  try {
    for (let round = 0; round < 20; round++) {
      await worker.idle().catch((error: unknown) => {
        if (!String(error).includes("injected")) throw error;
      });
      const { waiting, delayed, running } = await at.deps.queue.counts();
      if (waiting + delayed + running === 0) return;
      at.pass(LATER);
    }
    throw new Error("the queue is never empty");
  } finally {
    await worker.stop(0);
  }
}

/** A folder in which all is queued and nothing done, to be copied: quicker than queueing anew each time. */
let template: Bench | undefined;
afterAll(() => template?.close());
async function queuedBench(): Promise<Bench> {
  if (template === undefined) {
    template = bench();
    await queueAll(template);
    await template.deps.queue.close();
  }
  const at = newBench();
  cpSync(template.home, at.home, { recursive: true });
  return at;
}

/** Which of the calls fail: every one, each in one of the three ways; HINDSIGHT_TEST_FAULTS=all tries each in all three. */
const ways = process.env.HINDSIGHT_TEST_FAULTS === "all" ? 1 : 3;

async function cleanRun(): Promise<{ expected: string[]; calls: string[] }> {
  const at = await queuedBench();
  const watched = faulty(at.deps, 0, "fails");
  await workOn(at, watched.deps);
  return { expected: essence(await records(at)), calls: watched.calls };
}

async function runWith(fault: Fault, at: number): Promise<{ made: string[]; letters: number }> {
  const place = await queuedBench();
  const broken = faulty(place.deps, at, fault);
  if (fault === "dies") {
    const worker = workerOf(broken.deps);
    worker.start();
    await broken.struck;
    await worker.stop(0);
    place.pass(LATER); // the dead worker's lease runs out
    await workOn(place);
  } else await workOn(place, broken.deps);
  const made = essence(await records(place));
  const letters = await place.deps.ledger.countDeadLetters();
  await place.close();
  benches.pop();
  return { made, letters };
}

describe("B7: whatever call fails, the records in the end are those of one clean run", () => {
  it("the clean run is what was said", async () => {
    const { expected } = await cleanRun();
    const active = expected
      .map((one) => JSON.parse(one))
      .filter(({ status, kind }) => status === "active" && kind === "semantic");
    expect(active.map(({ content }) => content).sort()).toEqual(SAID);
  });

  for (const [offset, fault] of (["dies", "fails", "unheard"] as const).entries())
    it(`a call that ${{ dies: "is the last of its process", fails: "fails once", unheard: "succeeds and says it failed" }[fault]}`, {
      timeout: 120_000,
    }, async () => {
      const { expected, calls } = await cleanRun();
      expect(calls.length).toBeGreaterThan(60);
      for (let at = 1 + (offset % ways); at <= calls.length; at += ways) {
        const { made, letters } = await runWith(fault, at);
        expect(made, `${fault} at call ${at}, ${calls[at - 1]}`).toEqual(expected);
        expect(letters).toBe(0);
      }
    });

  it("a job delivered again after it was done changes nothing", async () => {
    const at = newBench();
    await queueAll(at);
    await workOn(at);
    const before = essence(await records(at));
    await at.deps.queue.eraseUser("ada"); // the keys are forgotten, as after ten thousand other jobs
    await queueAll(at);
    await workOn(at);
    expect(essence(await records(at))).toEqual(before);
  });

  it("the clock jumping an hour back or forward between any two jobs changes nothing", async () => {
    const { expected } = await cleanRun();
    for (const jump of [-3_600_000, 3_600_000]) {
      const at = await queuedBench();
      const { queue } = at.deps;
      const deps = {
        ...at.deps,
        queue: {
          ...queue,
          complete: async (...done: Parameters<typeof queue.complete>) => {
            const completed = await queue.complete(...done);
            at.pass(jump);
            return completed;
          },
        },
      };
      await workOn(at, deps);
      expect(essence(await records(at))).toEqual(expected);
    }
  });
});

describe("a write at the door that dies at any call, done again by its caller", () => {
  const NEXT = { content: "The user prefers aisle seats.", verbatim: true };

  async function prepared(): Promise<{ at: Bench; id: string }> {
    const at = newBench();
    const [seat] = await remember(at.deps, at.scope, { content: "I prefer window seats." });
    await remember(at.deps, at.scope, { content: "I live in Oslo." });
    at.pass(60_000);
    if (seat?.outcome !== "stored") throw new Error("not stored");
    return { at, id: seat.record.id };
  }

  const doors: Record<string, (deps: MemoryDeps, at: Bench, id: string) => Promise<unknown>> = {
    remember: (deps, at) => remember(deps, at.scope, { content: "I moved to Bergen. I like tea.", originKey: "k" }),
    supersede: (deps, at, id) => supersede(deps, at.scope, id, NEXT),
  };

  for (const [name, door] of Object.entries(doors))
    it(`${name} leaves what one clean call leaves`, { timeout: 60_000 }, async () => {
      const clean = await prepared();
      const watched = faulty(clean.at.deps, 0, "fails");
      await door(watched.deps, clean.at, clean.id);
      const expected = essence(await records(clean.at));
      for (let call = 1; call <= watched.calls.length; call++) {
        const { at, id } = await prepared();
        const broken = faulty(at.deps, call, "dies");
        await expect(door(broken.deps, at, id)).rejects.toThrow("injected");
        await door(at.deps, at, id).catch((error: unknown) => {
          if ((error as { code?: string }).code !== "CONFLICT") throw error; // it was done before it died
        });
        expect(essence(await records(at)), `died at call ${call}, ${watched.calls[call - 1]}`).toEqual(expected);
      }
    });
});
