import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "../../src/agent/graph.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { silentLog } from "../../src/ports/log.ts";
import { newHome } from "../cli/support/process.ts";
import { as, NOON, say } from "./support.ts";

let hindsight: Hindsight;
let remove: () => Promise<void>;
beforeEach(async () => {
  const place = await newHome();
  remove = place.remove;
  const nothing = { apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null };
  hindsight = await createHindsight({
    ...{ home: place.home, clock: { now: () => NOON }, log: silentLog, timeZone: "Europe/Oslo" },
    ...{ encryptionKey: null, embeddingModel: null, writes: "inline" as const, ...nothing },
  });
});
afterEach(async () => {
  await hindsight.close();
  await remove();
});

const bookFlight = tool(
  async ({ date }: { date: string }) => {
    if (!/^\d{4}-\d{2}-\d{2}$/u.test(date)) throw new Error("date must be YYYY-MM-DD");
    return `booked for ${date}`;
  },
  { name: "book_flight", description: "Books a flight", schema: z.object({ to: z.string(), date: z.string() }) },
);
const call = (to: string, date: string, id: string) => [{ name: "book_flight", args: { to, date }, id }];

/** The memory block the model was shown first. */
const shown = (model: ReturnType<typeof fakeModel>): string => String(model.calls[0]?.messages[0]?.content);

function agentOf(model: ReturnType<typeof fakeModel>, checkpointer = new MemorySaver()) {
  return createAgent({ memory: hindsight, model, tools: [bookFlight], checkpointer, clock: { now: () => NOON } });
}

describe("D2: what failed and what fixed it is known at the next task of its kind", () => {
  it.each([
    [
      "Book me a flight to Bergen on 4 December",
      "Can you book a flight to Rome on 9 December?",
      "Learnt: When book_flight",
    ],
    ["帮我订12月4日去卑尔根的机票", "帮我订一张12月9日去罗马的机票", "经验：当book_flight"],
  ])("%s → %s", async (first, next, learnt) => {
    const tried = fakeModel()
      .respondWithTools(call("Bergen", "4 Dec", "c1"))
      .respondWithTools(call("Bergen", "2026-12-04", "c2"))
      .respond(new AIMessage("Booked."));
    await agentOf(tried).invoke(say(first), as("ada", "one"));
    const model = fakeModel().respond(new AIMessage("On it."));
    await agentOf(model).invoke(say(next), as("ada", "two"));
    expect(shown(model)).toContain(learnt);
    expect(shown(model)).toContain("date must be YYYY-MM-DD");
    expect(shown(model)).toContain("2026-12-04");
    const other = fakeModel().respond(new AIMessage("Hello."));
    await agentOf(other).invoke(say(next), as("bo", "three"));
    expect(shown(other)).not.toContain(learnt); // of another user nothing
  });

  it("B1: a failure and the fix the user found a turn later are one episode", async () => {
    const saver = new MemorySaver();
    const failing = fakeModel()
      .respondWithTools(call("Bergen", "4 Dec", "c1"))
      .respond(new AIMessage("The date was refused."));
    await agentOf(failing, saver).invoke(say("Book me a flight to Bergen on 4 December"), as("ada", "one"));
    const fixing = fakeModel()
      .respondWithTools(call("Bergen", "2026-12-04", "c2"))
      .respond(new AIMessage("Booked."));
    await agentOf(fixing, saver).invoke(say("Try it with 2026-12-04"), as("ada", "one"));
    const episodes = await hindsight.user("ada").list({ kinds: ["episodic"] });
    expect(episodes).toHaveLength(1);
    const [{ episode, supersedes, tags }] = episodes as [(typeof episodes)[0]];
    expect(episode).toMatchObject({ outcome: "success", taskType: "book_flight" });
    expect(episode?.steps.map(({ error }) => error === null)).toEqual([false, true]);
    expect(episode?.request).toContain("flight to Bergen");
    expect(episode?.lessons[0]).toContain("2026-12-04");
    expect(tags).toContain("book_flight");
    expect(supersedes).not.toBeNull();
    const model = fakeModel().respond(new AIMessage("On it."));
    await agentOf(model).invoke(say("Book a flight to Rome"), as("ada", "two"));
    expect(shown(model)).toContain("Learnt: When book_flight");
  });

  it("another tool that works mends nothing", async () => {
    const saver = new MemorySaver();
    const note = tool(async () => "noted", { name: "note", description: "Notes", schema: z.object({}) });
    const failing = fakeModel()
      .respondWithTools(call("Bergen", "4 Dec", "c1"))
      .respond(new AIMessage("The date was refused."))
      .respondWithTools([{ name: "note", args: {}, id: "c2" }])
      .respond(new AIMessage("Noted."));
    const agent = createAgent({ memory: hindsight, model: failing, tools: [bookFlight, note], checkpointer: saver });
    await agent.invoke(say("Book me a flight to Bergen on 4 December"), as("ada", "one"));
    await agent.invoke(say("Then write it on my list for later"), as("ada", "one"));
    expect(await hindsight.user("ada").list({ kinds: ["episodic"] })).toHaveLength(2);
  });
});
