import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "../src/agent/graph.ts";
import type { AgentState } from "../src/agent/state.ts";
import { createHindsight, type Hindsight } from "../src/hindsight.ts";
import { silentLog } from "../src/ports/log.ts";
import { as, say } from "./agent/support.ts";
import { type RedisServer, redisMissing, startRedis } from "./support/redis.ts";

const OTHER_WAIT_MS = 60_000;

describe.skipIf(redisMissing !== null)("an agent whose Redis is away", () => {
  let server: RedisServer;
  let home: string;
  const opened: Hindsight[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "hindsight-redis-away-"));
  });
  afterEach(async () => {
    server.resume();
    await server.start();
    for (const hindsight of opened.splice(0)) await hindsight.close();
    await server.flush();
    rmSync(home, { recursive: true, force: true });
  });
  afterAll(() => server.remove());

  /** An application of its own over the Redis and the home; its log lines, and waiting for one. */
  async function open() {
    const lines: string[] = [];
    const listeners = new Set<() => void>();
    const hear = (_: unknown, message: string) => {
      lines.push(message);
      for (const listener of listeners) listener();
    };
    const log = { ...silentLog, info: hear, warn: hear, error: hear };
    const hindsight = await createHindsight({ home, redisUrl: server.url, timeZone: "Europe/Oslo", workers: 0, log });
    opened.push(hindsight);
    const agent = createAgent({
      memory: hindsight,
      model: await hindsight.chatModel(),
      checkpointer: await hindsight.checkpointer(),
    });
    const talk = async (user: string, thread: string, text: string) =>
      (await agent.invoke(say(text), as(user, thread))) as AgentState;
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      });
    const count = (begin: string) => lines.filter((line) => line.startsWith(begin)).length;
    const logged = (begin: string) => until(() => count(begin) > 0);
    /** Every connection that was away stands again. */
    const whole = () => until(() => count("Redis is away; going on") === count("Redis is back"));
    return { hindsight, talk, logged, whole };
  }

  for (const [fault, begin, end] of [
    ["stopped", () => server.stop(), () => server.start()],
    ["frozen", async () => server.pause(), async () => server.resume()],
  ] as const)
    it(
      `${fault}: replies go on with what is remembered, no thread changes hands, and all is well when it returns`,
      async () => {
        const { hindsight, talk, logged } = await open();
        await hindsight.user("ada").remember({ content: "Ada is allergic to peanuts.", verbatim: true });
        expect((await talk("ada", "t1", "我叫Ada。")).messages.length).toBe(2);

        await begin();
        const second = await talk("ada", "t1", "What am I allergic to?");
        expect(second.messages.length).toBe(4);
        expect(second.recalled?.items.map(({ content }) => content)).toContain("Ada is allergic to peanuts.");
        await expect(talk("bo", "t1", "What was said here?")).rejects.toMatchObject({ code: "NOT_GRANTED" });
        const begun = await talk("bo", "t2", "Hello, I am Bo, and I like long walks.");
        expect(begun.messages.length).toBe(2);
        expect(begun.memoryProblem).toMatch(/the thread could not be noted/u);
        expect((await talk("bo", "t2", "What do I like?")).messages.length).toBe(4);

        const back = logged("a thread was written back");
        await end();
        await back;
        expect((await talk("ada", "t1", "Thanks, that is all.")).messages.length).toBe(6);
        expect((await talk("bo", "t2", "Thanks, that is all.")).messages.length).toBe(6);
        expect((await hindsight.ledger.threads("bo")).map(({ thread }) => thread)).toEqual(["t2"]);
        const elsewhere = await open();
        await expect(elsewhere.talk("ada", "t2", "Whose is this?")).rejects.toMatchObject({ code: "NOT_GRANTED" });
        expect((await elsewhere.talk("ada", "t1", "And I?")).messages.length).toBe(8);
        expect((await hindsight.drain()).waiting).toBe(0);
      },
      OTHER_WAIT_MS,
    );

  it("E5: of an erased user Redis holds no key and no word, and erasing begins anew when it was away", async () => {
    const { hindsight, talk, whole } = await open();
    await hindsight.user("ada").remember({ content: "Ada plays the xylophone.", verbatim: true });
    await talk("ada", "t1", "What do I play?");
    await talk("ada", "t1", "What do I play?");
    await hindsight.ledger.addDeadLetter({
      ...{ at: new Date().toISOString(), user: "ada", thread: "t1", job: "reflect", reason: "not_json", detail: "" },
      ...{ model: "m", rung: "prompt", raw: "xylophone", input: "{}" },
    });
    await hindsight.drain();
    const held = async () => {
      const dumps = await Promise.all((await server.keys()).map((key) => server.admin.dumpBuffer(key)));
      return Buffer.concat(dumps.filter((dump) => dump !== null));
    };
    expect((await held()).includes("xylophone")).toBe(true);
    await server.stop();
    const first = await hindsight
      .user("ada")
      .erase()
      .catch((error: unknown) => error);
    expect(JSON.stringify(first)).toMatch(/UNREACHABLE|does not answer/u);
    await server.start();
    await whole();
    const receipt = await hindsight.user("ada").erase();
    expect(receipt.left).toEqual([]);
    expect(receipt.erased).toMatchObject({ deadLetters: 1, threads: 1 });
    expect(receipt.erased.checkpoints).toBeGreaterThan(0);
    expect((await server.keys()).filter((key) => /:(?:\{ledger\}|thread|cache):/u.test(key))).toEqual([]);
    for (const word of ["xylophone", "ada"]) expect((await held()).includes(word)).toBe(false);
  });

  it("closing does not wait for a Redis that is silent", async () => {
    const { hindsight, talk } = await open();
    await talk("ada", "t1", "Hello there, how are you?");
    server.pause();
    await hindsight.close();
    server.resume();
  });

  it("H2: health names what is down while replies go on, within a second, and doctor says what to do", async () => {
    const { hindsight } = await open();
    const down = async () => (await hindsight.health()).flatMap(({ name, ok }) => (ok ? [] : [name]));
    expect(await down()).toEqual([]);
    await server.stop();
    expect(await down()).toEqual(["queue", "ledger", "working memory"]);
    const problems = (await hindsight.doctor()).filter(({ ok }) => !ok);
    expect(problems.map(({ name }) => name).sort()).toEqual(["dead letters", "queued work", "threads"]);
    for (const { detail, advice } of problems) {
      expect(detail).toContain(`Redis at 127.0.0.1:${server.port}`);
      expect(advice).toContain("Start it");
    }
  });

  it("full: replies go on, health names it, and what was said is in Redis once there is room", async () => {
    const { hindsight, talk } = await open();
    await talk("ada", "t", "I prefer window seats.");
    await server.admin.config("SET", "maxmemory", "1mb");
    try {
      expect((await hindsight.health()).flatMap(({ name, ok }) => (ok ? [] : [name]))).toContain("ledger");
      const { messages } = await talk("ada", "t", "What did I just say?");
      expect(messages[0]?.text).toBe("I prefer window seats.");
    } finally {
      await server.admin.config("SET", "maxmemory", "0");
    }
    const { messages } = await talk("ada", "t", "Thanks.");
    const asked = messages.filter((message) => message.getType() === "human").map(({ text }) => text);
    expect(asked).toEqual(["I prefer window seats.", "What did I just say?", "Thanks."]);
    expect((await hindsight.health()).every(({ ok }) => ok)).toBe(true);
  });
});
