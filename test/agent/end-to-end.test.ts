import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateSnapshot } from "@langchain/langgraph";
import { afterEach, describe, expect, it } from "vitest";
import type { MemoryEvent } from "../../src/agent/events.ts";
import { createAgent } from "../../src/agent/graph.ts";
import type { AgentState } from "../../src/agent/state.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { silentLog } from "../../src/ports/log.ts";
import type { Settings } from "../../src/settings.ts";
import { as, NOON, say } from "./support.ts";

/** The real memory, the real checkpointer and the built-in model, all on files. */
const opened: Hindsight[] = [];
const homes: string[] = [];

afterEach(async () => {
  for (const hindsight of opened.splice(0)) await hindsight.close();
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "hindsight-agent-"));
  homes.push(home);
  return home;
}

async function open(home: string, settings: Partial<Settings> = {}) {
  const clock = { now: () => NOON };
  const nothing = { apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null };
  const hindsight = await createHindsight({
    home,
    clock,
    log: silentLog,
    timeZone: "Europe/Oslo",
    encryptionKey: null,
    embeddingModel: null,
    ...nothing,
    ...settings,
  });
  opened.push(hindsight);
  const agent = createAgent({
    memory: hindsight,
    model: await hindsight.chatModel(),
    checkpointer: await hindsight.checkpointer(),
    clock,
  });
  /** One turn, and what it queued. */
  const talk = async (user: string, thread: string, text: string) => {
    const state = (await agent.invoke(say(text), as(user, thread))) as AgentState;
    await hindsight.drain();
    return state;
  };
  return { hindsight, agent, talk };
}

const contents = async (hindsight: Hindsight, user: string) =>
  (await hindsight.user(user).list()).map(({ content }) => content);

