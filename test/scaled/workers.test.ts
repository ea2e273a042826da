import { afterEach, describe, expect, it } from "vitest";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { newHome, plainEnv, start } from "../cli/support/process.ts";
import { say, startOpenAiServer } from "../support/openai-server.ts";
import { redisMissing, startRedis } from "../support/redis.ts";

describe.skipIf(redisMissing !== null)("workers over one Redis", () => {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const back of undo.splice(0).reverse()) await back();
  });

  async function opened(home: string, redisUrl: string): Promise<Hindsight> {
    const hindsight = await createHindsight({ home, redisUrl, workers: 0, logLevel: "silent" });
    undo.push(hindsight.close);
    return hindsight;
  }

  it("B7: SIGTERM gives back what does not end in time, uncounted, and the next worker does it at once and in order", async () => {
    const redis = await startRedis();
    undo.push(redis.remove);
    const { home, remove } = await newHome();
    undo.push(remove);
    let asked = () => {};
    const busy = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const model = await startOpenAiServer({
      chat: () => {
        asked();
        return say.hang();
      },
    });
    undo.push(model.close);
    const env = { REDIS_URL: redis.url, HINDSIGHT_UPKEEP: "off" };
    const slow = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "none", HINDSIGHT_MODEL: "slow" };

    const hindsight = await opened(home, redis.url);
    const memory = hindsight.user("ada");
    const at = new Date().toISOString();
    const turns = [
      { role: "user" as const, content: "Please remember that I prefer window seats on trains.", id: "1", at },
      { role: "assistant" as const, content: "Noted.", id: "2", at },
    ];
    const first = await memory.reflectLater({ thread: "t", turns });
    const second = await memory.rememberLater("I moved to Bergen in 2021.");
    const worker = start(["worker"], plainEnv(home, { ...env, ...slow }));
    await busy;
    expect(await hindsight.queue.find(first)).toMatchObject({ state: "running", attempts: 1 });
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ code: 0, signal: null });
    expect(await hindsight.queue.find(first)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await hindsight.queue.counts()).toMatchObject({ waiting: 2, running: 0 });

    const next = start(["worker"], plainEnv(home, env));
    const kept = [await hindsight.settled("ada", first), await hindsight.settled("ada", second)];
    expect(kept.map(({ problem }) => problem)).toEqual([null, null]);
    expect(await hindsight.queue.find(first)).toMatchObject({ state: "done", attempts: 1 });
    next.child.kill("SIGTERM");
    expect(await next.ended).toMatchObject({ code: 0 });
    const contents = (await memory.list({})).map(({ content }) => content);
    expect(contents.filter((content) => content.includes("window seats"))).not.toEqual([]);
    expect(contents).toContain("The user moved to Bergen in 2021.");
  });

  it("B7: what is queued while Redis is away is done by workers elsewhere once it is back, also after the process ended", async () => {
    const redis = await startRedis();
    undo.push(redis.remove);
    const places = [await newHome(), await newHome()];
    for (const { remove } of places) undo.push(remove);
    const [here, there] = places.map(({ home }) => home) as [string, string];
    await redis.stop();
    const gone = await createHindsight({ home: here, redisUrl: redis.url, workers: 0, logLevel: "silent" });
    const job = await gone.user("ada").rememberLater("I prefer window seats.");
    expect(await gone.settled("ada", job)).toMatchObject({ kept: [], problem: expect.stringContaining("queued") });
    await gone.close();
    await redis.start();
    const worker = start(["worker"], plainEnv(there, { REDIS_URL: redis.url, HINDSIGHT_UPKEEP: "off" }));
    const hindsight = await opened(here, redis.url);
    await expect.poll(async () => (await hindsight.queue.find(job))?.state, { timeout: 20_000 }).toBe("done");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ code: 0 });
  });
});
