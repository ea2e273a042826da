import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPool } from "../../../src/adapters/sqlite/pool.ts";
import { nearest } from "../../../src/adapters/sqlite/reads.ts";
import { insert } from "../../../src/adapters/sqlite/writes.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import { FINGERPRINT, memory, near } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";

describe("files kept open", () => {
  let place: ReturnType<typeof temporaryHome>;
  beforeEach(() => {
    place = temporaryHome();
  });
  afterEach(() => place.remove());

  it("those used longest ago are closed when all together take too much memory, never the one in use", () => {
    const pool = createPool({ home: place.home, encryptionKey: null, maxOpen: 10, maxBytes: 20_000 });
    const used = (user: string) => {
      const file = pool.open(userOwner(user));
      const items = Array.from({ length: 30 }, (_, i) => memory(`${user} ${i}`, { user }));
      if (!pool.exists(userOwner(user))) insert(file, items, FINGERPRINT);
      file.read(() => nearest(file, near("1")));
      return pool.open(userOwner(user));
    };
    const [ada, bo] = [used("ada"), used("bo")];
    expect(ada.bytes()).toBeGreaterThan(20_000 / 2);
    expect([ada.db.open, bo.db.open]).toEqual([false, true]);
    const again = used("ada");
    expect([again.db.open, bo.db.open]).toEqual([true, false]);
    pool.close();
    expect(again.db.open).toBe(false);
  });
});
