import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, type StateSnapshot } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isMemoryEvent, type MemoryEvent } from "../../src/agent/events.ts";
import { createAgent } from "../../src/agent/graph.ts";
import type { AgentState } from "../../src/agent/state.ts";
import type { Memory } from "../../src/memory/types.ts";
import { as, fakeSource, NOON, say, testAgent } from "./support.ts";

const reply = (text: string) => new AIMessage(text);
const ids = (state: Pick<AgentState, "messages">) => state.messages.map(({ id }) => id);
/** The config that runs a thread on from a checkpoint. */
const again = (past: StateSnapshot) => ({ ...as("ada"), configurable: { ...past.config.configurable } });
const never = () => new Promise<never>(() => {});

describe("a turn", () => {
  it("A4: opens a thread with the user's standing facts and what the message recalls, shown to the model as data", async () => {
    const memory = fakeSource();
    await memory.of("ada").remember({ content: "Ada is allergic to peanuts.", type: "constraint" });
    await memory.of("ada").remember({ content: "Ada flew to Oslo in May.", type: "fact" });
    const model = fakeModel().respond(reply("Hello Ada."));
    const { agent } = testAgent({ memory, model });
    const state = await agent.invoke(say("What is the weather in Oslo?"), as("ada"));
    expect(state.recalled?.reason).toBe("session_start");
    expect(state.recalled?.items.map(({ content }) => content).sort()).toEqual([
      "Ada flew to Oslo in May.",
      "Ada is allergic to peanuts.",
    ]);
    const system = String(model.calls[0]?.messages[0]?.content);
    expect(system).toContain("<memories note=");
    expect(system).toContain("allergic to peanuts");
    expect(system).toContain("2026-11-30 13:00 (Europe/Oslo)");
    expect(state.messages.at(-1)?.content).toBe("Hello Ada.");
  });

  it("C1: later turns recall on a cue or a question, show nothing where nothing answers it, and read it by the talk so far", async () => {
    const memory = fakeSource();
    const model = fakeModel();
    for (const text of ["Paris.", "8,849 metres.", "Good.", "A window seat."]) model.respond(reply(text));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("What is the capital of France?"), as("ada"));
    const plain = await agent.invoke(say("How tall is the Everest?"), as("ada"));
    expect(plain.recalled).toBeNull();
    expect(plain.block).toBe("");
    expect(memory.of("ada").recalls).toHaveLength(2);
    await agent.invoke(say("Bicycles have two wheels."), as("ada"));
    expect(memory.of("ada").recalls).toHaveLength(2);
    const cued = await agent.invoke(say("Which seat did I take last time?"), as("ada"));
    expect(cued.recalled?.reason).toBe("past");
    expect(memory.of("ada").recalls[2]?.options?.conversation).toEqual([
      { role: "user", content: "What is the capital of France?" },
      { role: "assistant", content: "Paris." },
      { role: "user", content: "How tall is the Everest?" },
      { role: "assistant", content: "8,849 metres." },
      { role: "user", content: "Bicycles have two wheels." },
      { role: "assistant", content: "Good." },
    ]);
    expect(memory.of("ada").profiles).toBe(1);
  });

  it.each([
    ["always", 2],
    ["tool", 0],
  ] as const)(
    "C1: the setting %s recalls %i times in two turns without a cue, from the agent or the run",
    async (recall, times) => {
      for (const way of ["setting", "context"]) {
        const memory = fakeSource();
        const model = fakeModel().respond(reply("Yes.")).respond(reply("No."));
        const { agent } = testAgent({ memory, model, ...(way === "setting" ? { recall } : {}) });
        const config = { ...as("ada"), context: { user_id: "ada", ...(way === "context" ? { recall } : {}) } };
        await agent.invoke(say("Is seven a prime number?"), config);
        await agent.invoke(say("Is nine a prime number?"), config);
        expect(memory.of("ada").recalls).toHaveLength(times);
      }
    },
  );

  it("reflects on the new turns only, with their ids and times, and tells what was kept", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Noted.")).respond(reply("Noted too."));
    const { agent } = testAgent({ memory, model });
    const first = await agent.invoke(say("I prefer window seats.", "m1"), as("ada"));
    expect(first.kept).toMatchObject([{ content: "I prefer window seats.", how: "added", kind: "semantic" }]);
    await agent.invoke(say("I live in Bergen.", "m2"), as("ada"));
    const [one, two] = memory.of("ada").tasks;
    const at = new Date(NOON).toISOString();
    expect(one?.turns).toEqual([
      { role: "user", content: "I prefer window seats.", id: "m1", at },
      { role: "assistant", content: "Noted.", id: first.messages.at(-1)?.id, at },
    ]);
    expect(two?.turns.map(({ content }) => content)).toEqual(["I live in Bergen.", "Noted too."]);
    expect(two?.thread).toBe("t1");
  });

  it("a stretch with nothing worth keeping stays open, so that the next one is understood with it", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Which day?")).respond(reply("Booked."));
    const worthReflecting = (task: { turns: readonly unknown[] }) => task.turns.length > 2;
    const { agent } = testAgent({ memory, model, worthReflecting });
    const first = await agent.invoke(say("Book the vet."), as("ada"));
    expect(first.kept).toEqual([]);
    expect(memory.of("ada").tasks).toEqual([]);
    await agent.invoke(say("Friday."), as("ada"));
    expect(memory.of("ada").tasks[0]?.turns.map(({ content }) => content)).toEqual([
      "Book the vet.",
      "Which day?",
      "Friday.",
      "Booked.",
    ]);
  });

  it("G2: what came from memory is handed to reflection as known, so that it is not stored again", async () => {
    const memory = fakeSource();
    await memory.of("ada").remember({ content: "Ada is allergic to peanuts.", type: "constraint" });
    const { agent } = testAgent({ memory, model: fakeModel().respond(reply("You are allergic to peanuts.")) });
    await agent.invoke(say("What am I allergic to?"), as("ada"));
    expect(memory.of("ada").tasks[0]?.recalled).toEqual(["Ada is allergic to peanuts."]);
  });

  it("what was recalled for an earlier, reflected turn is no reason to refuse what the user says now", async () => {
    const memory = fakeSource();
    await memory.of("ada").remember({ content: "Ada prefers window seats.", type: "preference" });
    const model = fakeModel().respond(reply("Window.")).respond(reply("Aisle, then."));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("Which seat do I prefer?"), as("ada"));
    await agent.invoke(say("Aisle seats, from today."), as("ada"));
    expect(memory.of("ada").tasks[0]?.recalled).toEqual(["Ada prefers window seats."]);
    expect(memory.of("ada").tasks[1]?.recalled).toBeUndefined();
  });

  it("without a thread each run remembers its newest exchange, whatever history the caller sends along", async () => {
    const memory = fakeSource();
    const agent = createAgent({
      memory,
      model: fakeModel().respond(reply("Oslo.")),
      worthReflecting: () => true,
      writes: "inline",
    });
    const history = [new HumanMessage("I like tea."), reply("Good."), new HumanMessage("I live in Oslo.")];
    await agent.invoke({ messages: history }, { context: { user_id: "ada" } });
    expect(memory.of("ada").tasks[0]?.turns.map(({ content }) => content)).toEqual(["I live in Oslo.", "Oslo."]);
  });

  it("answers in Chinese with the Chinese prompt and a Chinese date", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("你好。"));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("我对花生过敏，航空公司应该知道什么？"), as("ada"));
    const system = String(model.calls[0]?.messages[0]?.content);
    expect(system).toContain("长期记得这位用户");
    expect(system).toContain("星期一");
  });

  it("tells what it recalls and keeps, as it happens, in the custom stream and in this order around the reply", async () => {
    const memory = fakeSource();
    const { agent } = testAgent({ memory, model: fakeModel().respond(reply("Noted.")) });
    const seen: string[] = [];
    const events: MemoryEvent[] = [];
    const stream = await agent.stream(say("I prefer window seats."), {
      ...as("ada"),
      streamMode: ["custom", "messages", "updates"] as const,
    });
    for await (const [mode, chunk] of stream) {
      if (mode === "custom" && isMemoryEvent(chunk)) {
        events.push(chunk);
        seen.push(chunk.hindsight);
      } else if (mode === "messages") seen.push("reply");
    }
    expect(seen).toEqual(["recalled", "reply", "kept"]);
    expect(events[1]).toMatchObject({ items: [{ content: "I prefer window seats.", how: "added" }] });
  });
});

