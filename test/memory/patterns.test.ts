import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reflectPatterns } from "../../src/memory/patterns.ts";
import { reflect } from "../../src/memory/reflect.ts";
import type { PatternsFound } from "../../src/memory/types.ts";
import { type Bench, bench, scripted } from "../support/memory-deps.ts";

let at: Bench;
let turn = 0;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

/** A talk in a thread of its own, an hour after the last. */
async function talk(...said: string[]) {
  at.pass(3_600_000);
  const when = new Date(at.deps.clock.now()).toISOString();
  const turns = said.flatMap((content) => [
    { role: "user" as const, content, id: `u${turn}`, at: when },
    { role: "assistant" as const, content: "Done.", id: `a${turn++}`, at: when },
  ]);
  const { episode } = await reflect(at.deps, at.scope, { thread: `t${turn}`, turns });
  return episode!.id;
}
const contents = ({ added }: PatternsFound) => added.map(({ content }) => content);

describe("D4: batch reflection", () => {
  it.each([
    ["Find me a hotel in", "no prepaid hotels please", "The user does not want prepaid hotels"],
    ["帮我找酒店，在", "不要预付的酒店", "用户不要预付的酒店"],
  ])("%s …: three refusals become one preference with its evidence, once", async (ask, refuse, statement) => {
    const ids = [];
    for (const city of ["Rome", "Oslo"]) ids.push(await talk(`${ask} ${city}`, refuse));
    expect(contents(await reflectPatterns(at.deps, at.scope))).toEqual([]);
    ids.push(await talk(`${ask} Bergen`, refuse));
    const first = await reflectPatterns(at.deps, at.scope);
    expect(contents(first)).toEqual([statement]);
    expect(first.added[0]).toMatchObject({
      type: "preference",
      source: "agent",
      confidence: 0.75,
      metadata: { evidence: ids },
    });
    expect(first.added[0]?.promptVersion).toBe("patterns.rules@1");
    const again = await reflectPatterns(at.deps, at.scope);
    expect([again.added, again.strengthened]).toEqual([[], []]);
    ids.push(await talk(`${ask} Paris`, refuse));
    const fourth = await reflectPatterns(at.deps, at.scope);
    expect(contents(fourth)).toEqual([]);
    expect(fourth.strengthened).toMatchObject([{ content: statement, confidence: 0.8, metadata: { evidence: ids } }]);
    const store = await at.store();
    expect(await store.get([first.added[0]!.id])).toMatchObject([{ confidence: 0.8, metadata: { evidence: ids } }]);
    await store.close();
  });

  it("'shorter, please' said five times becomes one wish", async () => {
    for (const what of ["Tom", "Ida", "the bank", "my boss", "Lea"])
      await talk(`Draft a mail to ${what}`, "shorter, please");
    expect(contents(await reflectPatterns(at.deps, at.scope))).toEqual(["The user wants answers kept short"]);
  });

  it("what was forgotten is not found again", async () => {
    for (const city of ["Rome", "Oslo", "Bergen"]) await talk(`Find me a hotel in ${city}`, "no prepaid hotels please");
    const { added } = await reflectPatterns(at.deps, at.scope);
    const store = await at.store();
    await store.patch(added[0]!.id, { status: "forgotten" });
    await talk("Find me a hotel in Paris", "no prepaid hotels please");
    expect(contents(await reflectPatterns(at.deps, at.scope))).toEqual([]);
    await store.close();
  });

  it("a model's patterns are checked, and are not asked for again until there is another task", async () => {
    for (const city of ["Rome", "Oslo", "Bergen"]) await talk(`Find me a hotel in ${city}`);
    const model = scripted({
      patterns: [{ statement: "The user books hotels with a view", type: "preference", evidence: [1, 2, 3] }],
    });
    const deps = { ...at.deps, reflector: model };
    const first = await reflectPatterns(deps, at.scope);
    expect(first.added).toMatchObject([
      { content: "The user books hotels with a view", promptVersion: "patterns.en@2" },
    ]);
    expect(String(model.asked[0]?.messages[0]?.content)).toContain("Find me a hotel in Rome");
    await reflectPatterns(deps, at.scope);
    expect(model.asked).toHaveLength(1);
  });

  it("an answer that fails a check leaves a dead letter and its usable part, and is asked for again", async () => {
    for (const city of ["Rome", "Oslo", "Bergen"]) await talk(`Find me a hotel in ${city}`);
    const good = { statement: "The user books hotels with a view", type: "preference", evidence: [1, 2, 3] };
    const bad = { statement: "She likes tea", type: "preference", evidence: [1, 2, 7] };
    const fenced = `Here it is:\n\`\`\`json\n${JSON.stringify({ patterns: [good, bad] })}\n\`\`\``;
    const model = scripted({ fails: "failed_check", raw: fenced }, { patterns: [good] });
    const deps = { ...at.deps, reflector: model };
    const first = await reflectPatterns(deps, at.scope);
    expect(contents(first)).toEqual([good.statement]);
    expect(first.dropped).toMatchObject([{ part: "She likes tea" }]);
    expect(await at.deps.ledger.deadLetters("ada")).toMatchObject([{ job: "patterns", reason: "failed_check" }]);
    expect(contents(await reflectPatterns(deps, at.scope))).toEqual([]);
    expect(model.asked).toHaveLength(2);
  });

  it("two runs at the same moment make one", async () => {
    for (const city of ["Rome", "Oslo", "Bergen"]) await talk(`Find me a hotel in ${city}`, "no prepaid hotels please");
    const runs = await Promise.all([reflectPatterns(at.deps, at.scope), reflectPatterns(at.deps, at.scope)]);
    expect(runs.map(({ busy }) => busy).sort()).toEqual([false, true]);
    expect(runs.flatMap(contents)).toHaveLength(1);
  });
});
