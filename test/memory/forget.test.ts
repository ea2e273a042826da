import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forget, restore } from "../../src/memory/forget.ts";
import { remember } from "../../src/memory/remember.ts";
import { supersede } from "../../src/memory/supersede.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

async function write(content: string): Promise<string> {
  const [one] = await remember(at.deps, at.scope, { content });
  if (one?.outcome !== "stored") throw new Error(`not stored: ${JSON.stringify(one)}`);
  at.pass(1000);
  return one.record.id;
}
const active = async () => {
  const store = await at.store();
  const records = await store.list({}, { limit: 100 });
  await store.close();
  return records.map((record) => record.content);
};

describe("E5: forgetting is soft and reversible", () => {
  it("forget hides, restore brings back, twice is once", async () => {
    const id = await write("I'm allergic to peanuts");
    expect((await forget(at.deps, at.scope, id)).status).toBe("forgotten");
    expect((await forget(at.deps, at.scope, id)).status).toBe("forgotten");
    expect(await active()).toEqual([]);
    const back = await restore(at.deps, at.scope, id);
    expect(back).toMatchObject({ status: "active", metadata: {} });
    expect(await restore(at.deps, at.scope, id)).toEqual(back);
    expect(await active()).toEqual(["The user is allergic to peanuts"]);
  });

  it("restore refuses when a newer version stands, or the same was learnt again", async () => {
    const old = await write("I live in Oslo");
    await write("I moved to Bergen");
    await expect(restore(at.deps, at.scope, old)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(forget(at.deps, at.scope, old)).rejects.toMatchObject({ code: "CONFLICT" });
    const tea = await write("I like tea");
    await forget(at.deps, at.scope, tea);
    await write("I like tea");
    await expect(restore(at.deps, at.scope, tea)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("unknown ids and those of other users are NOT_FOUND", async () => {
    const id = await write("I'm vegan");
    const other = { ...at.scope, user: "ada2" };
    for (const call of [
      forget(at.deps, other, id),
      restore(at.deps, other, id),
      supersede(at.deps, other, id, { content: "x" }),
      forget(at.deps, at.scope, "nope"),
    ])
      await expect(call).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await active()).toHaveLength(1);
  });
});

describe("A3: versions", () => {
  it("supersede keeps what it does not change, absolute dates included, and the history reads oldest first", async () => {
    const [first] = await remember(at.deps, at.scope, {
      content: "I have a meeting with Bo on Friday",
      tags: ["work"],
      importance: 0.9,
    });
    const id = (first as { record: { id: string } }).record.id;
    at.pass(1000);
    const next = await supersede(at.deps, at.scope, id, { content: "I have a meeting with Bo tomorrow" });
    expect(next).toMatchObject({
      content: "The user has a meeting with Bo on Tuesday, 1 December 2026",
      tags: ["work"],
      importance: 0.9,
      version: 2,
      supersedes: id,
    });
    const store = await at.store();
    expect((await store.history(id)).map((record) => [record.version, record.status])).toEqual([
      [1, "superseded"],
      [2, "active"],
    ]);
    await store.close();
    await expect(supersede(at.deps, at.scope, id, { content: "The user has no meeting" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("the same words are no new version", async () => {
    const id = await write("I'm vegan");
    await expect(supersede(at.deps, at.scope, id, { content: "The user is vegan." })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("G5: every change is in the audit, without content", async () => {
    const id = await write("I like green tea");
    await forget(at.deps, at.scope, id);
    await restore(at.deps, at.scope, id);
    await supersede(at.deps, at.scope, id, { content: "The user likes black tea" });
    const store = await at.store();
    const trail = await store.auditTrail(10);
    await store.close();
    expect(trail.map((entry) => entry.action).reverse()).toEqual(["write", "forget", "restore", "supersede"]);
    expect(JSON.stringify(trail)).not.toContain("tea");
  });
});
