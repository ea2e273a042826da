import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createBuiltinLanguageModel } from "../../../src/adapters/builtin/rules.ts";
import { reflectionSchema } from "../../../src/domain/reflection.ts";
import { scoreSchema } from "../../../src/memory/score.ts";
import { AT } from "../../support/memory-deps.ts";

const model = createBuiltinLanguageModel({ clock: { now: () => 0 } });
const input = {
  language: "en",
  timeZone: "UTC",
  preset: "assistant",
  turns: [{ n: 1, role: "user", content: "I'm vegan", at: AT }],
  steps: [],
  error: null,
  existing: [],
  lastSaid: null,
  recalled: [],
};

describe("the built-in rules as a language model", () => {
  it("is labelled as what it is", () => {
    expect([model.builtin, model.name]).toEqual([true, "hindsight-builtin-rules"]);
  });

  it("reflects upon the input, on a rung of its own", async () => {
    const result = await model.structured({ name: "reflect", schema: reflectionSchema, messages: [], input });
    expect(result).toMatchObject({
      ok: true,
      rung: "builtin",
      repaired: false,
      value: { semanticUpdates: [{ op: "add", statement: "The user is vegan", evidence: [1] }] },
    });
  });

  it("scores 1 to 5 each", async () => {
    const score = async (text: string) => {
      const result = await model.structured({ name: "score", schema: scoreSchema, messages: [], input: { text } });
      if (!result.ok) throw new Error(result.detail);
      return result.value;
    };
    expect((await score("I'm allergic to peanuts")).reusability).toBe(5);
    expect((await score("It was fun")).density).toBeLessThan(2);
    expect((await score("我对花生过敏")).reusability).toBe(5);
  });

  it("a failed check is reported with the answer, like any model's", async () => {
    const result = await model.structured({
      name: "reflect",
      schema: reflectionSchema,
      messages: [],
      input,
      check: () => ["wrong"],
    });
    expect(result).toMatchObject({
      ok: false,
      reason: "failed_check",
      detail: "wrong",
      raw: expect.stringContaining("vegan"),
    });
  });

  it("an unknown request, or input of another shape, is a programming error; an abort is an abort", async () => {
    await expect(model.structured({ name: "constructor", schema: z.unknown(), messages: [], input })).rejects.toThrow(
      /no request "constructor"/u,
    );
    await expect(
      model.structured({ name: "reflect", schema: reflectionSchema, messages: [], input: {} }),
    ).rejects.toThrow();
    await expect(
      model.structured({ name: "reflect", schema: reflectionSchema, messages: [], input, signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/iu);
  });
});