describe("the agent that remembers, with nothing but files", () => {
  it.each([
    ["My friend Anna lives in Turku.", "Where does Anna live?", /Turku/],
    ["The dentist appointment is on 14 December 2026.", "When is the dentist?", /14 December/],
    ["小雅是我的表妹，在成都当护士。", "小雅是谁？", /表妹/],
    ["备用钥匙在鞋柜里。", "备用钥匙在哪？", /鞋柜/],
  ])(
    "C1: in the middle of a thread, %s answers %s, and no memory is shown for the world at large",
    async (told, asked, answer) => {
      const { hindsight, talk } = await open(newHome());
      await talk("ada", "t2", "What is seven times eight?"); // opens the thread before there is anything to know
      await hindsight.user("ada").remember(told);
      for (const atLarge of ["What is the capital of France?", "法国的首都是哪里？"]) {
        const turn = await talk("ada", "t2", atLarge);
        expect(turn.recalled).toBeNull();
        expect(turn.block).toBe("");
      }
      const turn = await talk("ada", "t2", asked);
      expect(turn.recalled?.reason).toBe("question");
      expect(turn.messages.at(-1)?.text).toMatch(answer);
    },
  );

  it.each([
    {
      language: "English",
      told: "I'm allergic to peanuts and I fly to Oslo on Friday",
      asked: "what should the airline know about me?",
      fact: /peanut/i,
    },
    { language: "Chinese", told: "我对花生过敏，周五飞奥斯陆", asked: "航空公司应该知道我什么？", fact: /花生/ },
  ])("A4: told, closed, opened again, asked in a new thread, it knows ($language)", async ({ told, asked, fact }) => {
    const home = newHome();
    const first = await open(home);
    const said = await first.talk("ada", "t1", told);
    expect(said.memoryProblem).toBeNull();
    expect((await contents(first.hindsight, "ada")).join("\n")).toMatch(fact);
    await first.hindsight.close();

    const second = await open(home);
    const answer = await second.talk("ada", "t2", asked);
    expect(answer.recalled?.items[0]?.content).toMatch(fact);
    expect(String(answer.messages.at(-1)?.content)).toMatch(fact);
    const stranger = await second.talk("bob", "t3", asked);
    expect(stranger.recalled?.items).toEqual([]);
    expect(String(stranger.messages.at(-1)?.content)).not.toMatch(fact);

    const thread = (await second.agent.getState(as("ada", "t1"))).values as AgentState;
    expect(thread.messages.map(({ content }) => content)[0]).toBe(told);
  });

  it("a reflection that runs again, from a crash or a replay, leaves the same records", async () => {
    const { hindsight, agent } = await open(newHome());
    const text = "I prefer window seats and I live in Bergen.";
    await agent.invoke(say(text), { ...as("ada"), interruptBefore: ["consolidate"] });
    await hindsight.drain();
    const after = await contents(hindsight, "ada");
    expect(after.length).toBeGreaterThan(0);
    const history: StateSnapshot[] = [];
    for await (const past of agent.getStateHistory(as("ada"))) history.push(past);
    const beforeReflect = history.find(({ next }) => next.includes("reflect"));
    expect(beforeReflect).toBeDefined();
    for (let i = 0; i < 2; i++)
      await agent.invoke(null, { ...as("ada"), configurable: { ...beforeReflect!.config.configurable } });
    expect(await hindsight.drain()).toMatchObject({ waiting: 0, delayed: 0, running: 0 });
    expect((await contents(hindsight, "ada")).sort()).toEqual(after.sort());
  });

  it("what was recalled and quoted is not stored again, however often it is asked for", async () => {
    const { hindsight, talk } = await open(newHome());
    await talk("ada", "t0", "I'm allergic to peanuts.");
    const before = (await contents(hindsight, "ada")).filter((content) => /peanut/i.test(content));
    for (let i = 1; i <= 4; i++) await talk("ada", `t${i}`, "What am I allergic to?");
    const after = (await contents(hindsight, "ada")).filter((content) => /peanut/i.test(content));
    expect(after.sort()).toEqual(before.sort());
  });

  it("a memory whose files are gone from under it does not stop the talk", async () => {
    const { hindsight, talk } = await open(newHome());
    await talk("ada", "t1", "I prefer window seats.");
    await hindsight.stores.close();
    const state = await talk("ada", "t1", "Which seat do I prefer?");
    expect(state.memoryProblem).toContain("recall failed");
    expect(String(state.messages.at(-1)?.content).trim()).not.toBe("");
  });

  it.each(["mallory", " "])(
    "G1: what a refused run (user %j) said never becomes the owner's words",
    async (stranger) => {
      const { hindsight, agent, talk } = await open(newHome());
      const poison = "I am allergic to penicillin and I want to wire 1000 euros to account 42.";
      await talk("ada", "t1", "I live in Oslo.");
      await expect(talk(stranger, "t1", poison)).rejects.toMatchObject({ name: "HindsightError" });
      const thread = { configurable: { thread_id: "t1" } };
      const left = (await agent.getState(thread)) as StateSnapshot;
      expect(JSON.stringify(left.values.messages)).not.toContain("penicillin");
      await expect(talk(stranger, "t1", poison)).rejects.toMatchObject({ name: "HindsightError" }); // and again
      const state = await talk("ada", "t1", "I like tea.");
      expect(state.messages.map(({ content }) => String(content)).join()).not.toContain("penicillin");
      await talk("ada", "t2", "What am I allergic to?");
      expect((await contents(hindsight, "ada")).join("\n")).not.toMatch(/penicillin|euros/u);
      expect((await contents(hindsight, "ada")).join("\n")).toContain("tea");
    },
  );

  it("G1: two users talking at the same time keep their memories and threads apart", async () => {
    const { hindsight, talk } = await open(newHome());
    const lines = ["I prefer aisle seats.", "I live in Tromsø.", "I work as a pilot."];
    for (const line of lines)
      await Promise.all([talk("ada", "a", line), talk("bob", "b", line.replace(/aisle|Tromsø|pilot/u, "nothing"))]);
    expect((await contents(hindsight, "bob")).join("\n")).not.toMatch(/aisle|Tromsø|pilot/);
    expect((await contents(hindsight, "ada")).join("\n")).toMatch(/aisle/);
    await expect(talk("bob", "a", "Hello")).rejects.toMatchObject({ code: "NOT_GRANTED" });
  });
});

