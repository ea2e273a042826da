import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { RunnableConfig } from "@langchain/core/runnables";
import { emptyCheckpoint, INTERRUPT, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRedisCheckpoints } from "../../../src/adapters/redis/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import type { Log } from "../../../src/ports/log.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { TIMEOUT_MS } from "./places.ts";

/** A way to a port of this machine that can be cut while others reach it. */
async function startCable(to: number): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const onward = connect(to, "127.0.0.1");
    for (const socket of [from, onward]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          from.destroy();
          onward.destroy();
        });
    }
    from.pipe(onward).pipe(from);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

describe.skipIf(redisMissing !== null)("working memory while Redis is away", () => {
  let server: RedisServer;
  const opened: Checkpoints[] = [];
  const said: string[] = [];
  const waiting = new Set<() => void>();
  /** Resolves at the next log line that begins so. */
  const logged = (begin: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!said.some((line) => line.startsWith(begin))) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });
  const hear = (_: unknown, message: string) => {
    said.push(message);
    for (const look of [...waiting]) look();
  };
  const log: Log = { debug() {}, info: hear, warn: hear, error: hear };
  const open = (fallback: "memory" | "fail" = "memory", url = server.url) => {
    const checkpoints = createRedisCheckpoints({
      ...{ url, prefix: "test", minutes: 30, history: 50, timeoutMs: TIMEOUT_MS },
      ...{ encryptionKey: null, fallback, log },
    });
    opened.push(checkpoints);
    return checkpoints;
  };
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    server.resume();
    await server.start();
    for (const checkpoints of opened.splice(0)) await checkpoints.close();
    await server.flush();
    said.length = 0;
  });
  afterAll(() => server.remove());

  const root = (thread: string) => ({ configurable: { thread_id: thread, checkpoint_ns: "" } });
  /** One turn: reads the thread as a run does, and puts it with `text` said. */
  async function turn(
    { saver }: Checkpoints,
    thread: string,
    text: string,
    between: () => void = () => {},
  ): Promise<RunnableConfig> {
    const before = await saver.getTuple(root(thread));
    between();
    const texts = [...((before?.checkpoint.channel_values.texts as string[] | undefined) ?? []), text];
    const versions = { texts: texts.length };
    const checkpoint = { ...emptyCheckpoint(), id: uuid6(0), channel_values: { texts }, channel_versions: versions };
    const config = await saver.put(
      before?.config ?? root(thread),
      checkpoint,
      { source: "loop", step: 1, parents: {} },
      versions,
    );
    await saver.putWrites(config, [["texts", `${text}!`]], "task");
    return config;
  }
  const textsOf = async ({ saver }: Checkpoints, thread: string) =>
    (await saver.getTuple(root(thread)))?.checkpoint.channel_values.texts;
  const timed = async <T>(work: Promise<T>) => {
    const from = performance.now();
    const result = await work;
    expect(performance.now() - from).toBeLessThan(1_000);
    return result;
  };

  for (const [fault, begin, end] of [
    ["stopped", () => server.stop(), () => server.start()],
    ["killed", () => server.stop({ kill: true }), () => server.start()],
    ["frozen", async () => server.pause(), async () => server.resume()],
  ] as const)
    it(`${fault}: a thread goes on where it stood, no call waits a second, and all of it is in Redis afterwards`, async () => {
      const checkpoints = open();
      await turn(checkpoints, "t", "one");
      await begin();
      await timed(checkpoints.saver.getTuple(root("t")));
      await timed(turn(checkpoints, "t", "two"));
      const last = await timed(turn(checkpoints, "t", "three"));
      expect(checkpoints.adrift?.()).toBe(1);
      expect(said).toContain("Redis is away: a thread goes on in this process's memory");
      const back = logged("a thread was written back");
      await end();
      await back;
      expect(await textsOf(checkpoints, "t")).toEqual(["one", "two", "three"]);
      expect(checkpoints.adrift?.()).toBe(0);
      const elsewhere = open("fail");
      expect(await textsOf(elsewhere, "t")).toEqual(["one", "two", "three"]);
      expect((await elsewhere.saver.getTuple(last))?.pendingWrites).toEqual([["task", "texts", "three!"]]);
      let count = 0;
      for await (const { pendingWrites } of elsewhere.saver.list(root("t"))) count += pendingWrites?.length ?? 0;
      expect(count).toBe(3);
    });

  it("an interrupt that waits before the outage is answered during it", async () => {
    const checkpoints = open();
    const at = await turn(checkpoints, "t", "one");
    await checkpoints.saver.putWrites(at, [[INTERRUPT, "sure?"]], "asks");
    await checkpoints.saver.putWrites(
      at,
      [
        [INTERRUPT, "and?"],
        ["n", 1],
      ],
      "both",
    );
    await server.stop();
    const writes = async ({ saver }: Checkpoints) => new Set((await saver.getTuple(root("t")))?.pendingWrites);
    expect(await writes(checkpoints)).toEqual(
      new Set([
        ["asks", INTERRUPT, "sure?"],
        ["both", INTERRUPT, "and?"],
        ["both", "n", 1],
        ["task", "texts", "one!"],
      ]),
    );
    await checkpoints.saver.putWrites(at, [["texts", "yes"]], "asks");
    const back = logged("a thread was written back");
    await server.start();
    await back;
    expect(await writes(open("fail"))).toEqual(
      new Set([
        ["asks", INTERRUPT, "sure?"],
        ["asks", "texts", "yes"],
        ["both", INTERRUPT, "and?"],
        ["both", "n", 1],
        ["task", "texts", "one!"],
      ]),
    );
  });

  it("G1: a thread begun here during the outage never takes the place of one that was there", async () => {
    await turn(open("fail"), "hers", "Ada's secret");
    const checkpoints = open();
    await server.stop();
    await turn(checkpoints, "hers", "Bo's words"); // this process has not seen that thread
    await turn(checkpoints, "new", "hello");
    expect(await textsOf(checkpoints, "hers")).toEqual(["Bo's words"]);
    expect(said).toContain("Redis is away: a thread this process has not seen begins empty, in its memory");
    const back = Promise.all([logged("a thread went on elsewhere"), logged("a thread was written back")]);
    await server.start();
    await back;
    expect(await textsOf(checkpoints, "hers")).toEqual(["Ada's secret"]);
    expect(await textsOf(open("fail"), "new")).toEqual(["hello"]);
  });

  it("a thread that went on in another process meanwhile keeps what it said there", async () => {
    const cable = await startCable(server.port);
    const [here, there] = [open("memory", cable.url), open("fail")];
    await turn(here, "t", "one");
    await cable.cut();
    await turn(here, "t", "lost");
    await turn(there, "t", "two");
    const back = logged("a thread went on elsewhere");
    await cable.mend();
    await back;
    expect(await textsOf(here, "t")).toEqual(["one", "two"]);
    await cable.cut();
  });

  it("back without its data: what this process kept is written back whole, what it did not know is gone", async () => {
    const checkpoints = open();
    await turn(checkpoints, "t", "one");
    await turn(open("fail"), "other", "one");
    await server.stop({ forget: true });
    await turn(checkpoints, "t", "two");
    const back = logged("a thread was written back");
    await server.start();
    await back;
    expect(await textsOf(open("fail"), "t")).toEqual(["one", "two"]);
    expect(await textsOf(checkpoints, "other")).toBeUndefined();
  });

  it("frozen in the middle of a put: what the server does late is this thread's own, however much was said since", async () => {
    const checkpoints = open();
    await turn(checkpoints, "t", "0");
    await turn(checkpoints, "t", "1", server.pause);
    for (let n = 2; n < 30; n++) await turn(checkpoints, "t", String(n));
    const back = Promise.race([logged("a thread was written back"), logged("a thread went on elsewhere")]);
    server.resume();
    await back;
    expect(await textsOf(open("fail"), "t")).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
  });

  it("a second outage is as the first", async () => {
    const checkpoints = open();
    for (const n of [1, 2]) {
      await turn(checkpoints, "t", `before ${n}`);
      await server.stop();
      await turn(checkpoints, "t", `during ${n}`);
      said.length = 0;
      const back = logged("a thread was written back");
      await server.start();
      await back;
    }
    expect(await textsOf(open("fail"), "t")).toEqual(["before 1", "during 1", "before 2", "during 2"]);
  });

  it("E5: erasing during an outage is an error, and forgets what lies here", async () => {
    const checkpoints = open();
    await turn(checkpoints, "t", "one");
    await server.stop();
    await turn(checkpoints, "t", "two");
    await expect(checkpoints.eraseThread("t")).rejects.toMatchObject({ code: "UNREACHABLE" });
    expect(checkpoints.adrift?.()).toBe(0);
    const back = logged("Redis is back");
    await server.start();
    await back;
    expect(await checkpoints.eraseThread("t")).toBe(2);
    expect(await server.keys()).toEqual([]);
  });

  it("closed during an outage it says what is lost", async () => {
    const checkpoints = open();
    await server.stop();
    await turn(checkpoints, "t", "one");
    await checkpoints.close();
    expect(said).toContain("Redis is away: what these threads said meanwhile is lost");
  });

  it("with `fail` calls fail, at once after the first", async () => {
    const checkpoints = open("fail");
    await turn(checkpoints, "t", "one");
    await server.stop();
    for (let n = 0; n < 3; n++)
      await timed(expect(checkpoints.saver.getTuple(root("t"))).rejects.toMatchObject({ code: "UNREACHABLE" }));
  });
});
