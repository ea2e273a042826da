import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, fileKey } from "../../../src/adapters/sqlite/connection.ts";
import { translated } from "../../../src/adapters/sqlite/errors.ts";
import { openFile } from "../../../src/adapters/sqlite/file.ts";
import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { filesOf, ownerPath } from "../../../src/adapters/sqlite/paths.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { insert } from "../../../src/adapters/sqlite/writes.ts";
import { ownerKey, userOwner } from "../../../src/domain/scope.ts";
import type { MemoryStore, StoreProvider } from "../../../src/ports/store.ts";
import { asking, FINGERPRINT, memory } from "../../conformance/fixtures.ts";
import { KEY, temporaryHome } from "./places.ts";

const ADA = userOwner("ada");

describe("files of the embedded store", () => {
  let place: ReturnType<typeof temporaryHome>;
  let providers: StoreProvider[];
  const stores = (encryptionKey: string | null = null, maxOpen = 256) => {
    const provider = createSqliteStores({ home: place.home, encryptionKey, maxOpen });
    providers.push(provider);
    return provider;
  };
  const pathOf = (id: string) => join(place.home, ownerPath(userOwner(id)));
  const filled = async (user = "ada", encryptionKey: string | null = null): Promise<StoreProvider> => {
    const provider = stores(encryptionKey);
    await write(await provider.open(userOwner(user)), `a memory of ${user}`);
    return provider;
  };
  const write = (store: MemoryStore, text: string) =>
    store.insert([memory(text, { user: store.owner.id })], FINGERPRINT);

  beforeEach(() => {
    place = temporaryHome();
    providers = [];
  });
  afterEach(async () => {
    for (const provider of providers) await provider.close();
    place.remove();
  });

  it("a user's memory is one file named after the owner's key, readable by this user of the machine only", async () => {
    await filled();
    const path = pathOf("ada");
    expect(path.endsWith(join("users", ownerKey(ADA).slice(0, 2), `${ownerKey(ADA)}.db`))).toBe(true);
    for (const file of filesOf(path)) expect(statSync(file).mode & 0o777, file).toBe(0o600);
    for (let folder = dirname(path); folder !== place.home; folder = dirname(folder))
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700);
  });

  it("G1: a file put in another user's place is refused with WRONG_OWNER", async () => {
    await (await filled("eve")).close();
    await (await filled("ada")).close();
    renameSync(pathOf("eve"), pathOf("ada"));
    await expect(stores().open(ADA)).rejects.toMatchObject({ code: "WRONG_OWNER", hint: expect.any(String) });
    await expect(stores().erase(ADA)).rejects.toMatchObject({ code: "WRONG_OWNER" });
    expect(existsSync(pathOf("ada"))).toBe(true);
  });

  it("G4: another key, no key, or a key for a file in clear is WRONG_KEY, and the file stays as it is", async () => {
    await (await filled("ada", KEY)).close();
    const before = readFileSync(pathOf("ada"));
    for (const key of [null, `${KEY}!`]) {
      await expect(stores(key).open(ADA)).rejects.toMatchObject({
        code: "WRONG_KEY",
        hint: expect.stringContaining("HINDSIGHT_ENCRYPTION_KEY"),
      });
    }
    expect(readFileSync(pathOf("ada")).equals(before)).toBe(true);
    expect((await (await stores(KEY).open(ADA)).stats()).total).toBe(1);
    await (await filled("bo")).close();
    await expect(stores(KEY).open(userOwner("bo"))).rejects.toMatchObject({ code: "WRONG_KEY" });
    await createSqliteLedger({ home: place.home, encryptionKey: KEY }).noteOwner(ADA, "2026-11-30T12:00:00.000Z");
    await expect(createSqliteLedger({ home: place.home, encryptionKey: null }).owners()).rejects.toMatchObject({
      code: "WRONG_KEY",
    });
  });

  it("G4: every file has a key of its own, so one user's file cannot be read in another's place", async () => {
    expect(fileKey(KEY, "user a")).not.toBe(fileKey(KEY, "user b"));
    expect(fileKey(KEY, "user a")).toMatch(/^[0-9a-f]{64}$/);
    await (await filled("eve", KEY)).close();
    await (await filled("ada", KEY)).close();
    renameSync(pathOf("eve"), pathOf("ada"));
    await expect(stores(KEY).open(ADA)).rejects.toMatchObject({ code: "WRONG_KEY" });
  });

  it("a file of a newer hindsight is refused and not touched", async () => {
    await (await filled()).close();
    const db = new Sqlite(pathOf("ada"));
    db.pragma("user_version = 99");
    db.close();
    await expect(stores().open(ADA)).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("99"),
      hint: expect.stringContaining("Update hindsight"),
    });
  });

  it("a SQLite file of something else, and a file that is none, are refused", async () => {
    await (await filled()).close();
    rmSync(pathOf("ada"));
    const db = new Sqlite(pathOf("ada"));
    db.exec("CREATE TABLE someone_elses (x)");
    db.close();
    await expect(stores().open(ADA)).rejects.toMatchObject({ code: "STORE_FAILED" });
    rmSync(pathOf("ada"));
    writeFileSync(pathOf("ada"), "no database at all, only text, but long enough to be looked at by SQLite".repeat(20));
    await expect(stores().open(ADA)).rejects.toMatchObject({ code: "WRONG_KEY" });
  });

  it("a damaged file is STORE_FAILED with what to do, or found by check; never an answer that is wrong in silence", async () => {
    const provider = stores();
    const store = await provider.open(ADA);
    await store.insert(
      Array.from({ length: 300 }, (_, i) => memory(`memory number ${i} of many`, { user: "ada" })),
      FINGERPRINT,
    );
    expect(await store.check()).toEqual([]);
    await provider.close();
    const bytes = readFileSync(pathOf("ada"));
    bytes.fill(0xaa, 4096 * 3);
    writeFileSync(pathOf("ada"), bytes);
    await expect(
      (async () => {
        const damaged = await stores().open(ADA);
        const problems = await damaged.check();
        if (problems.length === 0) await damaged.keyword(asking("number"));
        throw Object.assign(new Error(problems.join()), { code: "STORE_FAILED", hint: "found by check" });
      })(),
    ).rejects.toMatchObject({ code: "STORE_FAILED", hint: expect.any(String) });
  });

  it("check tells which memory is missing from which index", async () => {
    const provider = await filled();
    const store = await provider.open(ADA);
    const [record] = await store.list({}, { limit: 1 });
    const db = connect({ path: pathOf("ada"), key: null, create: false, synchronous: "FULL" });
    db.exec("DELETE FROM vectors; DELETE FROM keywords");
    db.close();
    const problems = await store.check();
    expect(problems.length).toBe(2);
    for (const problem of problems) expect(problem).toContain(record?.id);
  });

  it("a full disk is DISK_FULL; nothing is lost, nothing half written, and writing goes on once there is room", async () => {
    const provider = await filled();
    const store = await provider.open(ADA);
    // a limit on pages stands for the disk's; it is one connection's own, so this test opens one
    const file = openFile(place.home, ADA, null);
    const pages = file.db.pragma("page_count", { simple: true }) as number;
    file.db.pragma(`max_page_count = ${pages + 3}`);
    const acknowledged: string[] = [];
    let failure: unknown = null;
    for (let i = 0; failure === null && i < 1_000; i++) {
      const item = memory(`filling the disk ${i} ${"x".repeat(500)}`, { user: "ada" });
      try {
        insert(file, [item], FINGERPRINT);
        acknowledged.push(item.record.id);
      } catch (error) {
        failure = translated(error, file.name);
      }
    }
    expect(failure).toMatchObject({ code: "DISK_FULL", hint: expect.stringContaining("Free disk space") });
    file.db.pragma("max_page_count = 100000");
    const last = memory("room again", { user: "ada" });
    insert(file, [last], FINGERPRINT);
    file.close();
    expect(acknowledged.length).toBeGreaterThan(0);
    const kept = (await store.list({}, { limit: 2_000 })).filter(({ content }) => content !== "a memory of ada");
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([...acknowledged, last.record.id]));
    expect(await store.check()).toEqual([]);
  });

  it("an acknowledged write is synced to the disk; a mere use is not, and leaves the next write as safe as before", async () => {
    await filled();
    const file = openFile(place.home, ADA, null);
    const during: unknown[] = [];
    const level = () => file.db.pragma("synchronous", { simple: true });
    file.write(() => during.push(level()));
    file.write(() => during.push(level()), { durable: false });
    expect(() =>
      file.write(
        () => {
          throw new Error("undone");
        },
        { durable: false },
      ),
    ).toThrow("undone");
    file.write(() => during.push(level()));
    file.close();
    expect(during).toEqual([2, 1, 2]); // FULL, NORMAL, FULL
  });

  it("E5: erasing removes file, write-ahead log and shared memory, and leaves the others alone", async () => {
    const provider = await filled("ada");
    await write(await provider.open(userOwner("bo")), "bo stays");
    const receipt = await provider.erase(ADA);
    expect(receipt.files).toBeGreaterThanOrEqual(1);
    for (const file of filesOf(pathOf("ada"))) expect(existsSync(file), file).toBe(false);
    expect((await (await provider.open(userOwner("bo"))).stats()).total).toBe(1);
    expect(readdirSync(dirname(pathOf("ada")))).toEqual([]);
  });

  it("E5: a log left behind by an erase that was cut short does not bring anything back", async () => {
    const provider = await filled("ada");
    const path = pathOf("ada");
    const log = readFileSync(`${path}-wal`); // everything is still in the log here
    expect(log.includes("a memory of ada")).toBe(true);
    await provider.erase(ADA);
    writeFileSync(`${path}-wal`, log);
    expect((await (await stores().open(ADA)).stats()).total).toBe(0);
  });

  it("a file removed by hand under an open handle is CLOSED, not a write into nowhere", async () => {
    const provider = await filled("ada");
    const store = await provider.open(ADA);
    for (const file of filesOf(pathOf("ada"))) rmSync(file, { force: true });
    await expect(write(store, "into nowhere")).rejects.toMatchObject({ code: "CLOSED" });
    await write(await provider.open(ADA), "found again");
    await expect(store.stats()).rejects.toMatchObject({ code: "CLOSED" });
    expect((await (await stores().open(ADA)).stats()).total).toBe(1);
  });

  it("forgotten words do not stay behind in the file after they were replaced or erased", async () => {
    const store = await stores().open({ kind: "shared", id: "team" });
    const secret = memory("the xylophonist plays", { user: "ada", namespace: "team", summary: "gravimetric" });
    await store.insert([secret, memory("bo stays", { user: "bo", namespace: "team" })], FINGERPRINT);
    const raw = () => {
      const path = join(place.home, ownerPath(store.owner));
      return Buffer.concat(filesOf(path).flatMap((file) => (existsSync(file) ? [readFileSync(file)] : [])));
    };
    const traces = ["xylophonist", "gravimetric", secret.terms[0]!, Buffer.from(secret.vector.buffer)];
    for (const trace of traces) expect(raw().includes(trace), String(trace)).toBe(true);
    await store.eraseWrittenBy("ada");
    for (const trace of traces) expect(raw().includes(trace), String(trace)).toBe(false);
    expect(raw().includes("bo stays")).toBe(true);
  });
});
