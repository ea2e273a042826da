import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentState } from "../../src/agent/state.ts";
import type { UpkeepState } from "../../src/agent/upkeep.ts";
import { type DevServer, startDevServer } from "../support/dev-server.ts";
import { openHindsight } from "../support/lived-home.ts";

/** Messages as the server sends them: plain objects. */
type Values = Omit<AgentState, "messages"> & { messages: { id: string; type: string; content: string }[] };

let server: DevServer;
let client: Client;

beforeAll(async () => {
  server = await startDevServer();
  client = new Client({ apiUrl: server.url });
}, 120_000);

afterAll(async () => {
  await server?.close();
});

async function talk(thread: string, user: string, text: string): Promise<Values> {
  const values = await client.runs.wait(thread, "agent", {
    input: { messages: [{ role: "user", content: text }] },
    context: { user_id: user },
  });
  return values as unknown as Values;
}

const newThread = async () => (await client.threads.create()).thread_id;

describe("I4: the real dev server, without a key or a settings file", () => {
  it("shows Studio the forms it needs: messages as input, the whole state, and who the user is", async () => {
    const schemas = await client.assistants.getSchemas("agent");
    const input = schemas.input_schema as { properties: Record<string, unknown> };
    const state = schemas.state_schema as { properties: Record<string, unknown> };
    const context = schemas.context_schema as { properties: Record<string, { description?: string }> };
    expect(Object.keys(input.properties)).toEqual(["messages"]);
    expect(JSON.stringify(input.properties.messages)).toContain("messages");
    expect(Object.keys(state.properties)).toEqual(
      expect.arrayContaining(["messages", "summary", "recalled", "kept", "memoryProblem", "lastReflected"]),
    );
    expect(Object.keys(context.properties)).toEqual(["user_id", "recall", "time_zone"]);
    expect(context.properties.user_id?.description).toContain("memory");
    const graph = await client.assistants.getGraph("agent");
    const nodes = graph.nodes.map(({ id }) => String(id));
    expect(nodes).toEqual(expect.arrayContaining(["retrieve", "reason", "tools", "reflect", "consolidate"]));
  });

  it.each([
    {
      language: "English",
      told: "I'm allergic to peanuts and I fly to Oslo on Friday.",
      asked: "What should the airline know about me?",
      fact: /peanut/i,
    },
    { language: "Chinese", told: "我对花生过敏，周五飞奥斯陆。", asked: "航空公司应该知道我什么？", fact: /花生/ },
  ])(
    "what a user said in one thread is known in another, and to nobody else ($language)",
    async ({ language, told, asked, fact }) => {
      const ada = `ada-${language}`;
      const first = await newThread();
      const said = await talk(first, ada, told);
      expect(said.memoryProblem).toBeNull();
      expect(said.kept.map(({ content }) => content).join("\n")).toMatch(fact);

      const later = await talk(await newThread(), ada, asked);
      expect(later.recalled?.items.map(({ content }) => content).join("\n")).toMatch(fact);
      expect(later.messages.at(-1)?.content).toMatch(fact);

      const other = await talk(await newThread(), `bob-${language}`, asked);
      expect(other.recalled?.items).toEqual([]);
      expect(other.messages.at(-1)?.content).not.toMatch(fact);

      const state = await client.threads.getState<Values>(first);
      expect(state.values.owner).toBe(ada);
      expect(state.values.messages.map(({ type }) => type)).toEqual(["human", "ai"]);
      expect(state.next).toEqual([]);
      const history = await client.threads.getHistory<Values>(first);
      expect(history.length).toBeGreaterThanOrEqual(5);
      expect(history.flatMap(({ next }) => next)).toEqual(
        expect.arrayContaining(["retrieve", "reason", "reflect", "consolidate"]),
      );
    },
  );

  it("streams the reply under the id it keeps, and tells what it recalled and kept", async () => {
    const thread = await newThread();
    const events: string[] = [];
    const ids = new Set<string>();
    const run = client.runs.stream(thread, "agent", {
      input: { messages: [{ role: "user", content: "I prefer window seats on long flights." }] },
      context: { user_id: "cyd" },
      streamMode: ["messages-tuple", "custom", "updates"],
    });
    for await (const { event, data } of run) {
      if (event === "messages") {
        const [message] = data as unknown as [{ id: string; type: string }];
        ids.add(message.id);
        if (events.at(-1) !== "reply") events.push("reply");
      } else if (event === "custom") events.push((data as { hindsight: string }).hindsight);
      else if (event === "updates") events.push(...Object.keys(data as object));
    }
    expect(events).toEqual(["recalled", "retrieve", "reply", "reason", "kept", "reflect", "consolidate"]);
    const { values } = await client.threads.getState<Values>(thread);
    expect(Array.from(ids)).toEqual([values.messages.at(-1)?.id]);
  });

  it("G1: a thread is refused to another user, and a blank user to everyone", async () => {
    const thread = await newThread();
    await talk(thread, "dag", "My locker code is 4711.");
    const failed = await client.runs
      .wait(thread, "agent", {
        input: { messages: [{ role: "user", content: "What is my locker code?" }] },
        context: { user_id: "eve" },
        raiseError: false,
      })
      .then((values) => JSON.stringify(values));
    expect(failed).toContain("another user");
    expect(failed).not.toContain("4711");
    const blank = await client.runs
      .wait(await newThread(), "agent", {
        input: { messages: [{ role: "user", content: "Hello" }] },
        context: { user_id: " " },
        raiseError: false,
      })
      .then((values) => JSON.stringify(values));
    expect(blank).toContain("must not be empty or blank");
  });

  it("without a context the user is the setting's", async () => {
    const thread = await newThread();
    const values = (await client.runs.wait(thread, "agent", {
      input: { messages: [{ role: "user", content: "Hello" }] },
    })) as unknown as Values;
    expect(values.owner).toBe("local");
  });

  it("a fork by updateState runs on from there and writes nothing twice", async () => {
    const thread = await newThread();
    const before = await talk(thread, "fay", "I live in Bergen and work at the aquarium.");
    const history = await client.threads.getHistory<Values>(thread);
    const fork = history.find(({ next }) => next.includes("reflect"));
    expect(fork).toBeDefined();
    await client.threads.updateState(thread, {
      values: {},
      checkpoint: fork!.checkpoint as NonNullable<Parameters<Client["threads"]["updateState"]>[1]["checkpoint"]>,
      asNode: "reason",
    });
    const after = (await client.runs.wait(thread, "agent", {
      input: null,
      context: { user_id: "fay" },
    })) as unknown as Values;
    expect(before.kept.length).toBeGreaterThan(0);
    const written = before.kept.map(({ id }) => id);
    expect(after.kept.filter(({ id }) => !written.includes(id))).toEqual([]);
    const known = (await talk(await newThread(), "fay", "What do you know about me?")).recalled?.items ?? [];
    expect(new Set(known.map(({ content }) => content)).size).toBe(known.length);
    expect(after.messages.map(({ id }) => id)).toEqual(before.messages.map(({ id }) => id));
  });
});

