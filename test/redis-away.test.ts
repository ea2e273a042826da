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
    const logged = (begin: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (lines.some((line) => line.startsWith(begin))) {
            listeners.delete(look);
            resolve();
          }
        };
        listeners.add(look);
        look();
      });
    return { hindsight, talk, logged };
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
});
