import { expect, test } from "vitest";
import { z } from "zod";
import { exactly, firstIssue, plainly } from "../../src/domain/invalid.ts";
import { readSettings } from "../../src/settings.ts";

const said = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { error: plainly });
  return parsed.success ? null : firstIssue(parsed.error);
};

test("what is wrong is said in words and with the path of the field", () => {
  const schema = exactly({ n: z.number().int().min(2), list: z.array(z.enum(["a", "b"])).optional() });
  expect(said(schema, { n: 2 })).toBeNull();
  expect(said(schema, {})).toEqual({ path: "n", message: "is missing" });
  expect(said(schema, { n: "2" })).toEqual({ path: "n", message: "must be a number" });
  expect(said(schema, { n: 2.5 })).toEqual({ path: "n", message: "must be a whole number" });
  expect(said(schema, { n: 1 })).toEqual({ path: "n", message: "must be at least 2" });
  expect(said(schema, { n: 2, list: ["c"] })).toEqual({ path: "list.0", message: 'must be "a" or "b", not "c"' });
  expect(said(schema, { n: 2, m: 1 })).toEqual({ path: "", message: 'unknown key "m"; known are n, list' });
});

test("settings errors speak of variable, option and accepted values, never of a schema, and tell no secret", () => {
  const error = (env: Record<string, string>, overrides: object = {}): string => {
    try {
      readSettings(env, overrides);
    } catch (thrown) {
      return String(thrown);
    }
    return "accepted";
  };
  expect(error({ HINDSIGHT_RECALL: "x" })).toContain('HINDSIGHT_RECALL: must be "always" or "cue" or "tool", not "x"');
  expect(error({ HINDSIGHT_MODEL_TIMEOUT_MS: "abc" })).toContain("HINDSIGHT_MODEL_TIMEOUT_MS: must be a number");
  expect(error({ HINDSIGHT_WORKING_TURNS: "1.5" })).toContain("HINDSIGHT_WORKING_TURNS: must be a whole number");
  expect(error({ HINDSIGHT_RECALL_TOKENS: "1" })).toContain("HINDSIGHT_RECALL_TOKENS: must be at least 50");
  expect(error({ OPENAI_BASE_URL: "nope" })).toContain("OPENAI_BASE_URL: must be a URL");
  expect(error({ HINDSIGHT_ENCRYPTION_KEY: "hunter2" })).toMatch(/at least 16 characters$/);
  expect(error({}, { nope: 1 })).toMatch(/settings: unknown key "nope"; known are home, user/);
  expect(error({}, { recallTokens: -1 })).toContain('option "recallTokens": must be at least 50');
});