describe("G1: who the user is", () => {
  it("two users talking side by side never see each other's memory", async () => {
    const memory = fakeSource();
    const model = fakeModel();
    for (let i = 0; i < 8; i++) model.respond(reply("Noted."));
    const { agent } = testAgent({ memory, model });
    for (const round of ["one", "two"])
      await Promise.all(
        ["ada", "bob"].map((user) => agent.invoke(say(`I am ${user} ${round}.`), as(user, `t-${user}`))),
      );
    for (const user of ["ada", "bob"]) {
      const contents = memory.of(user).records.map(({ content }) => content);
      expect(contents).toEqual([`I am ${user} one.`, `I am ${user} two.`]);
    }
    const shown = model.calls.map(({ messages }) => messages.map(({ content }) => String(content)).join("\n"));
    expect(shown.some((text) => text.includes("ada") && text.includes("bob"))).toBe(false);
  });

  it.each([
    ["", "INVALID_USER"],
    ["  ", "INVALID_USER"],
    ["half \ud800 pair", "INVALID_USER"],
  ])("a blank or ill-formed user %j is refused before anything runs", async (user, code) => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Hi."));
    const { agent } = testAgent({ memory, model, user: "fallback" });
    await expect(agent.invoke(say("Hi"), as(user))).rejects.toMatchObject({ code });
    expect(model.callCount).toBe(0);
    expect(memory.threads.size).toBe(0);
  });

  it("takes authentication before context, context before configurable, configurable before the setting", async () => {
    const cases: [object, object, string][] = [
      [{ langgraph_auth_user: { identity: "auth" }, user_id: "auth" }, {}, "auth"],
      [{ user_id: "conf" }, { user_id: "ctx" }, "ctx"],
      [{ user_id: "conf" }, {}, "conf"],
      [{}, {}, "setting"],
    ];
    for (const [configurable, context, expected] of cases) {
      const memory = fakeSource();
      const { agent } = testAgent({ memory, model: fakeModel().respond(reply("Hi.")), user: "setting" });
      const state = await agent.invoke(say("Hi"), { configurable: { thread_id: "t", ...configurable }, context });
      expect(state.owner).toBe(expected);
    }
  });

  it("a context that names another than the signed-in user is refused, not ignored", async () => {
    const { agent } = testAgent({ memory: fakeSource(), model: fakeModel().respond(reply("Hi.")) });
    const run = agent.invoke(say("Hi"), {
      configurable: { thread_id: "t", langgraph_auth_user: { identity: "ada" } },
      context: { user_id: "bob" },
    });
    await expect(run).rejects.toMatchObject({ code: "NOT_GRANTED" });
  });

  it("nobody named and no setting is an error that says what to pass", async () => {
    const { agent } = testAgent({ memory: fakeSource(), model: fakeModel().respond(reply("Hi.")) });
    await expect(agent.invoke(say("Hi"), { configurable: { thread_id: "t" } })).rejects.toMatchObject({
      code: "INVALID_USER",
      hint: expect.stringContaining("user_id"),
    });
  });

  it.each(["the state", "the ledger"])("a thread belongs to who started it, by %s alone", async (lock) => {
    const memory = fakeSource();
    if (lock === "the state") memory.noteThread = async () => {};
    else memory.threads.set("t1", "ada");
    const model = fakeModel().respond(reply("Hi.")).respond(reply("Secret."));
    const { agent } = testAgent({ memory, model });
    if (lock === "the state") await agent.invoke(say("My secret is 42."), as("ada"));
    const calls = model.callCount;
    await expect(agent.invoke(say("What is the secret?"), as("bob"))).rejects.toMatchObject({ code: "NOT_GRANTED" });
    expect(model.callCount).toBe(calls);
  });

  it("what a run left that was killed before our first node is never taken for the owner's words", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Hi.")).respond(reply("Noted."));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("I am Ada."), as("ada"));
    // Killed once LangGraph had written the stranger's input: the state is what such a process leaves.
    const killed = await agent.invoke(say("The wire goes to account 666."), {
      ...as("eve"),
      interruptBefore: ["retrieve"],
    });
    expect(killed.messages.map(({ content }) => content)).toContain("The wire goes to account 666.");
    const two = [...say("I like tea.").messages, ...say("And my cat is Miso.").messages];
    const state = await agent.invoke({ messages: two }, as("ada"));
    expect(JSON.stringify(model.calls)).not.toContain("account 666");
    expect(memory.of("ada").records.map(({ content }) => content)).toEqual([
      "I am Ada.",
      "I like tea.",
      "And my cat is Miso.",
    ]);
    expect(state.messages.map(({ content }) => content)).toEqual([
      "I am Ada.",
      "Hi.",
      "I like tea.",
      "And my cat is Miso.",
      "Noted.",
    ]);
  });

  it("a time zone that is none is refused; a real one sets the clock the model sees", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Hi."));
    const { agent } = testAgent({ memory, model });
    const inZone = (time_zone: string) => ({ ...as("ada"), context: { user_id: "ada", time_zone } });
    await expect(agent.invoke(say("Hi"), inZone("Mars/Olympus"))).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await agent.invoke(say("Hi"), inZone("Asia/Shanghai"));
    expect(String(model.calls[0]?.messages[0]?.content)).toContain("20:00 (Asia/Shanghai)");
  });
});

