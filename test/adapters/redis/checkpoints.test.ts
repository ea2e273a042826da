import { spawn } from "node:child_process";
import { once } from "node:events";
import type { RunnableConfig } from "@langchain/core/runnables";
import { DeltaSnapshot, emptyCheckpoint, INTERRUPT, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRedisCheckpoints, type RedisCheckpointsOptions } from "../../../src/adapters/redis/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { KEY, TIMEOUT_MS } from "./places.ts";

const CHILD = new URL("./checkpoint-child.ts", import.meta.url).pathname;

describe.skipIf(redisMissing !== null)("checkpoints in Redis", () => {
  let server: RedisServer;
  const opened: Checkpoints[] = [];
  const open = (change: Partial<RedisCheckpointsOptions> = {}) => {
    const checkpoints = createRedisCheckpoints({
      ...{ url: server.url, prefix: "test", minutes: 30, history: 50, timeoutMs: TIMEOUT_MS, encryptionKey: null },
      fallback: "fail",
      ...change,
    });
    opened.push(checkpoints);
    return checkpoints;
  };
  beforeAll(async () => {
    server = await startRedis({ cluster: true });
  });
  afterEach(async () => {
    for (const checkpoints of opened.splice(0)) await checkpoints.close();
    await server.flush();
  });
  afterAll(() => server.remove());

  type Values = Record<string, unknown>;
  const root = (thread: string, checkpoint_ns = "") => ({ configurable: { thread_id: thread, checkpoint_ns } });
  /** One step of a run: the values after it, of which those named changed. */
  async function step(
    { saver }: Checkpoints,
    above: RunnableConfig,
    values: Values,
    changed = Object.keys(values),
    metadata: object = {},
  ): Promise<RunnableConfig> {
    const versions = Object.fromEntries(changed.map((channel) => [channel, 1]));
    return saver.put(
      above,
      { ...emptyCheckpoint(), id: uuid6(0), channel_values: values, channel_versions: versions },
      { source: "loop", step: 1, parents: {}, ...metadata },
      versions,
    );
  }
  const valuesOf = async ({ saver }: Checkpoints, config: RunnableConfig) =>
    (await saver.getTuple(config))?.checkpoint.channel_values;
  const listed = async ({ saver }: Checkpoints, config: RunnableConfig) => {
    const ids: string[] = [];
    for await (const { checkpoint } of saver.list(config)) ids.push(checkpoint.id);
    return ids;
  };
  const idOf = (config: RunnableConfig) => config.configurable?.checkpoint_id as string;
  const bytes = async () => {
    const dump = await Promise.all((await server.keys()).map((key) => server.admin.dumpBuffer(key)));
    return Buffer.concat(dump.filter((one) => one !== null));
  };

  it("A1: a thread is there for another process, and after a kill of the server", async () => {
    await step(open(), root("t"), { text: "我对花生过敏" });
    await server.restart({ kill: true });
    expect(await valuesOf(open(), root("t"))).toEqual({ text: "我对花生过敏" });
  });

  it("a channel's value lies there once, however many checkpoints hold it, also when it comes back", async () => {
    const checkpoints = open();
    const long = "她说 ".repeat(2_000);
    let at = await step(checkpoints, root("t"), { long, n: 0 });
    for (let n = 1; n <= 20; n++) at = await step(checkpoints, at, { long, n }, ["n"]);
    at = await step(checkpoints, at, { long: "short", n: 0 });
    at = await step(checkpoints, at, { long, n: 0 });
    expect(await valuesOf(checkpoints, at)).toEqual({ long, n: 0 });
    const [key] = await server.keys();
    expect(await server.admin.call("MEMORY", "USAGE", key as string, "SAMPLES", 0)).toBeLessThan(
      2 * long.length + 20_000,
    );
  });

  it("only the newest checkpoints are kept, with all they hold, and nothing of the others is left", async () => {
    const checkpoints = open({ history: 3 });
    const configs = [root("t") as RunnableConfig];
    const lost = { configurable: { ...root("t").configurable, checkpoint_id: uuid6(0) } };
    await checkpoints.saver.putWrites(lost, [["n", 0]], "task"); // of a checkpoint that never came
    for (let n = 0; n < 10; n++) {
      const config = await step(
        checkpoints,
        configs.at(-1) as RunnableConfig,
        { keep: "k", n },
        n === 0 ? undefined : ["n"],
      );
      await checkpoints.saver.putWrites(config, [["n", n + 1]], "task");
      configs.push(config);
    }
    expect(await listed(checkpoints, root("t"))).toEqual(configs.slice(-3).map(idOf).reverse());
    for (const [i, config] of configs.slice(-3).entries())
      expect(await checkpoints.saver.getTuple(config)).toMatchObject({
        checkpoint: { channel_values: { keep: "k", n: 7 + i } },
        pendingWrites: [["task", "n", 8 + i]],
      });
    const [hash, index] = (await server.keys()) as [string, string];
    // Three bodies, three records of what they hold, four values with a count each, three writes, and the thread's name.
    expect(await server.admin.hlen(hash)).toBe(3 + 3 + 2 * 4 + 3 + 1);
    expect(await server.admin.zcard(index)).toBe(3 + 3);
  });

  it("what subgraphs kept for tasks that ended long ago goes too; what they keep for good stays", async () => {
    const checkpoints = open({ history: 3 });
    let at: RunnableConfig = root("t");
    await step(checkpoints, root("t", "tools:0190"), { n: 0 });
    await step(checkpoints, root("t", "helper"), { n: 0 });
    for (let n = 0; n < 5; n++) at = await step(checkpoints, at, { n });
    await step(checkpoints, root("t", "tools:0191"), { n: 1 });
    at = await step(checkpoints, at, { n: 9 });
    expect(await valuesOf(checkpoints, root("t", "tools:0190"))).toBeUndefined();
    expect(await valuesOf(checkpoints, root("t", "tools:0191"))).toEqual({ n: 1 });
    expect(await valuesOf(checkpoints, root("t", "helper"))).toEqual({ n: 0 });
  });

  it("trimming keeps what delta channels of the newest checkpoints are rebuilt from, on their own branch", async () => {
    const checkpoints = open({ history: 2 });
    let at = await step(checkpoints, root("t"), { log: new DeltaSnapshot(["a"]) });
    const snapshot = at;
    for (let n = 1; n <= 6; n++) {
      await checkpoints.saver.putWrites(at, [["log", [n]]], "task");
      at = await step(checkpoints, at, {}, [], { counters_since_delta_snapshot: { log: [n, n] } });
    }
    await step(checkpoints, root("t"), { log: new DeltaSnapshot(["b"]) }); // a branch that needs nothing of the other
    const { log } = await checkpoints.saver.getDeltaChannelHistory({ config: at, channels: ["log"] });
    expect(log?.writes.map(([, , value]) => value)).toEqual([[1], [2], [3], [4], [5], [6]]);
    expect(log?.seed).toEqual(new DeltaSnapshot(["a"]));
    for (let n = 0; n < 2; n++) at = await step(checkpoints, at, { log: new DeltaSnapshot(["c"]) });
    expect(await valuesOf(checkpoints, snapshot)).toBeUndefined();
    expect((await listed(checkpoints, root("t"))).length).toBe(2);
  });

  it("A1: a thread expires after its last use, whole, and a run that outlives it loses nothing", async () => {
    const checkpoints = open({ minutes: 1 });
    const at = await step(checkpoints, root("t"), { messages: ["hello"], n: 1 });
    const left = async () => Promise.all((await server.keys()).map((key) => server.admin.pttl(key)));
    for (const use of [
      () => checkpoints.saver.getTuple(root("t")),
      () => checkpoints.saver.putWrites(at, [["n", 2]], "task"),
      () => step(checkpoints, at, { messages: ["hello"], n: 2 }, ["n"]),
    ]) {
      for (const key of await server.keys()) await server.admin.pexpire(key, 5_000);
      await use();
      expect((await left()).length).toBe(2);
      for (const ms of await left()) expect(ms).toBeGreaterThan(55_000);
    }
    await server.flush();
    const after = await step(checkpoints, at, { messages: ["hello"], n: 3 }, ["n"]);
    expect(await valuesOf(checkpoints, after)).toEqual({ messages: ["hello"], n: 3 });
  });

  it("a write of the same task and place stands; an interrupt is replaced", async () => {
    const checkpoints = open();
    const at = await step(checkpoints, root("t"), { n: 1 });
    await checkpoints.saver.putWrites(
      at,
      [
        ["n", 1],
        [INTERRUPT, "a"],
      ],
      "task",
    );
    await checkpoints.saver.putWrites(
      at,
      [
        ["n", 2],
        [INTERRUPT, "b"],
      ],
      "task",
    );
    expect((await checkpoints.saver.getTuple(at))?.pendingWrites).toEqual([
      ["task", INTERRUPT, "b"],
      ["task", "n", 1],
    ]);
  });

  it("E5: erasing a thread counts what there was, leaves the others, and leaves no key behind", async () => {
    const checkpoints = open();
    const at = await step(checkpoints, root("t{1}"), { n: 1 });
    await checkpoints.saver.putWrites(at, [["n", 2]], "task");
    await step(checkpoints, root("t{1}", "child"), { n: 1 });
    await step(checkpoints, root("t*"), { n: 1 });
    expect(await checkpoints.eraseThread("t{1}")).toBe(3);
    expect(await checkpoints.eraseThread("t{1}")).toBe(0);
    expect((await server.keys()).length).toBe(2);
    await checkpoints.saver.deleteThread("t*");
    expect(await server.keys()).toEqual([]);
  });

  it("G4: with a key no word is in Redis, and another key is WRONG_KEY", async () => {
    const sealed = open({ encryptionKey: KEY });
    const at = await step(sealed, root("t"), { text: "xylophone" }, undefined, { note: "xylophone" });
    await sealed.saver.putWrites(at, [["text", "xylophone"]], "task");
    expect((await bytes()).includes("xylophone")).toBe(false);
    expect(await valuesOf(sealed, root("t"))).toEqual({ text: "xylophone" });
    for (const encryptionKey of [null, `${KEY}!`])
      await expect(open({ encryptionKey }).saver.getTuple(root("t"))).rejects.toMatchObject({ code: "WRONG_KEY" });
  });

  it("a process killed in the middle of writing leaves a thread whose every checkpoint is whole", async () => {
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [CHILD, server.url, "t"], { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(child, "exit");
      const [first] = (await once(child.stdout, "data")) as [Buffer]; // it is writing
      expect(first.toString()).toContain("writing");
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      await ended;
      const checkpoints = open();
      let count = 0;
      for await (const { checkpoint } of checkpoints.saver.list(root("t"))) {
        const { steps, n } = checkpoint.channel_values as { steps: number[]; n: number };
        expect(steps).toEqual(Array.from({ length: n }, (_, i) => i));
        count++;
      }
      expect(count).toBeGreaterThan(0);
      await checkpoints.saver.deleteThread("t");
    }
  });
});
