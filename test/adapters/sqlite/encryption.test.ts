import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { afterEach, describe, expect, it } from "vitest";
import { createSqliteCheckpoints } from "../../../src/adapters/sqlite/checkpoints.ts";
import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { encodeTerm } from "../../../src/adapters/sqlite/posting-lists.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import { FINGERPRINT, memory, NOW_INSTANT } from "../../conformance/fixtures.ts";
import { KEY, temporaryHome } from "./places.ts";

const USER = "veronica.quartermaine@example.org";
/** The index writes a term without what it has in common with the one before. */
const encodedEnd = encodeTerm("-7719-zx");
const TEXT = "Quetzalcoatlus fossils, order ORD-7719-ZX, 我对花生过敏, zymurgy_club.";
const THREAD = "thread-kumquat-77";

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? everyFile(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** Writes everything that can be written, then reads every file while all is open and again once all is closed. */
async function everythingOnDisk(home: string, encryptionKey: string | null) {
  const stores = createSqliteStores({ home, encryptionKey });
  const ledger = createSqliteLedger({ home, encryptionKey });
  const checkpoints = createSqliteCheckpoints({ home, encryptionKey });
  const store = await stores.open(userOwner(USER));
  const items = Array.from({ length: 200 }, (_, i) =>
    memory(`${TEXT} ${i}`, {
      user: USER,
      thread: THREAD,
      speaker: "Veronica",
      tags: ["tagged"],
      entities: ["Ankylosaur"],
    }),
  );
  await store.insert(items, FINGERPRINT);
  await store.audit({ at: NOW_INSTANT, actor: USER, action: "write", id: null, detail: "auditdetail" });
  await ledger.noteOwner(userOwner(USER), NOW_INSTANT);
  await ledger.noteThread(USER, THREAD, NOW_INSTANT);
  await ledger.addDeadLetter({
    ...{ at: NOW_INSTANT, user: USER, thread: THREAD, job: "reflect", reason: "not_json", detail: "", model: "m" },
    ...{ rung: "prompt", raw: TEXT, input: TEXT },
  });
  const configurable = { thread_id: THREAD, checkpoint_ns: "" };
  const checkpoint = { ...emptyCheckpoint(), channel_values: { messages: [TEXT] } };
  const config = await checkpoints.saver.put(
    { configurable },
    checkpoint,
    { source: "input", step: -1, parents: {} },
    {},
  );
  await checkpoints.saver.putWrites(config, [["messages", TEXT]], "task");
  const read = () => everyFile(home).map((file) => ({ file, bytes: readFileSync(file) }));
  const open = read();
  await checkpoints.close();
  await ledger.close();
  await stores.close();
  const terms = Array.from(new Set(items[0]!.terms)).filter((term) => Buffer.byteLength(term) >= 6);
  const traces = [
    ...[
      TEXT,
      USER,
      THREAD,
      "Veronica",
      "Quetzalcoatlus",
      "我对花生",
      "tagged",
      "Ankylosaur",
      "auditdetail",
      FINGERPRINT.model,
    ],
    ...[...terms, ...terms.map(encodeTerm), encodedEnd, "CREATE TABLE", "SQLite format 3"].flatMap((text) => [
      text,
      text.toLowerCase(),
    ]),
  ].filter((text) => Buffer.byteLength(text) > 4);
  return {
    files: [...open, ...read()],
    traces,
    vectors: items.slice(0, 5).map(({ vector }) => Buffer.from(vector.buffer)),
  };
}

describe("encryption at rest", () => {
  let remove = () => {};
  afterEach(() => remove());

  it("G4: with a key, no file (store, ledger, threads, their logs) holds content, terms, vectors or owner in clear", async () => {
    const place = temporaryHome();
    remove = place.remove;
    const { files, traces, vectors } = await everythingOnDisk(place.home, KEY);
    for (const ending of ["-wal", "hindsight.db", "threads.db", "hindsight.db-wal", "threads.db-wal"])
      expect(
        files.some(({ file, bytes }) => file.endsWith(ending) && bytes.length > 4096),
        ending,
      ).toBe(true);
    for (const { file, bytes } of files) {
      for (const trace of traces) expect(bytes.includes(trace), `"${trace}" in ${file}`).toBe(false);
      for (const vector of vectors) {
        expect(bytes.includes(vector), `a vector in ${file}`).toBe(false);
        expect(bytes.includes(vector.subarray(0, 12)), `part of a vector in ${file}`).toBe(false);
      }
    }
    const names = files.map(({ file }) => file).join("\n");
    expect(names).not.toContain("veronica");
    expect(existsSync(place.home)).toBe(true);
  });

  it("without a key the same search finds every one of these traces: it would have noticed", async () => {
    const place = temporaryHome();
    remove = place.remove;
    const { files, traces, vectors } = await everythingOnDisk(place.home, null);
    const all = Buffer.concat(files.map(({ bytes }) => bytes));
    for (const vector of vectors) expect(all.includes(vector)).toBe(true);
    const found = traces.filter((trace) => all.includes(trace));
    expect(found).toEqual(expect.arrayContaining([TEXT, USER, THREAD, "我对花生", "Ankylosaur", "auditdetail"]));
    expect(found).toContain(encodedEnd);
  });
});