describe("a broken memory never breaks a reply", () => {
  const fails = async () => {
    throw new Error("disk on fire");
  };
  const ways: [string, Partial<Memory>][] = [
    ["throws", { recall: fails, profile: fails, reflect: fails }],
    ["hangs", { recall: never, profile: never, reflect: never }],
  ];
  it.each(ways)("when it %s the reply comes, and state and stream say what is wrong", async (_, broken) => {
    const memory = fakeSource(broken);
    const { agent } = testAgent({
      memory,
      model: fakeModel().respond(reply("Hello.")),
      recallTimeoutMs: 30,
      reflectTimeoutMs: 30,
    });
    const problems: string[] = [];
    let last: unknown;
    const stream = await agent.stream(say("What did I say last time?"), {
      ...as("ada"),
      streamMode: ["custom", "values"] as const,
    });
    for await (const [mode, chunk] of stream)
      if (mode === "values") last = chunk;
      else if (isMemoryEvent(chunk) && chunk.hindsight === "problem") problems.push(chunk.message);
    expect(last).toMatchObject({
      memoryProblem: expect.stringMatching(/recall failed: .*; reflection failed: /),
      recalled: null,
      kept: [],
    });
    expect((last as { messages: { content: string }[] }).messages.at(-1)?.content).toBe("Hello.");
    expect(problems).toHaveLength(2);
  });

  it("the next turn starts without the problem and keeps what the broken one could not", async () => {
    let broken = true;
    const memory = fakeSource();
    const ada = memory.of("ada");
    const { reflect } = ada;
    ada.reflect = async (task) => {
      if (broken) throw new Error("disk full");
      return reflect(task);
    };
    const { agent } = testAgent({ memory, model: fakeModel().respond(reply("A.")).respond(reply("B.")) });
    const first = await agent.invoke(say("I prefer tea."), as("ada"));
    expect(first.memoryProblem).toContain("disk full");
    broken = false;
    const second = await agent.invoke(say("I live in Oslo."), as("ada"));
    expect(second.memoryProblem).toBeNull();
    expect(ada.records.map(({ content }) => content)).toEqual(["I prefer tea.", "I live in Oslo."]);
  });

  it("a ledger that fails does not stop the reply, and the state still guards the thread", async () => {
    const memory = fakeSource();
    memory.noteThread = fails;
    const { agent } = testAgent({ memory, model: fakeModel().respond(reply("Hello.")) });
    const state = await agent.invoke(say("Hello there"), as("ada"));
    expect(state.memoryProblem).toContain("disk on fire");
    await expect(agent.invoke(say("Hello"), as("bob"))).rejects.toMatchObject({ code: "NOT_GRANTED" });
  });

  it("a failing save_memory tells the model and the state, and the reply goes on", async () => {
    const memory = fakeSource({ remember: fails });
    const model = fakeModel()
      .respondWithTools([{ name: "save_memory", args: { content: "Ada likes tea." }, id: "c1" }])
      .respond(reply("I could not save it."));
    const { agent } = testAgent({ memory, model, worthReflecting: () => false });
    const state = await agent.invoke(say("Remember that I like tea"), as("ada"));
    expect(state.memoryProblem).toContain("save_memory: disk on fire");
    expect(state.messages.at(-1)?.content).toBe("I could not save it.");
  });
});

