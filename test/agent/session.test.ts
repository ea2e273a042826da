import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../src/agent/graph.ts";
import type { AgentState } from "../../src/agent/state.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { silentLog } from "../../src/ports/log.ts";
import type { Settings } from "../../src/settings.ts";
import { as, NOON, say } from "./support.ts";

const MINUTE = 60_000;
const opened: { hindsight: Hindsight; home: string }[] = [];
afterEach(async () => {
  for (const { hindsight, home } of opened.splice(0)) {
    await hindsight.close();
    rmSync(home, { recursive: true, force: true });
  }
});

async function open(settings: Partial<Settings> = {}) {
  const home = mkdtempSync(join(tmpdir(), "hindsight-session-"));
  let now = NOON;
  const clock = { now: () => now };
  const hindsight = await createHindsight({
    home,
    clock,
    log: silentLog,
    timeZone: "Europe/Oslo",
    workers: 0,
    ...settings,
  });
  opened.push({ hindsight, home });
  const answering = (answer: () => AIMessage | Error) => {
    const model = fakeModel();
    for (let i = 0; i < 40; i++) model.respond(answer());
    return model;
  };
  const checkpointer = await hindsight.checkpointer();
  const agent = createAgent({ memory: hindsight, model: answering(() => new AIMessage("Well.")), checkpointer, clock });
  const broken = createAgent({ memory: hindsight, model: answering(() => new Error("down")), checkpointer, clock });
  const contents = async () =>
    (await hindsight.user("ada").list({ statuses: ["active", "compressed"] })).map(({ content }) => content);
  return {
    hindsight,
    agent,
    talk: async (text: string, thread = "t1") => (await agent.invoke(say(text), as("ada", thread))) as AgentState,
    failing: (text: string, thread = "t1") => broken.invoke(say(text), as("ada", thread)),
    contents,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const QUESTIONS = [
  "How high is Galdhøpiggen?",
  "Which huts lie on the way up from Spiterstulen?",
  "How long does the glacier route take?",
  "Is a guide needed on Styggebreen?",
  "什么季节适合去尤通黑门山徒步？",
  "What does a night at a hut cost?",
];

describe("issue 4, session end", () => {
  it("what was said in a turn that failed is kept when the session ends, once", async () => {
    const { hindsight, failing, contents } = await open();
    await expect(failing("I'm allergic to peanuts.")).rejects.toThrow();
    const job = await hindsight.endSession("ada", "t1");
    expect(job).not.toBeNull();
    expect(await hindsight.endSession("ada", "t1")).toBe(job);
    await hindsight.drain();
    expect(await contents()).toContain("The user is allergic to peanuts.");
  });

  it("small talk and a question or two leave nothing; a talk of substance leaves an episode, once", async () => {
    const { hindsight, talk, contents } = await open();
    for (const text of ["Hi!", "How high is Galdhøpiggen?", "Thanks!"]) await talk(text);
    expect(await hindsight.endSession("ada", "t1")).toBeNull();
    for (const text of QUESTIONS.slice(1, 5)) await talk(text);
    expect(await hindsight.endSession("ada", "t1")).not.toBeNull();
    expect(await hindsight.endSession("ada", "t1")).toBeNull();
    await hindsight.drain();
    expect((await contents()).join("\n")).toMatch(/Galdhøpiggen|Spiterstulen/);
    expect(await contents()).toHaveLength(1);
    await talk("And the weather?"); // the thread goes on; what was kept is not kept again
    expect(await hindsight.endSession("ada", "t1")).toBeNull();
  });

  it("a talk that only asks the memory leaves nothing", async () => {
    const { hindsight, talk } = await open();
    for (const text of ["Where do I live?", "What is my name?", "我对什么过敏？", "When is my flight?", "我住哪里？"])
      await talk(text);
    expect(await hindsight.endSession("ada", "t1")).toBeNull();
  });

  it("idle threads are noticed after the time of the setting, each once, and again after new activity", async () => {
    const { hindsight, failing, contents, pass } = await open({ sessionMinutes: 30 });
    await expect(failing("I'm allergic to peanuts.")).rejects.toThrow();
    pass(29 * MINUTE);
    expect(await hindsight.endIdleSessions()).toBe(0);
    pass(2 * MINUTE);
    expect(await hindsight.endIdleSessions()).toBe(1);
    expect(await hindsight.endIdleSessions()).toBe(0);
    await hindsight.drain();
    expect(await contents()).toContain("The user is allergic to peanuts.");
    await expect(failing("I live in Oslo.")).rejects.toThrow();
    pass(31 * MINUTE);
    expect(await hindsight.endIdleSessions()).toBe(1);
    await hindsight.drain();
    expect(await contents()).toContain("The user lives in Oslo.");
  });

  it("G1: nobody ends another's session", async () => {
    const { hindsight, failing } = await open();
    await expect(failing("I'm allergic to peanuts.")).rejects.toThrow();
    expect(await hindsight.endSession("bob", "t1")).toBeNull();
    expect(await hindsight.queue.counts()).toMatchObject({ waiting: 0 });
  });
});

describe("B1: the safety net", () => {
  it("many turns without a write become an episode; fewer do not", async () => {
    const { hindsight, talk, contents } = await open({ safetyTurns: 6 });
    for (const text of ["Hello!", ...QUESTIONS.slice(0, 5), "ok thanks"]) await talk(text);
    await hindsight.drain();
    expect(await contents()).toEqual([]);
    await talk(QUESTIONS[5]!);
    await hindsight.drain();
    expect(await contents()).toHaveLength(1);
  });

  it("turns about to be folded out of the thread unreflected are kept first", async () => {
    const { hindsight, talk, contents } = await open({ workingTokens: 200, workingTurns: 1 });
    for (let i = 0; i < 5; i++)
      await talk(`What is known of the ${i}. hut ${"on the long way up to the top ".repeat(6)}?`);
    await hindsight.drain();
    expect((await contents()).join("\n")).toContain("0. hut");
  });
});
