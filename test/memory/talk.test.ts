import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHindsight, type Hindsight } from "../../src/index.ts";
import { temporaryHome } from "../adapters/sqlite/places.ts";

/** What a talk told beside what became statements: none of it may be lost to recall. */
describe("A3: an episode keeps what its statements do not tell", () => {
  let place: ReturnType<typeof temporaryHome>;
  let hindsight: Hindsight;
  beforeEach(async () => {
    place = temporaryHome();
    hindsight = await createHindsight({ home: place.home, timeZone: "UTC", workers: 0, mcpConfig: null, model: null });
  });
  afterEach(async () => {
    await hindsight.close();
    place.remove();
  });

  const talk = (...said: string[]) =>
    hindsight.user("priya").reflect({
      thread: "talk",
      turns: said.flatMap((content, i) => [
        { role: "user" as const, content, id: `u${i}`, at: `2026-10-05T09:0${i}:00.000Z` },
        { role: "assistant" as const, content: "OK.", id: `a${i}`, at: `2026-10-05T09:0${i}:30.000Z` },
      ]),
    });

  it.each([
    [["Our new accountant is Marcus Bell. Helen retired."], "Helen retired"],
    [
      ["I've hired an apprentice, Leon. He starts at 5.", "He can't lift more than 10 kg because of his back."],
      "10 kg",
    ],
    [["My sister lives in York.", "She just bought a narrowboat."], "narrowboat"],
    [["I picked up the watch yesterday. Don't tell Tom!"], "picked up the watch"],
    [["我妹妹住在大连。", "她刚买了一条小渔船。"], "渔船"],
  ])("%j: %s", async (said, kept) => {
    const { episode, added } = await talk(...said);
    const told = [...added.map(({ content }) => content), ...(episode?.status === "active" ? [episode.content] : [])];
    expect(told.join("\n")).toContain(kept);
  });

  it.each([
    [
      ["What temperature for the sourdough?", "That's too dark in my oven. 220 for 45 minutes works."],
      "sourdough",
      "220",
    ],
    [["烤面包用多少度？", "太黑了，220度45分钟就行。"], "烤面包", "220度"],
  ])("a value stays with what it is of: %j", async (said, topic, value) => {
    const { episode, added } = await talk(...said);
    expect(added).toEqual([]);
    expect(episode).toMatchObject({ status: "active" });
    expect(episode?.content).toContain(topic);
    expect(episode?.content).toContain(value);
  });

  it.each([
    [["My brother lives in York.", "Time flies."]],
    [["My brother lives in York. I can't believe it."]],
    [["我哥哥住在大连。", "真没想到。"]],
  ])("chatter beside a statement keeps no episode beside it: %j", async (said) => {
    const { episode, added } = await talk(...said);
    expect(added).toHaveLength(1);
    expect(episode).toMatchObject({ status: "compressed" });
  });

  it("a long talk is not cut at its first sentences", async () => {
    const said = Array.from(
      { length: 8 },
      (_, i) => `Then we walked to pier ${i} and had a long lunch in the rain there.`,
    );
    const { episode } = await talk(said.join(" "));
    expect(episode?.content).toContain("pier 7");
  });
});
