import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOwnerFile, type OwnerFile, openFile } from "../../../src/adapters/sqlite/file.ts";
import { get } from "../../../src/adapters/sqlite/reads.ts";
import * as graph from "../../../src/adapters/sqlite/walk.ts";
import { insert, patch, touch } from "../../../src/adapters/sqlite/writes.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import { around, keyword } from "../../../src/owner-image/reads.ts";
import { asking, FINGERPRINT, memory, NOW_INSTANT } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";

describe("one snapshot a read", () => {
  let place: ReturnType<typeof temporaryHome>;
  let ours: OwnerFile;
  let theirs: OwnerFile;
  const write = (file: OwnerFile, content: string) => {
    const item = memory(content);
    insert(file, [item], FINGERPRINT);
    return item.record.id;
  };
  beforeEach(() => {
    place = temporaryHome();
    makeOwnerFile(place.home, userOwner("ada"), null);
    [ours, theirs] = [1, 2].map(() => openFile(place.home, userOwner("ada"), null)) as [OwnerFile, OwnerFile];
  });
  afterEach(() => {
    ours.close();
    theirs.close();
    place.remove();
  });

  it("a read that began on what is in memory begins anew when the file changes before its first statement", () => {
    write(ours, "pears are ripe");
    ours.read(() => keyword(ours, asking("pears")));
    let runs = 0;
    const found = ours.read(() => {
      const before = ours.image().records;
      if (runs++ === 0) write(theirs, "plums are ripe");
      return { before, plums: keyword(ours, asking("plums")).hits.length };
    });
    expect({ runs, found }).toEqual({ runs: 2, found: { before: 2, plums: 1 } });
  });

  it("a read that needs no statement sees one state from its beginning to its end", () => {
    const id = write(ours, "pears are ripe");
    ours.read(() => keyword(ours, asking("pears")));
    const seen = ours.read(() => {
      const before = keyword(ours, asking("pears")).hits.length;
      patch(theirs, id, { status: "forgotten" });
      return [before, keyword(ours, asking("pears")).hits.length];
    });
    expect(seen).toEqual([1, 1]);
    expect(ours.read(() => keyword(ours, asking("pears"))).hits).toEqual([]);
  });

  it("what a write of our own changed is seen at once, also a use that was counted", () => {
    const id = write(ours, "pears are ripe");
    const uses = () => ours.read(() => keyword(ours, asking("pears"))).hits[0]?.candidate.accessCount;
    expect(uses()).toBe(0);
    touch(ours, [id], NOW_INSTANT, 0.01);
    expect(uses()).toBe(1);
    touch(theirs, [id], NOW_INSTANT, 0.01);
    expect(uses()).toBe(2);
    expect(ours.read(() => get(ours, [id]))[0]?.accessCount).toBe(2);
  });

  it("a name that another process made known is a name here", () => {
    const query = { names: ["mochi"], filter: {}, limit: 5, now: NOW_INSTANT };
    const named = () => ours.read(() => graph.entitiesNamed(ours, query)).map(({ key }) => key);
    expect(named()).toEqual([]);
    const mention = { key: "o:user:cat", name: "cat", type: "animal" as const, weight: 1, aliases: ["Mochi"] };
    insert(theirs, [{ ...memory("my cat Mochi"), mentions: [mention] }], FINGERPRINT);
    expect(named()).toEqual(["o:user:cat"]);
  });

  it("a failing read leaves no transaction open", () => {
    const id = write(ours, "pears are ripe");
    const failing = () => {
      get(ours, [id]);
      throw new Error("no");
    };
    expect(() => ours.read(failing)).toThrow("no");
    expect(ours.db.inTransaction).toBe(false);
    expect(ours.read(() => around(ours, [id], 2))).toEqual([]);
  });
});