describe("written once", () => {
  it("a crash between reflect and consolidate, resumed, writes nothing twice", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Noted."));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("I prefer window seats.", "m1"), { ...as("ada"), interruptBefore: ["consolidate"] });
    const halfway = await agent.getState(as("ada"));
    expect(halfway.next).toEqual(["consolidate"]);
    await agent.invoke(null, as("ada"));
    expect(memory.of("ada").tasks).toHaveLength(1);
    expect(memory.of("ada").records).toHaveLength(1);
  });

  it("a reflect node that runs again from its checkpoint gives the same origin keys", async () => {
    const memory = fakeSource();
    const model = fakeModel().respond(reply("Noted."));
    const { agent } = testAgent({ memory, model });
    await agent.invoke(say("I prefer window seats.", "m1"), as("ada"));
    for await (const past of agent.getStateHistory(as("ada")))
      if (past.next.includes("reflect")) await agent.invoke(null, again(past));
    const { tasks, records } = memory.of("ada");
    expect(tasks).toHaveLength(2);
    expect(tasks[1]).toEqual(tasks[0]);
    expect(records).toHaveLength(1);
  });

  it("a reason node that runs again replaces its reply, and save_memory run again saves once", async () => {
    const memory = fakeSource();
    const save = { name: "save_memory", args: { content: "Ada likes tea." }, id: "call_0" };
    const model = fakeModel()
      .respondWithTools([save])
      .respond(reply("Saved."))
      .respondWithTools([save])
      .respond(reply("Saved."));
    const { agent } = testAgent({ memory, model, worthReflecting: () => false });
    const first = await agent.invoke(say("Remember that I like tea", "m1"), as("ada"));
    for await (const past of agent.getStateHistory(as("ada")))
      if (past.next.includes("retrieve")) await agent.invoke(null, again(past));
    const after = await agent.getState(as("ada"));
    expect(ids(after.values)).toEqual(ids(first));
    expect(memory.of("ada").records).toHaveLength(1);
  });

  it("an interrupt in a tool, resumed, runs the turn to its end and reflects once", async () => {
    const memory = fakeSource();
    const ask = tool(async () => `confirmed: ${String(interrupt("Really?"))}`, {
      name: "ask",
      description: "Asks",
      schema: z.object({}),
    });
    const model = fakeModel()
      .respondWithTools([{ name: "ask", args: {}, id: "c" }])
      .respond(reply("Done."));
    const { agent } = testAgent({ memory, model, tools: [ask] });
    await agent.invoke(say("Cancel my flight."), as("ada"));
    expect((await agent.getState(as("ada"))).next).toEqual(["tools"]);
    const state = await agent.invoke(new Command({ resume: "yes" }), as("ada"));
    expect(state.messages.map(({ content }) => content)).toContain("confirmed: yes");
    expect(memory.of("ada").tasks).toHaveLength(1);
    expect(memory.of("ada").tasks[0]?.steps).toEqual([
      { tool: "ask", input: "{}", result: "confirmed: yes", error: null },
    ]);
  });
});

