import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { decrypted, holds, live, MARK, OTHERS, openHindsight } from "./support/lived-home.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

describe("E5: erase leaves no byte of it in the home", () => {
  it.each([
    { how: "in clear", encryptionKey: null },
    { how: "encrypted, read with its keys", encryptionKey: "a key for the tests only" },
  ])(
    "$how: files, free pages and logs, while open and after closing; others' memories stay",
    async ({ encryptionKey }) => {
      const home = mkdtempSync(join(tmpdir(), "hindsight-erase-"));
      homes.push(home);
      let now = Date.UTC(2026, 8, 1);
      const hindsight = await openHindsight(home, encryptionKey, () => now);
      await live(hindsight, (ms) => {
        now += ms;
      });
      if (encryptionKey === null) expect(holds(home, MARK).length).toBeGreaterThan(2);
      else expect(holds(home, MARK)).toEqual([]);

      const receipt = await hindsight.user("ada").erase();
      expect(receipt.left).toEqual([]);
      expect(receipt.erased).toMatchObject({ deadLetters: 1, leases: expect.any(Number), threads: expect.any(Number) });
      expect(receipt.erased.records).toBeGreaterThanOrEqual(16);
      expect(receipt.erased.checkpoints).toBeGreaterThan(0);
      expect(holds(home, MARK)).toEqual([]); // while every file is open, logs and shared memory included
      const bo = hindsight.user("bo", { namespaces: ["team"] });
      expect((await bo.recall("which carriages do I prefer?")).results[0]?.record.content).toContain(OTHERS);
      await hindsight.close();
      expect(holds(home, MARK)).toEqual([]);
      if (encryptionKey !== null) {
        const clear = decrypted(home, encryptionKey);
        homes.push(clear);
        expect(holds(clear, new RegExp(OTHERS)).length).toBe(1); // the keys were the right ones
        expect(holds(clear, MARK)).toEqual([]);
      }
      expect(holds(home, /(?<![a-z])ada(?![a-z])/)).toEqual([]);
    },
  );
});
