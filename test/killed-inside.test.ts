import { afterAll, describe, expect, it } from "vitest";
import { userOwner } from "../src/domain/scope.ts";
import { essence } from "./support/faults.ts";
import { child, copyOf, KILLS_TIMEOUT, lived, noted, removeFolders, tried } from "./support/killed.ts";
import { decrypted, holds, live, MARK, OTHERS, openHindsight } from "./support/lived-home.ts";

const KEY = "a key for the tests only";
afterAll(removeFolders);

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
          const clear = noted(decrypted(home, key));
          expect(holds(clear, new RegExp(OTHERS))).toHaveLength(1); // the keys were the right ones
          expect(holds(clear, MARK), before).toEqual([]);
        }
      }
    },
    KILLS_TIMEOUT,
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
    KILLS_TIMEOUT,
  );
});
