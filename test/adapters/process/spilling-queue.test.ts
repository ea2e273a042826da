import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSpillingQueue } from "../../../src/adapters/process/spilling-queue.ts";
import { createSqliteQueue } from "../../../src/adapters/sqlite/queue.ts";
import { HindsightError } from "../../../src/domain/errors.ts";
import { silentLog } from "../../../src/ports/log.ts";
import type { NewJob, Queue } from "../../../src/ports/queue.ts";
import { temporaryHome } from "../sqlite/places.ts";

describe("B7: jobs kept on this machine while their server is away", () => {
  let places: ReturnType<typeof temporaryHome>[];
  let away: boolean;
  let back: () => void;
  let server: Queue;
  let spill: Queue;
  let queue: Queue;
  /** Called before a job arrives at the server. */
  let onTheWay: (job: NewJob) => Promise<void>;
  beforeEach(() => {
    places = [temporaryHome(), temporaryHome()];
    [server, spill] = places.map(({ home }) => createSqliteQueue({ home, encryptionKey: null })) as [Queue, Queue];
    away = false;
    onTheWay = async () => {};
    const enqueue: Queue["enqueue"] = async (job) => {
      await onTheWay(job);
      if (away) throw new HindsightError("UNREACHABLE", "away", "Wait.");
      return server.enqueue(job);
    };
    const onReturn = (listener: () => void) => {
      back = listener;
      return () => {};
    };
    queue = createSpillingQueue({ queue: { ...server, enqueue }, spill, log: silentLog, onReturn });
  });
  afterEach(async () => {
    await queue.close();
    for (const { remove } of places) remove();
  });

  const enqueue = (key: string) => queue.enqueue({ key, user: key[0]!, kind: "do", input: "{}" });
  const waiting = async (of: Queue) => (await of.counts()).waiting;
  const arrived = (count: number) => expect.poll(() => waiting(server)).toBe(count);
  async function order(): Promise<string[]> {
    const keys: string[] = [];
    for (
      let given = await server.lease({ ttlMs: 1_000 });
      given !== null;
      given = await server.lease({ ttlMs: 1_000 })
    ) {
      keys.push(given.job.key);
      await server.complete(given);
    }
    return keys;
  }

  it("while a user's earlier job is here, no later one of theirs overtakes it; other users' go to the server", async () => {
    away = true;
    await enqueue("a1");
    away = false;
    await enqueue("a2");
    await enqueue("b1");
    expect([await waiting(server), await waiting(spill)]).toEqual([1, 2]);
    expect(await queue.counts()).toMatchObject({ waiting: 1, delayed: 2 });
    back();
    await arrived(3);
    expect((await order()).filter((key) => key !== "b1")).toEqual(["a1", "a2"]);
    expect(await enqueue("a2")).toBe(false);
  });

  it("a job that does not arrive stays here and is moved later", async () => {
    away = true;
    for (const key of ["a1", "a2"]) await enqueue(key);
    let tries = 0;
    onTheWay = async () => void tries++;
    back();
    await expect.poll(() => tries).toBe(1);
    away = false;
    back();
    await arrived(2);
    expect(await order()).toEqual(["a1", "a2"]);
    expect(await spill.counts()).toMatchObject({ waiting: 0, running: 0 });
  });

  it("a server that is there and refuses is asked again without being told to come back", async () => {
    away = true;
    await enqueue("a1");
    away = false;
    await arrived(1);
  });

  it("E5: a job of a user erased while it was being moved does not arrive", async () => {
    away = true;
    await enqueue("a1");
    away = false;
    let erased = 0;
    onTheWay = async () => {
      erased = await queue.eraseUser("a");
    };
    back();
    await expect.poll(() => erased).toBe(1);
    await queue.close();
    [server] = [createSqliteQueue({ home: places[0]!.home, encryptionKey: null })];
    expect(await server.find("a1")).toBeNull();
    await server.close();
  });

  it("what is wrong with the job itself is told, not kept", async () => {
    onTheWay = async () => {
      throw new TypeError("a defect");
    };
    await expect(enqueue("a1")).rejects.toThrow("a defect");
    expect(await spill.find("a1")).toBeNull();
  });
});
