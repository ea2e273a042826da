import { closeSync, existsSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { translated } from "../../../src/adapters/sqlite/errors.ts";
import { filesOf, ownerPath } from "../../../src/adapters/sqlite/paths.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import { FINGERPRINT, memory } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";

const KEY = "a key of at least sixteen characters";
const ADA = userOwner("ada");

let place: ReturnType<typeof temporaryHome>;
let path: string;
beforeEach(() => {
  place = temporaryHome();
  path = join(place.home, ownerPath(ADA));
});
afterEach(() => place.remove());

async function filled(encryptionKey: string | null): Promise<void> {
  const stores = createSqliteStores({ home: place.home, encryptionKey });
  const store = await stores.open(ADA);
  await store.insert(
    Array.from({ length: 200 }, (_, i) => memory(`memory ${i} of ada`, { user: "ada" })),
    FINGERPRINT,
  );
  await stores.close();
}

const damages: Record<string, { key: string | null; damage: () => void }> = {
  "encrypted with another key": { key: KEY, damage: () => {} },
  "overwritten at its start": {
    key: null,
    damage: () => {
      const file = openSync(path, "r+");
      writeSync(file, "no database at all, and never was one", 0);
      closeSync(file);
    },
  },
  "damaged in the middle": {
    key: null,
    damage: () => {
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(statSync(path).size - 4_096, 0xa5), 0, undefined, 4_096);
      closeSync(file);
    },
  },
  "cut to nothing": { key: null, damage: () => truncateSync(path) },
  "cut short": { key: null, damage: () => truncateSync(path, 5_000) },
};

describe("E5: what cannot be read can be erased", () => {
  for (const [what, { key, damage }] of Object.entries(damages))
    it(`a file that is ${what} is removed, and the receipt says that nobody counted`, async () => {
      await filled(key);
      damage();
      const stores = createSqliteStores({ home: place.home, encryptionKey: null });
      await expect(stores.open(ADA).then((store) => store.stats())).rejects.toMatchObject({
        code: expect.stringMatching(/WRONG_KEY|STORE_FAILED/),
      });
      const receipt = await stores.erase(ADA);
      expect(receipt).toMatchObject({ records: null, vectors: null, auditEntries: null });
      expect(receipt.files).toBeGreaterThanOrEqual(1);
      for (const file of filesOf(path)) expect(existsSync(file), file).toBe(false);
      await stores.close();
    });

  it("a folder that may not be written to is said to be that, with what to do", () => {
    for (const code of ["SQLITE_READONLY_DIRECTORY", "EROFS", "EACCES"])
      expect(translated(Object.assign(new Error("no"), { code }), "users/ada.db")).toMatchObject({
        code: "STORE_FAILED",
        message: expect.stringMatching(/may not write here/),
        hint: expect.stringMatching(/copy it to a folder of your own/),
      });
  });

  it("what a process left that ended while it made the file is removed, by the next and by an erase", async () => {
    await filled(null);
    const stores = createSqliteStores({ home: place.home, encryptionKey: null });
    await stores.erase(ADA);
    writeFileSync(`${path}.new`, "half a file of ada");
    writeFileSync(`${path}.new-wal`, "and its log");
    await (await stores.open(ADA)).close();
    expect([existsSync(`${path}.new`), existsSync(`${path}.new-wal`)]).toEqual([false, false]);
    writeFileSync(`${path}.new`, "half a file of ada");
    await stores.erase(ADA);
    expect(existsSync(`${path}.new`)).toBe(false);
    await stores.close();
  });

  it("a write-ahead log that an interrupted erase left behind is removed too", async () => {
    await filled(null);
    const stores = createSqliteStores({ home: place.home, encryptionKey: null });
    await stores.erase(ADA);
    writeFileSync(`${path}-wal`, "words of ada");
    expect(await stores.erase(ADA)).toMatchObject({ records: 0, files: 1 });
    expect(existsSync(`${path}-wal`)).toBe(false);
    await stores.close();
  });
});
