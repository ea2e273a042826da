import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHindsight, type Hindsight } from "../../../src/hindsight.ts";
import type { Memory, NewMemory } from "../../../src/memory/types.ts";

let home: string;
let one: Hindsight;
let other: Hindsight;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-rests-"));
  const settings = {
    home,
    model: null,
    mcpConfig: null,
    encryptionKey: null,
    logLevel: "silent",
    recallCache: 0,
  } as const;
  [one, other] = [await createHindsight(settings), await createHindsight(settings)];
});
afterEach(async () => {
  await one.close();
  await other.close();
  rmSync(home, { recursive: true, force: true });
});

async function kept(memory: Memory, given: NewMemory): Promise<string> {
  const [stored] = await memory.remember(given);
  if (stored?.outcome !== "stored") throw new Error("the fixture was not stored");
  return stored.record.id;
}

test("a record that was read before shows what another handle changed, and uses leave it as it is", async () => {
  const [mine, theirs] = [one.user("ada"), other.user("ada")];
  const id = await kept(mine, { content: "Ada lives in Oslo.", verbatim: true, metadata: { from: "a form" } });
  const before = await mine.show(id);
  await mine.recall("Where does Ada live?");
  const used = await mine.show(id);
  expect(used).toEqual({
    ...before,
    accessCount: used.accessCount,
    lastAccessedAt: used.lastAccessedAt,
    importance: used.importance,
  });
  await theirs.supersede(id, { content: "Ada lives in Bergen.", verbatim: true });
  const after = await mine.show(id);
  expect(after).toMatchObject({ status: "superseded", metadata: { from: "a form" } });
  expect(after.supersededBy).not.toBeNull();
  expect(after.supersededBy).toBe((await theirs.show(id)).supersededBy);
});

test("what a caller does to a record it was given is its own affair", async () => {
  const memory = one.user("ada");
  const id = await kept(memory, {
    content: "Ada likes tea.",
    verbatim: true,
    tags: ["drinks"],
    metadata: { cups: 2 },
  });
  const given = await memory.show(id);
  given.tags.push("spoilt");
  given.metadata.cups = 3;
  expect(await memory.show(id)).toMatchObject({ tags: ["drinks"], metadata: { cups: 2 } });
});
