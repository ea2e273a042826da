import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userOwner } from "../../../src/domain/scope.ts";
import { migrate } from "../../../src/memory/migrate/migrate.ts";
import type { MemoryStore } from "../../../src/ports/store.ts";
import { daysAgo, FINGERPRINT } from "../../conformance/fixtures.ts";
import { clock, everything, fill, KEY, make, move, newHome, type OpenSide, remove, sideOf, watched } from "./sides.ts";

const CHILD = join(import.meta.dirname, "child.ts");
const ADA = userOwner("ada");

let from: OpenSide;
let to: OpenSide;
const opened: OpenSide[] = [];
const open = (home: string, key: string | null) => {
  const side = sideOf(home, key);
  opened.push(side);
  return side;
};
let filled: string;
beforeAll(async () => {
  filled = newHome();
  const side = sideOf(filled, null);
  await fill(side);
  await side.close();
});
afterAll(() => remove(filled));
beforeEach(() => {
  const home = newHome();
  cpSync(filled, home, { recursive: true });
  from = open(home, null);
  to = open(newHome(), KEY);
});
afterEach(async () => {
  for (const side of opened.splice(0)) {
    await side.close();
    remove(side.home);
  }
});

/** The target opened anew, as by the next process. */
const again = () => open(to.home, KEY);
const outcomes = (moved: Awaited<ReturnType<typeof move>>) =>
  Object.fromEntries(moved.map(({ owner, outcome }) => [`${owner.kind} ${owner.id}`, outcome]));
const ALL_SAME = { "user ada": "same", "user 博": "same", "user only a thread": "same", "shared team": "same" };
const within = async <T>(side: OpenSide, use: (store: MemoryStore) => Promise<T>) => {
  const store = await side.stores.open(ADA);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};
const write = (side: OpenSide, text: string) =>
  within(side, async (store) => {
    const item = make(store, text);
    await store.insert([item], FINGERPRINT);
    return item.record.id;
  });