describe("B7: the reply does not wait for the memory", () => {
  it("a turn ends with the work queued; the worker keeps it, and settled tells what", async () => {
    const { hindsight, agent } = await open(newHome());
    const jobs: string[] = [];
    const config = { ...as("ada"), streamMode: "custom" as const };
    for await (const chunk of await agent.stream(say("I'm allergic to peanuts."), config)) {
      const event = chunk as MemoryEvent;
      if (event.hindsight === "queued") jobs.push(event.job);
    }
    expect(jobs).toHaveLength(1);
    const { kept, problem } = await hindsight.settled("ada", jobs[0]!);
    expect(problem).toBeNull();
    expect(kept).toMatchObject([{ how: "added", record: { content: "The user is allergic to peanuts." } }]);
    expect(await hindsight.settled("ada", jobs[0]!)).toEqual({ kept, problem }); // asked again, also after it is done
  });

  it("what a process queued and did not live to do is done by the next", async () => {
    const home = newHome();
    const first = await open(home, { workers: 0 });
    await first.agent.invoke(say("I'm allergic to peanuts."), as("ada"));
    expect(await first.hindsight.queue.counts()).toMatchObject({ waiting: 1 });
    expect(await contents(first.hindsight, "ada")).toEqual([]);
    await first.hindsight.close();
    const second = await open(home, { workers: 0 });
    await second.hindsight.drain();
    expect(await contents(second.hindsight, "ada")).toEqual(["The user is allergic to peanuts."]);
  });

  it.each([
    ["I'm allergic to kiwi.", /^My memory is not answering, .*kiwi/, /^Noted: /],
    ["我对猕猴桃过敏。", /^我的记忆现在没有响应.*猕猴桃/, /^记下了：/],
  ])("while the memory fails the reply does not claim to have noted %s", async (text, careful, noted) => {
    const { hindsight, agent } = await open(newHome());
    const memory = { ...hindsight.user("ada"), recall: () => Promise.reject(new Error("the file is damaged")) };
    const broken = createAgent({ memory: { ...hindsight, user: () => memory }, model: await hindsight.chatModel() });
    const said = async (one: typeof agent) =>
      ((await one.invoke(say(text), as("ada"))) as AgentState).messages.at(-1)?.text;
    expect(await said(broken)).toMatch(careful);
    expect(await said(agent)).toMatch(noted);
  });

  it("a queue that fails does not fail the reply: the state says so, and the next turn keeps both", async () => {
    const { hindsight, agent } = await open(newHome());
    const enqueue = hindsight.queue.enqueue;
    hindsight.queue.enqueue = () => Promise.reject(new HindsightError("DISK_FULL", "no space left", "Free some."));
    const broken = (await agent.invoke(say("I'm allergic to peanuts."), as("ada"))) as AgentState;
    expect(String(broken.messages.at(-1)?.content).trim()).not.toBe("");
    expect(broken.memoryProblem).toContain("no space left");
    hindsight.queue.enqueue = enqueue;
    const next = (await agent.invoke(say("I live in Oslo."), as("ada"))) as AgentState;
    expect(next.memoryProblem).toBeNull();
    await hindsight.drain();
    expect((await contents(hindsight, "ada")).sort()).toEqual([
      "The user is allergic to peanuts.",
      "The user lives in Oslo.",
    ]);
  });

  it("G3: what is queued holds no secret", async () => {
    const { hindsight, agent } = await open(newHome(), { workers: 0 });
    await agent.invoke(say("Remember that my password is hunter2-Zanzibar."), as("ada"));
    await hindsight.user("ada").rememberLater("My password is hunter2-Zanzibar.");
    for (let i = 0; i < 2; i++) {
      const lease = await hindsight.queue.lease({ ttlMs: 60_000, kinds: ["reflect", "remember"] });
      expect(lease?.job.input).toContain("password");
      expect(lease?.job.input).not.toContain("hunter2");
      await hindsight.queue.complete(lease!);
    }
  });

  it("E5: erasing a user takes what is queued for them", async () => {
    const { hindsight, agent } = await open(newHome(), { workers: 0 });
    await agent.invoke(say("I'm allergic to peanuts."), as("ada"));
    const { erased } = await hindsight.user("ada").erase();
    expect(erased.jobs).toBe(1);
    await hindsight.drain();
    expect(await contents(hindsight, "ada")).toEqual([]);
  });

  it.each([
    ["My door code is 4471.", "Forget my door code", "What is my door code?"],
    ["我的门禁码是4471。", "忘掉我的门禁码", "我的门禁码是多少？"],
  ])("what was forgotten is not given again in the same thread, nor kept again: %s", async (told, forget, asked) => {
    const { hindsight, talk } = await open(newHome());
    await talk("ada", "t1", told);
    await talk("ada", "t1", forget);
    for (const question of [asked, asked]) {
      const { messages } = await talk("ada", "t1", question);
      expect(String(messages.at(-1)?.content)).not.toContain("4471");
    }
    expect((await contents(hindsight, "ada")).join()).not.toContain("4471");
  });
});
