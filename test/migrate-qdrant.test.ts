import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openQdrant } from "../src/adapters/qdrant/stores.ts";
import { createSqliteLedger } from "../src/adapters/sqlite/ledger.ts";
import { userOwner } from "../src/domain/scope.ts";
import type { Side } from "../src/memory/migrate/migrate.ts";
import { type MigrationOptions, migrateBetween } from "../src/migrate.ts";
import { silentLog } from "../src/ports/log.ts";
import { readSettings } from "../src/settings.ts";
import { FINGERPRINT } from "./conformance/fixtures.ts";
import {
  clock,
  everything,
  fill,
  make,
  move,
  newHome,
  type OpenSide,
  OWNERS,
  remove,
  sideOf,
  watched,
} from "./memory/migrate/sides.ts";
import { type Qdrant, startQdrant } from "./support/qdrant/index.ts";
import { redisMissing, startRedis } from "./support/redis.ts";

let qdrant: Qdrant;
beforeAll(async () => {
  qdrant = await startQdrant();
});
afterAll(() => qdrant?.close());

const homes: string[] = [];
const opened: { close(): Promise<void> }[] = [];
let from: OpenSide;
let prefix: string;
const home = () => {
  homes.push(newHome());
  return homes.at(-1)!;
};
const folder = (at = home()) => {
  const side = sideOf(at, null);
  opened.push(side);
  return side;
};
/** What is in Qdrant, and beside it the ledger of a folder. */
const server = (ledgerHome = home()): Side => {
  const { stores, outputs } = openQdrant({ url: qdrant.url, key: qdrant.apiKey ?? null, prefix, timeoutMs: 5_000 });
  const ledger = createSqliteLedger({ home: ledgerHome, encryptionKey: null });
  opened.push(stores, ledger);
  return { name: `qdrant ${prefix}`, stores, ledger, outputs };
};
beforeEach(async () => {
  prefix = `move_${randomUUID().slice(0, 8)}`;
  from = folder();
  await fill(from);
});
afterEach(async () => {
  const side = server();
  for (const owner of OWNERS) await side.stores.erase(owner);
  for (const one of opened.splice(0)) await one.close();
  for (const one of homes.splice(0)) remove(one);
  expect(qdrant.violations()).toEqual([]); // each request and answer is what Qdrant's OpenAPI document says
});

const allSame = (moved: readonly { outcome: string; problems: string[] }[]) =>
  expect(moved.map(({ outcome, problems }) => [outcome, problems])).toEqual(moved.map(() => ["same", []]));

describe("moving to Qdrant and back", () => {
  it("files, Qdrant, files: what comes back is what was sent, to the last bit", async () => {
    const before = await everything(from);
    const options: MigrationOptions = {
      user: undefined,
      dryRun: false,
      leaveQueue: false,
      signal: new AbortController().signal,
    };
    const keys = { fromKey: null, toKey: null };
    const [ledgerHome, back] = [home(), home()];
    const settings = readSettings({ HINDSIGHT_HOME: ledgerHome });
    const url = `${qdrant.url}?prefix=${prefix}`;
    const parts = { clock, log: silentLog };
    const key = { ...keys, toKey: qdrant.apiKey ?? null };
    const there = await migrateBetween({ from: from.home, to: url, ...key }, settings, parts, options);
    allSame(there.owners);
    expect(await everything(server(ledgerHome))).toEqual(before);
    const route = { from: url, to: back, ...keys, fromKey: qdrant.apiKey ?? null };
    const again = await migrateBetween(route, settings, parts, options);
    expect(again.owners.map(({ checksum }) => checksum)).toEqual(there.owners.map(({ checksum }) => checksum));
    allSame(again.owners);
    expect(await everything(folder(back))).toEqual(before);
  });

  it.skipIf(redisMissing !== null)("with REDIS_URL the ledger moves into Redis, and back into files", async () => {
    const redis = await startRedis();
    opened.push({ close: redis.remove });
    const before = await everything(from);
    const settings = readSettings({ HINDSIGHT_HOME: home(), REDIS_URL: redis.url });
    const options: MigrationOptions = {
      user: undefined,
      dryRun: false,
      leaveQueue: false,
      signal: new AbortController().signal,
    };
    const url = `${qdrant.url}?prefix=${prefix}`;
    const key = qdrant.apiKey ?? null;
    const parts = { clock, log: silentLog };
    const there = { from: from.home, to: url, fromKey: null, toKey: key };
    allSame((await migrateBetween(there, settings, parts, options)).owners);
    const back = home();
    const again = { from: url, to: back, fromKey: key, toKey: null };
    allSame((await migrateBetween(again, settings, parts, options)).owners);
    expect(await everything(folder(back))).toEqual(before);
  });

  it("with one ledger on both sides, memories and tool outputs move and the ledger stays as it is", async () => {
    const settings = readSettings({ HINDSIGHT_HOME: from.home });
    const options: MigrationOptions = {
      user: "ada",
      dryRun: false,
      leaveQueue: false,
      signal: new AbortController().signal,
    };
    const route = {
      from: from.home,
      to: `${qdrant.url}?prefix=${prefix}`,
      fromKey: null,
      toKey: qdrant.apiKey ?? null,
    };
    const before = await everything(from);
    allSame((await migrateBetween(route, settings, { clock, log: silentLog }, options)).owners);
    expect(await everything(from)).toEqual(before);
    expect((await everything(server(from.home))).memories[0]).toEqual(before.memories[0]);
  });

  it("what was written in Qdrant first moves to files, and a name has one way of being written there too", async () => {
    const side = server();
    const store = await side.stores.open(userOwner("ada"));
    const item = make(store, "ANNA called.");
    const other = make(store, "Anna came.");
    const mention = { key: "n:anna", name: "ANNA", type: "other", weight: 1, aliases: ["Ann", "ann"] } as const;
    const twice = { from: "n:anna", to: "n:anna", relation: "is", weight: 1 };
    await store.insert([{ ...other, mentions: [{ ...mention, name: "Anna", type: "person" }] }], FINGERPRINT);
    await store.insert([{ ...item, mentions: [mention, mention], relations: [twice] }], FINGERPRINT);
    await side.ledger.noteOwner(userOwner("ada"), new Date().toISOString());
    allSame(await move(side, folder()));
  });

  it("stopped before calls of the Qdrant side, the next run completes it", async () => {
    const before = (await everything(from)).memories[0];
    const ledgerHome = home();
    for (let n = 3, ended = false; !ended; n += 5) {
      let count = 0;
      const crashing = watched(server(ledgerHome), () => {
        if (++count === n) throw new Error("stopped");
      });
      ended = await move(from, crashing, { user: "ada" }).then(
        (moved) => {
          allSame(moved);
          return true;
        },
        (error: Error) => {
          expect(error.message).toBe("stopped");
          return false;
        },
      );
    }
    expect((await everything(server(ledgerHome))).memories[0]).toEqual(before);
  });
});
