import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHindsight, type Hindsight } from "../../src/index.ts";
import { temporaryHome } from "../adapters/sqlite/places.ts";

const ZONE = "Europe/Berlin";
/** A Monday. */
const NOW = Date.parse("2026-11-30T12:00:00+01:00");

describe("C4: times of a question", () => {
  let place: ReturnType<typeof temporaryHome>;
  let hindsight: Hindsight;
  const user = () => hindsight.user("lina", { timeZone: ZONE });
  beforeEach(async () => {
    place = temporaryHome();
    const clock = { now: () => NOW };
    hindsight = await createHindsight({
      home: place.home,
      timeZone: ZONE,
      workers: 0,
      mcpConfig: null,
      model: null,
      clock,
    });
    for (const [happenedAt, content] of [
      ["2025-10-26T01:30:00Z", "The cat knocked over the aquarium."],
      ["2025-01-31T10:00:00Z", "I paid the last instalment of the car on Friday."],
      ["2026-10-25T08:00:00Z", "We carved pumpkins for Halloween."],
      ["2026-11-03T10:00:00Z", "I have an appointment with the dentist on 4 December at 9:30."],
      ["2026-11-05T10:00:00Z", "My flight to Oslo is on 2 December at 7:15."],
      ["2026-11-20T10:00:00Z", "I hate phone calls before ten."],
      ["2026-11-28T10:00:00Z", "I bought a used printer for eighty euros."],
      ["2026-09-22T10:00:00Z", "The washing machine is broken at the moment."],
    ] as const)
      await user().remember({ content, happenedAt });
  });
  afterEach(async () => {
    await hindsight.close();
    place.remove();
  });
  const first = async (question: string) => (await user().recall(question)).results[0]?.record.content ?? "";

  it.each([
    ["Do I have anything on Friday?", "dentist"],
    ["What do I have this Friday?", "dentist"],
    ["What happens on December 4th?", "dentist"],
    ["这周五我有什么安排？", "dentist"],
    ["What am I doing on Wednesday?", "Oslo"],
    ["What happened on 26 October 2025 at night?", "aquarium"],
    ["2025年10月26日夜里发生了什么？", "aquarium"],
    ["What did I buy the day before yesterday?", "printer"],
    ["What did I pay on Friday?", "instalment"],
    ["Is the washing machine still broken?", "washing machine"],
  ])("%s", async (question, expected) => {
    expect(await first(question)).toContain(expected);
  });

  it.each(["What's coming up this week?", "接下来这周有什么安排？"])(
    "%s: all that lies ahead of it",
    async (question) => {
      const { results } = await user().recall(question);
      const contents = results.map(({ record }) => record.content).join("\n");
      expect(contents).toContain("Oslo");
      expect(contents).toContain("dentist");
    },
  );

  it("a state that ran out is left out of a question about now with that reason", async () => {
    const { results, leftOut } = await user().recall("Is the washing machine broken now?", { explain: true });
    expect(results.map(({ record }) => record.content).join()).not.toContain("washing machine");
    expect(leftOut).toContainEqual(expect.objectContaining({ reason: "out_of_date" }));
  });
});
