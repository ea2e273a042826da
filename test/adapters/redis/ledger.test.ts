import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRedisLedger } from "../../../src/adapters/redis/ledger.ts";
import { NOW_INSTANT } from "../../conformance/fixtures.ts";
import { ledgerConformance } from "../../conformance/ledger.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { connected, KEY } from "./places.ts";

describe.skipIf(redisMissing !== null)("the ledger in Redis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ cluster: true });
  });
  afterAll(() => server.remove());
  const open = (encryptionKey: string | null = null) =>
    createRedisLedger({ connection: connected(server), encryptionKey });

  for (const encryptionKey of [null, KEY])
    ledgerConformance(encryptionKey === null ? "redis" : "redis, encrypted", async () => ({
      ledger: () => open(encryptionKey),
      remove: () => server.flush(),
    }));

  it("E5: of an erased user no key and no word is left", async () => {
    const ledger = open();
    await ledger.noteThread("ada", "her thread", NOW_INSTANT);
    await ledger.noteNamespace("ada", "team");
    await ledger.addRefusals("ada", { greeting: 1 });
    await ledger.takeLease("upkeep", "ada", 0, 1_000);
    await ledger.noteOwner({ kind: "user", id: "ada" }, NOW_INSTANT);
    await ledger.addDeadLetter({
      ...{ at: NOW_INSTANT, user: "ada", thread: null, job: "reflect", reason: "not_json", detail: "" },
      ...{ model: "m", rung: "prompt", raw: "xylophone", input: "{}" },
    });
    expect((await server.keys()).length).toBeGreaterThan(0);
    await ledger.eraseUser("ada");
    expect(await server.keys()).toEqual([]);
    await ledger.close();
  });

  it("G4: with a key no word of a dead letter is in Redis, and another key is WRONG_KEY", async () => {
    const letter = {
      ...{ at: NOW_INSTANT, user: "ada", thread: null, job: "reflect", reason: "not_json", detail: "no brace" },
      ...{ model: "m", rung: "prompt", raw: "xylophone", input: '{"turns":["xylophone"]}' },
    };
    const [sealed, other, clear] = [open(KEY), open(`${KEY}!`), open()];
    await sealed.addDeadLetter(letter);
    const dump = await Promise.all((await server.keys()).map((key) => server.admin.dumpBuffer(key)));
    expect(Buffer.concat(dump.filter((one) => one !== null)).includes("xylophone")).toBe(false);
    expect((await sealed.deadLetters())[0]).toMatchObject(letter);
    for (const wrong of [other, clear]) await expect(wrong.deadLetters()).rejects.toMatchObject({ code: "WRONG_KEY" });
    for (const one of [sealed, other, clear]) await one.close();
    await server.flush();
  });
});
