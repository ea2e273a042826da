import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemory } from "../../src/memory/memory.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const memory = () => createMemory(at.deps, at.scope);

const RECALL: [unknown, RegExp][] = [
  [{ kk: 3 }, /recall option: unknown key "kk"; known are k, filter/],
  [{ k: 0 }, /"k": must be at least 1/],
  [{ k: 1.5 }, /"k": must be a whole number/],
  [{ k: 1_001 }, /"k": must be at most 1000/],
  [{ tokenBudget: -5 }, /"tokenBudget": must be at least 1/],
  [{ preset: "odd" }, /"preset": must be "support" or "assistant" or "companion", not "odd"/],
  [{ askedAt: "yesterday" }, /"askedAt": "yesterday" is no time stamp/],
  [{ conversation: [{ role: "tool", content: "x" }] }, /"conversation.0.role": must be "user" or "assistant"/],
  [{ filter: { kind: "semantic" } }, /"filter": unknown key "kind"; known are statuses, kinds/],
  [{ filter: { tag: ["x"] } }, /unknown key "tag"/],
  [{ filter: { status: ["forgotten"] } }, /unknown key "status"/],
  [{ filter: { kinds: ["semantik"] } }, /"filter.kinds.0": must be "episodic" or "semantic", not "semantik"/],
  [{ filter: { tags: "x" } }, /"filter.tags": must be a list/],
  [{ filter: { asOf: "garbage" } }, /"filter.asOf": "garbage" is no time stamp; write ISO 8601/],
  [{ filter: { since: "昨天" } }, /"filter.since": "昨天" is no time stamp/],
  [{ filter: { until: 7 } }, /"filter.until": must be a time stamp as text/],
];

describe("a filter or option that is not understood is refused, not left out", () => {
  it.each(RECALL)("recall with %j", async (options, message) => {
    await expect(memory().recall("tea", options as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(message),
    });
  });

  it("list, profile and audit too", async () => {
    const list = memory().list as (...given: unknown[]) => Promise<unknown>;
    for (const [given, message] of [
      [[{ kinds: ["x"] }], /filter "kinds.0"/],
      [[{ kind: "semantic" }], /unknown key "kind"/],
      [[{}, { limit: -1 }], /page option "limit": must be at least 1/],
      [[{}, { offset: 3 }], /unknown key "offset"; known are limit, after, newestFirst/],
    ] as const)
      await expect(list(...given)).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringMatching(message),
      });
    await expect(memory().profile({ k: -1 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(memory().audit(-1)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("no option of another name or kind passes unseen", async () => {
    const words = ["k", "filter", "namespaces", "thread", "tokenBudget", "preset", "explain", "touch", "askedAt"];
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.jsonValue(), async (key, value) => {
        fc.pre(!words.includes(key) && !["conversation", "signal", "__proto__"].includes(key));
        await expect(memory().recall("tea", { [key]: value } as never)).rejects.toMatchObject({
          code: "INVALID_INPUT",
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe("times of a filter", () => {
  beforeEach(() =>
    rememberAll(at.deps, at.scope, [
      { content: "Ada drank tea.", happenedAt: "2026-03-10T12:00:00Z" },
      { content: "Ada drank coffee.", happenedAt: "2026-03-11T12:00:00Z" },
    ]),
  );

  it("mean the same instant however they are written", async () => {
    for (const since of ["2026-03-11T00:00:00Z", "2026-03-11T01:00+01:00", "2026-03-11", "2026-03-10T23:00:00-01:00"]) {
      const { results } = await memory().recall("drank", { filter: { since } });
      expect(
        results.map(({ record }) => record.content),
        since,
      ).toEqual(["Ada drank coffee."]);
      expect((await memory().list({ since })).length, since).toBe(1);
    }
  });
});
