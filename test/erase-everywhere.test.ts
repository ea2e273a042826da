import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { fileKey } from "../src/adapters/sqlite/connection.ts";
import { createAgent } from "../src/agent/graph.ts";
import { ownerKey, sharedOwner } from "../src/domain/scope.ts";
import { createHindsight, type Hindsight } from "../src/hindsight.ts";
import { STEPS } from "../src/memory/consolidate/upkeep.ts";
import { silentLog } from "../src/ports/log.ts";

const DAY = 86_400_000;
const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A folder whose every byte can be searched. */
function holds(folder: string, text: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => text.test(readFileSync(path).toString("latin1")));
}

/** A copy of the home in clear. Free pages are not decrypted: the test without a key searches those. */
function decrypted(home: string, key: string): string {
  const copy = mkdtempSync(join(tmpdir(), "hindsight-clear-"));
  homes.push(copy);
  cpSync(home, copy, { recursive: true });
  const labels = new Map([
    ["hindsight.db", "ledger"],
    ["threads.db", "threads"],
    [`${ownerKey(sharedOwner("team"))}.db`, `shared ${ownerKey(sharedOwner("team"))}`],
  ]);
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    const label = labels.get(entry.name);
    if (label === undefined) continue;
    const db = new Sqlite(join(entry.parentPath, entry.name));
    db.pragma(`key = 'raw:${fileKey(key, label)}'`);
    db.pragma("journal_mode = DELETE");
    db.pragma("rekey = ''");
    db.close();
  }
  return copy;
}

/** Everything that may hold something of a user: talk, statements, episodes, summaries, dead letters, queue, leases. */
async function live(hindsight: Hindsight, pass: (ms: number) => void): Promise<void> {
  const ada = hindsight.user("ada", { namespaces: ["team"] });
  const agent = createAgent({
    memory: hindsight,
    model: await hindsight.chatModel(),
    checkpointer: await hindsight.checkpointer(),
  });
  const run = { configurable: { thread_id: "zanzibarthread" }, context: { user_id: "ada" } };
  for (const content of ["I'm allergic to zanzibarnuts.", "My dog is called Zanzibardog.", "What is my dog called?"])
    await agent.invoke({ messages: [{ role: "user", content }] }, run);
  for (let i = 0; i < 6; i++)
    for (const namespace of ["private", "team"])
      await ada.remember({
        content: `Booked the zanzibarboat for ${i + 2} people, trip number ${i}`,
        kind: "episodic",
        type: "task",
        verbatim: true,
        thread: `zanzibartrip ${namespace} ${i}`,
        namespace,
      });
  await hindsight
    .user("bo", { namespaces: ["team"] })
    .remember({ content: "I prefer quietcarriages", namespace: "team" });
  await ada.remember({ content: "I prefer zanzibarseats" });
  await ada.remember({ content: "I no longer prefer zanzibarseats" });
  await hindsight.ledger.addDeadLetter({
    at: new Date(0).toISOString(),
    user: "ada",
    thread: "zanzibarthread",
    job: "reflect",
    reason: "not_json",
    detail: "zanzibar",
    model: "m",
    rung: "prompt",
    raw: "zanzibarraw",
    input: "zanzibarinput",
  });
  pass(60 * DAY);
  const upkeep = await hindsight.upkeep();
  for (const owner of await upkeep.owners()) {
    const begun = await upkeep.begin(owner);
    if (typeof begun === "string") throw new Error(begun);
    for (const step of STEPS) await begun.step(step);
    await begun.end(owner.kind === "shared"); // ada's is left in the middle, with its cursor
  }
}

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
      const nothing = { apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null };
      const hindsight = await createHindsight({
        ...nothing,
        home,
        encryptionKey,
        embeddingModel: null,
        mcpConfig: null,
        timeZone: "Europe/Oslo",
        log: silentLog,
        clock: { now: () => now },
      });
      await live(hindsight, (ms) => {
        now += ms;
      });
      const text = /zanzibar/i;
      if (encryptionKey === null) expect(holds(home, text).length).toBeGreaterThan(2);
      else expect(holds(home, text)).toEqual([]);

      const receipt = await hindsight.user("ada").erase();
      expect(receipt.left).toEqual([]);
      expect(receipt.erased).toMatchObject({ deadLetters: 1, leases: expect.any(Number), threads: expect.any(Number) });
      expect(receipt.erased.records).toBeGreaterThanOrEqual(16);
      expect(receipt.erased.checkpoints).toBeGreaterThan(0);
      expect(holds(home, text)).toEqual([]); // while every file is open, logs and shared memory included
      const bo = hindsight.user("bo", { namespaces: ["team"] });
      expect((await bo.recall("which carriages do I prefer?")).results[0]?.record.content).toContain("quietcarriages");
      await hindsight.close();
      expect(holds(home, text)).toEqual([]);
      if (encryptionKey !== null) {
        const clear = decrypted(home, encryptionKey);
        expect(holds(clear, /quietcarriages/).length).toBe(1); // the keys were the right ones
        expect(holds(clear, text)).toEqual([]);
      }
      expect(holds(home, /(?<![a-z])ada(?![a-z])/)).toEqual([]);
    },
  );
});
