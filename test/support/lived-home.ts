import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createBuiltinEmbedder } from "../../src/adapters/builtin/embedder.ts";
import { fileKey } from "../../src/adapters/sqlite/connection.ts";
import { ownerKey, sharedOwner, userOwner } from "../../src/domain/scope.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { STEPS } from "../../src/memory/consolidate/upkeep.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { silentLog } from "../../src/ports/log.ts";

const DAY = 86_400_000;
/** In everything that is ada's, and in nothing else; also as UTF-16 it would be found by its Latin letters. */
export const MARK = /zanzibar/i;
/** What bo wrote to the namespace that ada shares with him. */
export const OTHERS = "quietcarriages";
const NAMESPACES = ["team", "solo"];

/** Hindsight without a model on that home; `now` is its clock. */
export const openHindsight = (
  home: string,
  encryptionKey: string | null,
  now: () => number,
  embedder?: Embedder,
): Promise<Hindsight> =>
  createHindsight({
    ...(embedder === undefined ? {} : { embedder }),
    ...{ apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null },
    home,
    encryptionKey,
    embeddingModel: null,
    mcpConfig: null,
    timeZone: "Europe/Oslo",
    workers: 0,
    log: silentLog,
    clock: { now },
  });

/** The built-in embedder under another name: the same vectors, and another model to whoever looks at the name. */
export function renamedEmbedder(): Embedder {
  const builtin = createBuiltinEmbedder();
  return { ...builtin, fingerprint: async () => ({ ...(await builtin.fingerprint()), model: "renamed" }) };
}

/** Upkeep of that user, whole; `between` runs before each step. @throws Error when another run holds the memory */
export async function keepUp(hindsight: Hindsight, user: string, between: () => void = () => undefined): Promise<void> {
  const begun = await (await hindsight.upkeep()).begin(userOwner(user));
  if (typeof begun === "string") throw new Error(`upkeep is ${begun}`);
  let complete = false;
  try {
    for (const step of STEPS) {
      between();
      await begun.step(step);
    }
    complete = true;
  } finally {
    await begun.end(complete);
  }
}

/** The files of a folder that hold that text anywhere: free pages, logs and shared memory included. */
export function holds(folder: string, text: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => text.test(readFileSync(path).toString("latin1")));
}

/** A copy of the home in clear. Free pages are not decrypted: the tests without a key search those. */
export function decrypted(home: string, key: string): string {
  const copy = mkdtempSync(join(tmpdir(), "hindsight-clear-"));
  cpSync(home, copy, { recursive: true });
  const labels = new Map([
    ["hindsight.db", "ledger"],
    ["threads.db", "threads"],
    ...NAMESPACES.map((name) => {
      const owner = ownerKey(sharedOwner(name));
      return [`${owner}.db`, `shared ${owner}`] as const;
    }),
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

/**
 * Everything that may hold something of ada: talk, statements, episodes, summaries, shared namespaces (one with bo, one
 * hers alone), tool outputs, dead letters, queued work, leases.
 */
export async function live(hindsight: Hindsight, pass: (ms: number) => void): Promise<void> {
  const ada = hindsight.user("ada", { namespaces: NAMESPACES });
  const { createAgent } = await import("../../src/agent/graph.ts"); // the processes that are killed do without it
  const agent = createAgent({
    memory: hindsight,
    model: await hindsight.chatModel(),
    checkpointer: await hindsight.checkpointer(),
  });
  const run = { configurable: { thread_id: "zanzibarthread" }, context: { user_id: "ada" } };
  for (const content of ["I'm allergic to zanzibarnuts.", "My dog is called Zanzibardog.", "What is my dog called?"])
    await agent.invoke({ messages: [{ role: "user", content }] }, run);
  await hindsight.drain();
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
  await ada.remember({ content: "I sail from zanzibarharbour", namespace: "solo" });
  await hindsight.user("bo", { namespaces: ["team"] }).remember({ content: `I prefer ${OTHERS}`, namespace: "team" });
  await ada.keepOutput({
    tool: "browser",
    text: "the page about zanzibar ".repeat(500),
    thread: "zanzibarthread",
    key: "zanzibarpage",
  });
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
  await ada.rememberLater({ content: "I also like zanzibarqueues" });
}
