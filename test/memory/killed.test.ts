import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jobHandlers } from "../../src/memory/jobs.ts";
import { createWorker } from "../../src/memory/worker.ts";
import { essence } from "../support/faults.ts";
import { type Bench, bench } from "../support/memory-deps.ts";
import { queueAll, recordsOf, SAID } from "../support/sittings.ts";

const SCRIPT = new URL("./worker-child.ts", import.meta.url).pathname;
const KILLS = 6;
/** Past every lease and every pause between tries. */
const LATER = 20 * 60_000;

let template: Bench;
const benches: Bench[] = [];
beforeAll(async () => {
  template = bench();
  await queueAll(template);
  await template.deps.queue.close();
});
afterAll(() => template.close());
afterEach(async () => {
  for (const at of benches.splice(0)) await at.close();
});

function queued(): Bench {
  const at = bench();
  benches.push(at);
  cpSync(template.home, at.home, { recursive: true });
  return at;
}

/** Runs a worker process on that home, which dies by kill -9 before its `kill`-th call (0: never); what it said. */
async function child(home: string, kill: number, command: readonly string[] = [process.execPath]): Promise<string[]> {
  const [program, ...args] = [...command, SCRIPT, home, String(kill)];
  const running = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(running, "close");
  const said: string[] = [];
  for await (const line of createInterface({ input: running.stdout })) said.push(line);
  await closed;
  return said;
}

async function workOn(at: Bench): Promise<void> {
  const { queue, ledger, clock, log } = at.deps;
  const worker = createWorker({ queue, ledger, clock, log, handlers: jobHandlers(at.deps) });
  try {
    for (;;) {
      const { waiting, delayed, running } = await queue.counts();
      if (waiting + delayed + running === 0) return;
      at.pass(LATER);
      await worker.idle();
    }
  } finally {
    await worker.stop(0);
  }
}

describe("B7: worker processes that do not live to the end", () => {
  it(`killed with -9 at ${KILLS} moments, the records in the end are those of one clean run`, {
    timeout: 120_000,
  }, async () => {
    const clean = queued();
    const calls = await child(clean.home, 0);
    expect(calls.at(-1)).toBe("idle");
    const expected = essence(await recordsOf(clean));
    for (let i = 1; i <= KILLS; i++) {
      const at = queued();
      const kill = Math.floor((calls.length * i) / (KILLS + 1));
      const said = await child(at.home, kill);
      expect(said).toHaveLength(kill); // it died there
      await workOn(at);
      expect(essence(await recordsOf(at)), `killed before ${said.at(-1)}`).toEqual(expected);
      expect(await at.deps.ledger.countDeadLetters()).toBe(0);
    }
  });

  // No file of the process may grow past so many KiB: the user's file cannot be made; its first writes do not fit; the later.
  it.each([120, 200, 400])(
    "a disk that is full after %d KiB loses nothing: once there is room the work is done",
    {
      timeout: 60_000,
    },
    async (room) => {
      const at = queued();
      await child(at.home, 0, ["bash", "-c", `ulimit -f ${room}; exec "$0" "$@"`, process.execPath]);
      expect((await at.deps.queue.counts()).delayed).toBeGreaterThan(0); // it did meet the end of the disk
      await workOn(at);
      const statements = (await recordsOf(at)).filter(({ kind, status }) => kind === "semantic" && status === "active");
      expect(statements.map(({ content }) => content).sort()).toEqual(SAID);
      expect(await at.deps.ledger.countDeadLetters()).toBe(0);
    },
  );
});