describe("moving between stores", () => {
  it("everything of everyone arrives as it was, from clear files into encrypted ones; the source is left as it was", async () => {
    const before = await everything(from);
    expect(before.memories[0]?.records).toHaveLength(7);
    const moved = await move(from, to);
    expect(outcomes(moved)).toEqual(ALL_SAME);
    expect(moved[0]).toMatchObject({ records: 7, written: 7, audit: 4, beside: 8, problems: [] });
    expect(await everything(from)).toEqual(before);
    expect(await everything(again())).toEqual(before);
    const second = await move(from, to);
    expect(second.map(({ checksum, written }) => [checksum, written])).toEqual(
      moved.map(({ checksum }) => [checksum, 0]),
    );
  });

  it("one user alone can be moved, and nobody else is", async () => {
    expect(outcomes(await move(from, to, { user: "博" }))).toEqual({ "user 博": "same" });
    const { memories, owners } = await everything(to);
    expect(memories.map((one) => one !== null)).toEqual([false, true, false]);
    expect(owners).toEqual([userOwner("博")]);
  });

  it("a dry run says what would be copied and makes nothing", async () => {
    const moved = await move(from, to, { dryRun: true });
    expect(moved[0]).toMatchObject({ outcome: "differs", missing: 7, written: 0 });
    expect(existsSync(join(to.home, "hindsight.db"))).toBe(false);
    expect((await everything(to)).memories).toEqual([null, null, null]);
  });

  it("stopped before any call of the target, the next run completes it: nothing is lost, nothing doubled", async () => {
    const of = { user: "ada" };
    const theirs = async (side: OpenSide) => {
      const { memories, users } = await everything(side);
      return [memories[0], users.find(([user]) => user === "ada")];
    };
    const before = await theirs(from);
    let calls = Number.POSITIVE_INFINITY;
    for (let n = 1; n <= calls; n++) {
      const first = open(newHome(), null);
      let count = 0;
      const crashing = watched(first, () => {
        if (++count === n) throw new Error("stopped");
      });
      const ended = await move(from, crashing, of).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("stopped");
          return false;
        },
      );
      if (ended) calls = count;
      const next = open(first.home, null);
      expect([n, outcomes(await move(from, next, of))]).toEqual([n, { "user ada": "same" }]);
      expect([n, await theirs(next)]).toEqual([n, before]);
    }
    expect(calls).toBeGreaterThan(25);
  }, 120_000);

  it("killed by SIGKILL again and again, each run goes on, and the last finds nothing to do", async () => {
    const before = await everything(from);
    const run = (at: number) =>
      spawnSync(process.execPath, [CHILD, from.home, to.home, String(at)], { encoding: "utf8" });
    for (const at of [14, 45]) expect(run(at).signal).toBe("SIGKILL");
    const last = run(0);
    expect(last.stderr).toBe("");
    expect(last.status).toBe(0);
    expect(await everything(again())).toEqual(before);
  });

  describe("a source that is written to", () => {
    it("during the copy is copied again, until both are the same", async () => {
      let dumps = 0;
      const changing = watched(from, (call) => {
        if (call === "dump" && ++dumps === 2) void write(from, "Written in between.");
      });
      const moved = await move(changing, to, { user: "ada" });
      expect(moved).toMatchObject([{ outcome: "same", records: 8 }]);
    });

    it("without end is told, and what to do", async () => {
      let n = 0;
      const pending: Promise<unknown>[] = [];
      const changing = watched(from, (call) => {
        if (call === "dump") pending.push(write(from, `Written in between, ${++n}.`));
      });
      const [moved] = await move(changing, to, { user: "ada" });
      await Promise.all(pending);
      expect(moved).toMatchObject({
        outcome: "differs",
        problems: [expect.stringContaining("stop what writes"), expect.anything()],
      });
      expect(outcomes(await move(from, to))).toEqual(ALL_SAME);
    });

    it("after the copy is brought in step by the next run: what was forgotten there is forgotten here", async () => {
      await move(from, to);
      const id = await write(from, "Ada sings.");
      expect(await move(from, to, { user: "ada" })).toMatchObject([{ outcome: "same", records: 8 }]);
      await within(from, (store) => store.patch(id, { status: "forgotten" }));
      expect(await move(from, to, { user: "ada" })).toMatchObject([{ outcome: "same" }]);
      expect(await within(to, (store) => store.get([id]))).toMatchObject([{ status: "forgotten" }]);
      await from.stores.erase(ADA);
      const [erased] = await move(from, to, { user: "ada" });
      expect(erased!.outcome).toBe("differs");
      expect(erased!.problems[0]).toContain("holds nothing of this owner");
      expect(await within(to, (store) => store.get([id]))).toHaveLength(1);
    });
  });

  describe("what is at the target and is no copy of this source's", () => {
    it("is left alone and told; the others are moved", async () => {
      const id = await write(to, "Of the target's own.");
      const moved = await move(from, to);
      expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "differs" });
      expect(moved[0]!.problems[0]).toContain("memories of its own");
      expect(await within(to, (store) => store.stats())).toMatchObject({ total: 1 });
      expect(await within(to, (store) => store.get([id]))).toHaveLength(1);
    });

    it.each<[string, (store: MemoryStore) => Promise<unknown>]>([
      ["written to", (store: MemoryStore) => store.insert([make(store, "After the move.")], FINGERPRINT)],
      [
        "used",
        (store: MemoryStore) => store.audit({ at: daysAgo(0), actor: "ada", action: "read", id: null, detail: "" }),
      ],
    ])("also when it was %s since it was copied whole", async (how, use) => {
      await move(from, to);
      await within(to, use);
      const now = await everything(to);
      const moved = await move(from, to);
      expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "differs" });
      expect(moved[0]!.problems[0]).toContain(how);
      expect(await everything(to)).toEqual(now);
    });
  });

  it("E7: a target of another embedding model is refused with the command to run; the others are moved", async () => {
    await within(to, (store) => store.insert([make(store, "x")], { ...FINGERPRINT, model: "other" }));
    const moved = await move(from, to);
    expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "failed" });
    expect(moved[0]!.problems).toEqual([expect.stringContaining("hindsight reembed")]);
  });

  it("E7: a source in the middle of changing its model is refused until that is done", async () => {
    const next = { ...FINGERPRINT, model: "next" };
    await within(from, async (store) => {
      await store.beginReembed(next);
      await store.insert([make(store, "of the next model")], next);
    });
    const moved = await move(from, to);
    expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "failed" });
    expect(moved[0]!.problems).toEqual([expect.stringContaining("hindsight reembed")]);
  });

  it("G1: a thread that is another user's at the target is not taken over", async () => {
    await to.ledger.noteThread("eve", "ada open", daysAgo(9));
    const moved = await move(from, to);
    expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "failed" });
    expect(await to.ledger.threads("eve")).toEqual([{ thread: "ada open", lastActiveAt: daysAgo(9) }]);
  });

  it("two migrations at once: the second leaves alone what the first is moving", async () => {
    const lease = await to.ledger.takeLease("migrate user ada", "ada", Date.now(), 60_000);
    const options = { user: undefined, dryRun: false, sameLedger: false, signal: new AbortController().signal };
    const moved = await migrate(from, to, clock, options);
    expect(outcomes(moved)).toEqual({ ...ALL_SAME, "user ada": "failed" });
    expect(moved[0]!.problems[0]).toContain("another migration");
    await to.ledger.dropLease("migrate user ada", lease!.fence);
    expect(outcomes(await migrate(from, to, clock, options))).toEqual(ALL_SAME);
  });

  it("one that was taken for dead, and goes on, ends at its next write", async () => {
    let taken: Promise<unknown> | null = null;
    const losing = watched(to, (call) => {
      if (call === "insert") taken ??= to.ledger.takeLease("migrate user ada", "ada", Date.now(), 60_000);
    });
    const [moved] = await move(from, losing, { user: "ada" });
    expect(await taken).not.toBeNull();
    expect(moved).toMatchObject({ outcome: "failed", problems: [expect.stringContaining("took over")] });
  });

  it("stopped by a signal it ends between two writes", async () => {
    const stop = new AbortController();
    const stopping = watched(to, (call) => {
      if (call === "insert") stop.abort(new Error("stopped"));
    });
    const options = { user: undefined, dryRun: false, sameLedger: false, signal: stop.signal };
    await expect(migrate(from, stopping, clock, options)).rejects.toThrow("stopped");
    expect(outcomes(await move(from, to))).toEqual(ALL_SAME);
  });
});