describe("createAgent", () => {
  it("refuses two tools of one name, the agent's own included, and an agent without prompts", () => {
    const named = (name: string) => tool(async () => "", { name, description: "d", schema: z.object({}) });
    const memory = fakeSource();
    const model = fakeModel();
    expect(() => createAgent({ memory, model, tools: [named("a"), named("a")] })).toThrow(/called "a"/);
    expect(() => createAgent({ memory, model, tools: [named("save_memory")] })).toThrow(/save_memory/);
    const { prompts: _, ...bare } = memory;
    expect(() => createAgent({ memory: bare, model })).toThrow(/no prompts/);
  });

  it("refuses a run without a message to answer", async () => {
    const { agent } = testAgent({ memory: fakeSource(), model: fakeModel() });
    await expect(agent.invoke({ messages: [] }, as("ada"))).rejects.toThrow(/no message/);
  });

  it("keeps a state that is plain JSON beside the messages", async () => {
    const memory = fakeSource();
    await memory.of("ada").remember({ content: "Ada likes tea.", type: "preference" });
    const checkpointer = new MemorySaver();
    const { agent } = testAgent({ memory, model: fakeModel().respond(reply("Tea.")), checkpointer });
    const { messages: _, ...rest } = await agent.invoke(say("What do I like?"), as("ada"));
    expect(JSON.parse(JSON.stringify(rest))).toEqual(rest);
  });
});
