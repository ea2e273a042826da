import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeRecord } from "../../src/domain/record.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { indexed } from "../../src/memory/index-record.ts";
import { AT, type Bench, bench, NOW } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const CHILD = fileURLToPath(new URL("./upkeep-child.ts", import.meta.url));

/** Runs the job, which dies by SIGKILL before the nth call of that method; true when it came to its end before. */
async function run(job: string, method: string, nth: number): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, job, at.home, method, String(nth)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  let ended = false;
  for await (const line of createInterface(child.stdout)) ended ||= line === "done";
  await exit;
  return ended;
}

const OTHERS = ["Tuned the piano", "Fixed a bike", "Watered plants", "Sold a lamp", "Painted a door", "Read a poem"];

async function fill(): Promise<void> {
  const day = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
  const records = Array.from({ length: 12 }, (_, i) =>
    makeRecord(
      {
        user: "ada",
        kind: "episodic",
        type: "task",
        source: "user",
        importance: 0.4,
        content: i < 6 ? `Booked the ferry to Svolvær for ${i + 2} people` : OTHERS[i - 6]!,
        thread: `t${i}`,
        happenedAt: day(80 + i * 3),
        createdAt: day(80 + i * 3),
      },
      NOW,
    ),
  );
  await at.deps.ledger.noteOwner(userOwner("ada"), AT);
  const store = await at.store();
  await store.insert(await indexed(at.deps.embedder, records), await at.deps.embedder.fingerprint());
  await store.close();
}

async function records() {
  const store = await at.store();
  const all = await store.list({ statuses: ["active", "archived", "compressed"] }, { limit: 100 });
  expect(await store.check()).toEqual([]);
  const embedding = await store.embedding();
  await store.close();
  return { all, embedding };
}

describe("kill -9", () => {
  it("of upkeep: the next run goes on after the lease ran out, and ends as one that was never killed", async () => {
    await fill();
    expect(await run("upkeep", "amend", 2)).toBe(false);
    expect(await run("upkeep", "amend", 1)).toBe(false); // the lease is still held: begin says busy, and the job fails
    const ledger = at.deps.ledger;
    const held = await ledger.takeLease("upkeep user ada", "ada", Date.now() + 120_000, 1);
    expect(held?.cursor).toContain("run"); // what was done is noted
    await ledger.dropLease("upkeep user ada", held!.fence);
    expect(await run("upkeep", "none", 1)).toBe(true);
    const { all } = await records();
    expect(all.filter(({ type }) => type === "summary")).toHaveLength(1);
    expect(all.filter(({ status }) => status === "compressed")).toHaveLength(6);
    expect(all).toHaveLength(13);
  });

  it.each([
    ["embedNext", 1],
    ["switchEmbedding", 1],
  ])("of reembed before %s: the old vectors serve, the next run completes it", async (method, nth) => {
    await fill();
    expect(await run("reembed", method, nth)).toBe(false);
    expect((await records()).embedding?.model).not.toBe("renamed");
    expect(await run("reembed", "none", 1)).toBe(true);
    const { all, embedding } = await records();
    expect(embedding?.model).toBe("renamed");
    expect(all).toHaveLength(12);
  });
});
