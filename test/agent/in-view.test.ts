import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { describe, expect, it } from "vitest";
import { as, fakeSource, say, testAgent } from "./support.ts";

const VEGAN = "Ada only eats vegan food.";

async function talk() {
  const memory = fakeSource();
  const ada = memory.of("ada");
  await ada.remember({ content: VEGAN, type: "constraint" });
  const model = fakeModel();
  for (let n = 0; n < 8; n++) model.respond(new AIMessage("Which table?"));
  const { agent } = testAgent({ memory, model });
  const told = (text: string, context = {}) =>
    agent.invoke(say(text), { ...as("ada"), context: { user_id: "ada", ...context } });
  await told("Book a table for dinner tonight.");
  return { ada, model, told };
}
/** The system message of the newest call. */
const shown = (model: ReturnType<typeof fakeModel>) => String(model.calls.at(-1)?.messages[0]?.content);

describe("what a request recalled, until the request is done", () => {
  it("stays before the model for the next three messages that recall nothing themselves", async () => {
    const { model, told, ada } = await talk();
    for (const answer of ["A quiet one.", "Seven o'clock.", "Four people."]) {
      const state = await told(answer);
      expect(state.recalled).toBeNull();
      expect(state.block).toContain(VEGAN);
      expect(shown(model)).toContain(VEGAN);
    }
    const after = await told("Thanks.");
    expect(after.block).toBe("");
    expect(shown(model)).not.toContain(VEGAN);
    expect(ada.recalls).toHaveLength(1);
  });

  it("stands behind what a later message recalls, once", async () => {
    const { ada, told } = await talk();
    await ada.remember({ content: "Ada's usual table is by the fireplace." });
    const state = await told("The usual table, by the fireplace.");
    const own = state.recalled?.items.map(({ content }) => content);
    expect(own).toContain("Ada's usual table is by the fireplace.");
    expect(own).not.toContain(VEGAN);
    expect(state.block.split(VEGAN)).toHaveLength(2);
    expect(state.block).toContain("fireplace");
    expect(state.inView).toContainEqual({ id: ada.records[0]!.id, left: 2 });
  });

  it("is looked up anew: what was superseded or erased meanwhile is gone", async () => {
    const { ada, told } = await talk();
    ada.records[0] = { ...ada.records[0]!, status: "superseded" };
    expect((await told("A quiet one.")).block).toBe("");
    const other = await talk();
    other.ada.records.length = 0;
    expect((await other.told("A quiet one.")).block).toBe("");
  });

  it("is not shown where a run recalls by tool only", async () => {
    const { told } = await talk();
    expect((await told("A quiet one.", { recall: "tool" })).block).toBe("");
  });

  it("a memory that fails is said, and the reply goes on", async () => {
    const { ada, told } = await talk();
    ada.show = async () => {
      throw new Error("the disk is gone");
    };
    const state = await told("A quiet one.");
    expect(state.memoryProblem).toContain("the disk is gone");
    expect(state.messages.at(-1)?.content).toBe("Which table?");
  });
});