describe("E6: the nightly graph in the real dev server", () => {
  /** Five events on one topic of two months ago, in each language. */
  const EVENTS = [
    "Booked a table at Maaemo for 4 with Anna",
    "Moved the table at Maaemo to 6 people, Bo comes too",
    "The table at Maaemo was paid: 17,700 kr",
    "Asked Maaemo for a quiet table near the window",
    "Cancelled the table at Maaemo on 9 September 2026",
    "和李娜一起订了9月3日去京都的机票，共4200元",
    "京都的机票改成9月5日",
    "京都的机票选了靠窗座位12A",
    "京都的机票已经出票，编号KX8842",
    "京都的机票退了，退回3900元",
  ];
  const DAY = 86_400_000;

  it("shows Studio its form, says in a dry run what it would do, and does it for that user alone", async () => {
    const then = Date.now() - 80 * DAY;
    const hindsight = await openHindsight(server.home, null, () => then);
    for (const user of ["gro", "hal"])
      for (const [i, content] of EVENTS.entries())
        await hindsight
          .user(user)
          .remember({ content, kind: "episodic", type: "task", verbatim: true, thread: `${user} ${i}` });
    await hindsight.close();

    const schemas = await client.assistants.getSchemas("upkeep");
    const properties = (schema: unknown) => Object.keys((schema as { properties: object }).properties);
    expect(properties(schemas.input_schema)).toEqual(["all", "dry_run"]);
    expect(properties(schemas.context_schema)).toEqual(["user_id"]);

    const upkeep = async (dryRun: boolean) => {
      const input = { all: false, dry_run: dryRun };
      const values = await client.runs.wait(await newThread(), "upkeep", { input, context: { user_id: "gro" } });
      const { seen, reports } = values as unknown as UpkeepState;
      expect(seen).toBe(1);
      return reports.map(({ owner, steps, problem }) => ({
        owner,
        problem,
        compress: steps.find(({ step }) => step === "compress"),
      }));
    };
    const done = [
      {
        owner: { kind: "user", id: "gro" },
        problem: null,
        compress: { step: "compress", done: 2, skipped: 0, records: 10 },
      },
    ];
    expect(await upkeep(true)).toEqual(done);
    expect(await upkeep(false)).toEqual(done);
    expect(await upkeep(false)).toEqual([]); // nothing is left to do
    for (const [asked, fact] of [
      ["What did Maaemo cost me?", /17,700/],
      ["上次京都的机票退了多少钱？", /3900/],
    ] as const) {
      const found = await talk(await newThread(), "gro", asked);
      expect(found.recalled?.items.map(({ content }) => content).join("\n")).toMatch(fact);
    }
    const after = await openHindsight(server.home, null, () => Date.now());
    const types = async (user: string) => (await after.user(user).list()).map(({ type }) => type);
    expect((await types("gro")).filter((type) => type === "task")).toEqual([]);
    expect((await types("gro")).filter((type) => type === "summary")).toHaveLength(2);
    expect(await types("hal")).toEqual(EVENTS.map(() => "task"));
    await after.close();
  });
});
