import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { userOwner } from "../src/domain/scope.ts";
import { essence } from "./support/faults.ts";
import { decrypted, holds, live, MARK, OTHERS, openHindsight } from "./support/lived-home.ts";

const CHILD = new URL("./support/killed-child.ts", import.meta.url).pathname;
const KEY = "a key for the tests only";
const ALL = process.env.HINDSIGHT_TEST_FAULTS === "all";
const TIMEOUT = ALL ? 3_600_000 : 120_000;
/** What makes a difference when it is not come to: ends of transactions, logs emptied, files removed. */
const DECISIVE = /^COMMIT|wal_checkpoint|^rm /;

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-inside-"));
  folders.push(folder);
  return folder;
};
const copyOf = (home: string) => {
  const copy = newFolder();
  cpSync(home, copy, { recursive: true });
  return copy;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Lived {
  home: string;
  key: string | null;
  /** The time of its last change. */
  now: number;
}

/** Does the job in a process that dies by kill -9 before its `kill`-th call (0: never); the calls it came to. */
async function child(job: string, at: Lived, home: string, kill: number, ...more: string[]): Promise<string[]> {
  const running = spawn(process.execPath, [CHILD, job, home, at.key ?? "-", String(at.now), String(kill), ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(running, "close");
  const said: string[] = [];
  for await (const line of createInterface({ input: running.stdout })) said.push(line);
  const [code, signal] = await closed;
  expect([code, signal]).toEqual(kill === 0 ? [0, null] : [null, "SIGKILL"]);
  return said;
}

/** The numbers of the calls to die before: every `nth` decisive one; HINDSIGHT_TEST_FAULTS=all tries each call. */
function tried(calls: readonly string[], nth: number): number[] {
  const all = calls.map((call, i) => ({ call, kill: i + 1 }));
  if (ALL) return all.map(({ kill }) => kill);
  const decisive = all.filter(({ call }) => DECISIVE.test(call));
  expect(decisive.length).toBeGreaterThan(1);
  return decisive.filter((_, i) => i % nth === nth - 1).map(({ kill }) => kill);
}

async function lived(key: string | null, fill: typeof live): Promise<Lived> {
  const home = newFolder();
  let now = Date.UTC(2026, 8, 1);
  const hindsight = await openHindsight(home, key, () => now);
  await fill(hindsight, (ms) => {
    now += ms;
  });
  await hindsight.close();
  return { home, key, now };
}

describe("E5: an erase that is killed anywhere inside", () => {
  it.each([
    { how: "in clear", key: null, nth: 3 },
    { how: "encrypted", key: KEY, nth: 5 },
  ])(
    "$how: erased again after a new start nothing is left, and others keep theirs",
    async ({ key, nth }) => {
      const at = await lived(key, live);
      const calls = await child("erase", at, copyOf(at.home), 0);
      expect(calls.length).toBeGreaterThan(30);
      for (const kill of tried(calls, nth)) {
        const home = copyOf(at.home);
        await child("erase", at, home, kill);
        const before = `killed before call ${kill}, ${calls[kill - 1]}`;
        const hindsight = await openHindsight(home, key, () => at.now);
        const ada = hindsight.user("ada", { namespaces: ["team"] });
        await ada.list(); // whatever is left can be read
        expect((await ada.erase()).left, before).toEqual([]);
        expect(holds(home, MARK), before).toEqual([]); // while files are open, logs and shared memory included
        expect(await hindsight.queue.counts("ada")).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
        const bo = hindsight.user("bo", { namespaces: ["team"] });
        const kept = await bo.list({}, { namespaces: ["team"] });
        expect(
          kept.map(({ content }) => content),
          before,
        ).toEqual([expect.stringContaining(OTHERS)]);
        await hindsight.close();
        expect(holds(home, MARK), before).toEqual([]);
        if (key !== null) {
          const clear = decrypted(home, key);
          folders.push(clear);
          expect(holds(clear, new RegExp(OTHERS))).toHaveLength(1); // the keys were the right ones
          expect(holds(clear, MARK), before).toEqual([]);
        }
      }
    },
    TIMEOUT,
  );
});

describe("B5: a supersede that is killed anywhere inside", () => {
  it(
    "is done or not done after a new start, and done again it leaves what one clean call leaves",
    async () => {
      let id = "";
      const at = await lived(null, async (hindsight) => {
        const ada = hindsight.user("ada");
        const [seat] = await ada.remember("I prefer window seats.");
        if (seat?.outcome !== "stored") throw new Error("not stored");
        id = seat.record.id;
        await ada.remember("I live in Oslo.");
      });
      const all = async (home: string, again: boolean) => {
        const hindsight = await openHindsight(home, null, () => at.now);
        const ada = hindsight.user("ada");
        const seats = (await ada.list()).filter(({ content }) => content.includes("seats"));
        expect(seats).toHaveLength(1); // never none, never both
        if (again && seats[0]!.id === id) await ada.supersede(id, "The user prefers aisle seats.");
        const history = await ada.history(id);
        const store = await hindsight.stores.open(userOwner("ada"));
        expect(await store.check()).toEqual([]);
        const records = await store.list({ statuses: ["active", "superseded"] }, { limit: 10 });
        await store.close();
        await hindsight.close();
        return { records: essence(records), history: history.map(({ content }) => content) };
      };
      const clean = copyOf(at.home);
      const calls = await child("supersede", at, clean, 0, id);
      expect(calls.length).toBeGreaterThan(8);
      const expected = await all(clean, false);
      expect(expected.history).toEqual(["The user prefers window seats.", "The user prefers aisle seats."]);
      for (const kill of tried(calls, 1)) {
        const home = copyOf(at.home);
        await child("supersede", at, home, kill, id);
        expect(await all(home, true), `killed before call ${kill}, ${calls[kill - 1]}`).toEqual(expected);
      }
    },
    TIMEOUT,
  );
});
