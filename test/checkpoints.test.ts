import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "../src/agent/graph.ts";
import type { AgentState } from "../src/agent/state.ts";
import { chosenCheckpoints } from "../src/chosen-checkpoints.ts";
import { createHindsight, type Hindsight } from "../src/hindsight.ts";
import { placesOf } from "../src/places.ts";
import { silentLog } from "../src/ports/log.ts";
import { readSettings, type Settings } from "../src/settings.ts";
import { as, say } from "./agent/support.ts";
import { type PostgresServer, postgresMissing, startPostgres } from "./support/postgres.ts";

const settings = (env: Record<string, string>): Settings => readSettings({ HINDSIGHT_HOME: "/h", ...env });

describe("one URL chooses the checkpointer", () => {
  const redis = "redis://cache:6379/1";
  const postgres = "postgresql://me:secret@db:5433/app";
  it.each([
    [{}, { engine: "sqlite" }, "files in /h"],
    [{ HINDSIGHT_CHECKPOINTS: "sqlite:", REDIS_URL: redis }, { engine: "sqlite" }, "files in /h"],
    [{ HINDSIGHT_CHECKPOINTS: "memory:" }, { engine: "memory" }, "this process, until it ends"],
    [{ REDIS_URL: redis }, { engine: "redis", url: redis, idleMinutes: 30 }, "Redis at cache:6379/1"],
    [
      { HINDSIGHT_CHECKPOINTS: "rediss://u:secret@c", HINDSIGHT_CHECKPOINT_MINUTES: "0" },
      { engine: "redis", url: "rediss://u:secret@c", idleMinutes: 0 },
      "Redis at c",
    ],
    [
      { HINDSIGHT_CHECKPOINTS: postgres, REDIS_URL: redis },
      { engine: "postgres", url: postgres, idleMinutes: 0 },
      "Postgres at db:5433/app",
    ],
    [
      { HINDSIGHT_CHECKPOINTS: postgres, HINDSIGHT_CHECKPOINT_MINUTES: "60" },
      { engine: "postgres", url: postgres, idleMinutes: 60 },
      "Postgres at db:5433/app",
    ],
  ])("%j", (env, choice, place) => {
    expect(chosenCheckpoints(settings(env as Record<string, string>))).toEqual(choice);
    expect(placesOf(settings(env as Record<string, string>)).workingMemory).toBe(place);
  });

  it.each(["mysql://db", "sqlite:///elsewhere", "postgres", "redis:", "memory:x"])("%s is refused, by name", (url) => {
    expect(() => settings({ HINDSIGHT_CHECKPOINTS: url })).toThrow(
      /^HINDSIGHT_CHECKPOINTS: must be sqlite:, memory:, redis:.* or postgres:/u,
    );
  });

  it.each(["sqlite:", "memory:"])("threads that are to expire where they cannot are an error: %s", (url) => {
    const given = settings({ HINDSIGHT_CHECKPOINTS: url, HINDSIGHT_CHECKPOINT_MINUTES: "5" });
    expect(() => chosenCheckpoints(given)).toThrow(expect.objectContaining({ code: "INVALID_SETTING" }));
  });
});

describe("the checkpointer that was chosen", () => {
  let home: string;
  const opened: Hindsight[] = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "hindsight-checkpoints-"));
  });
  afterEach(async () => {
    for (const hindsight of opened.splice(0)) await hindsight.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function open(checkpoints: string) {
    const hindsight = await createHindsight({ home, checkpoints, log: silentLog, timeZone: "Europe/Oslo" });
    opened.push(hindsight);
    const talk = async (thread: string, text: string) => {
      const [model, checkpointer] = [await hindsight.chatModel(), await hindsight.checkpointer()];
      const agent = createAgent({ memory: hindsight, model, checkpointer });
      const { messages } = (await agent.invoke(say(text), as("ada", thread))) as AgentState;
      await hindsight.drain();
      return messages.map((message) => message.text);
    };
    const threads = async () => (await hindsight.doctor()).find(({ name }) => name === "threads");
    return { hindsight, talk, threads };
  }

  /** Talks, opens anew, and goes on with the same thread: how many messages were in view then. */
  async function acrossRestart(checkpoints: string): Promise<number> {
    const first = await open(checkpoints);
    await first.talk("t1", "I am allergic to peanuts.");
    await first.hindsight.close();
    return (await (await open(checkpoints)).talk("t1", "那我可以吃什么？")).length;
  }

  it("A1: a talk in SQLite goes on after a restart, one in memory begins anew", async () => {
    expect(await acrossRestart("sqlite:")).toBe(4);
    expect(await acrossRestart("memory:")).toBe(2);
    expect(await (await open("sqlite:")).threads()).toMatchObject({ ok: true, detail: /files in /u });
  });

  it("E5: erasing a user in memory takes their threads and nobody else's", async () => {
    const { hindsight, talk } = await open("memory:");
    await talk("t1", "I am allergic to peanuts.");
    const { erased } = await hindsight.user("ada").erase();
    expect(erased.checkpoints).toBeGreaterThan(1);
    expect((await talk("t1", "Hello again, my dear.")).length).toBe(2);
  });

  it("a server that is away is told by doctor, with where it is and what to do", async () => {
    const { threads } = await open("postgres://ada:secret@127.0.0.1:1/db");
    const check = await threads();
    expect(check).toMatchObject({ ok: false, detail: /Postgres at 127\.0\.0\.1:1\/db/u, advice: /Start it/u });
    expect(JSON.stringify(check)).not.toContain("secret");
  });

  describe.skipIf(postgresMissing !== null)("in Postgres", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.remove());

    it("A1: a talk goes on after a restart, doctor names the place, and erasing a user takes it", async () => {
      expect(await acrossRestart(server.url)).toBe(4);
      const { hindsight, threads, talk } = await open(server.url);
      expect(await threads()).toMatchObject({ ok: true, detail: /Postgres at 127\.0\.0\.1:\d+\/postgres/u });
      expect((await hindsight.user("ada").erase()).erased.checkpoints).toBeGreaterThan(1);
      expect((await talk("t1", "Hello again, my dear.")).length).toBe(2);
    });
  });
});
