import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
import { ownerPath } from "../../../src/adapters/sqlite/paths.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import { daysAgo, FINGERPRINT, memory, NOW_INSTANT } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";

const homes: { home: string; remove: () => void }[] = [];
afterEach(() => {
  for (const place of homes.splice(0)) place.remove();
});

const LATER_TABLES = ["entities", "mentions", "aliases", "relations", "fence", "next_embedding", "next_vectors"];
const owner = userOwner("ada");

/** A file as the first version of the schema left it. */
function backToVersion1(path: string): void {
  const db = new Sqlite(path);
  for (const table of LATER_TABLES) db.exec(`DROP TABLE ${table}`);
  db.exec("DROP INDEX records_thread; DROP INDEX audit_at; ALTER TABLE state DROP COLUMN content");
  db.pragma("user_version = 1");
  db.close();
}

it("A5: a file made before there was a graph gets one from the memories in it, once, and loses nothing", async () => {
  const place = temporaryHome();
  homes.push(place);
  const first = createSqliteStores({ home: place.home, encryptionKey: null });
  const turn = (content: string, minutes: number, more = {}) =>
    memory(content, {
      user: "ada",
      thread: "t",
      kind: "episodic",
      type: "turn",
      happenedAt: daysAgo(1, -minutes),
      ...more,
    });
  const items = [
    turn("She has been sneezing a lot", 2),
    turn("I have a cat", 1),
    turn("她怕狗", 4),
    turn("我姐姐叫李娜", 3),
  ];
  const old = turn("My cat is black", 0, { status: "forgotten" });
  await (await first.open(owner)).insert([...items, old], FINGERPRINT);
  await first.close();
  backToVersion1(join(place.home, ownerPath(owner)));

  for (let opening = 0; opening < 2; opening++) {
    const stores = createSqliteStores({ home: place.home, encryptionKey: null });
    const store = await stores.open(owner);
    const walk = async (key: string) => {
      const seeds = [{ key, weight: 1 }];
      const hits = await store.walk({ entities: seeds, hops: 1, decay: 0.5, filter: {}, limit: 9, now: NOW_INSTANT });
      return (await store.get(hits.map(({ candidate }) => candidate.id))).map(({ content }) => content);
    };
    expect(await walk("o:user:cat")).toEqual(["I have a cat", "She has been sneezing a lot"]);
    expect(new Set(await walk("o:user:elder-sister"))).toEqual(new Set(["我姐姐叫李娜", "她怕狗"]));
    expect((await store.stats()).total).toBe(5);
    expect(await store.check()).toEqual([]);
    await stores.close();
  }
});
