import { describe, expect, test } from "vitest";
import { z } from "zod";
import { tolerant } from "../../src/mcp/tolerant.ts";
import { transcript } from "../../src/mcp/transcript.ts";

const schema = z.object({
  query: z.string().min(1),
  k: z.number().int().min(1).max(50).optional(),
  weight: z.number().optional(),
  deep: z.boolean().optional(),
  kind: z.enum(["episodic", "semantic"]).optional(),
  tags: z.array(z.string()).optional(),
  turns: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })).optional(),
});
const forgiving = tolerant(schema, { limit: "k" });

function read(given: Record<string, unknown>) {
  const result = forgiving["~standard"].validate({ query: "q", ...given });
  if (result instanceof Promise) throw new Error("the check is synchronous");
  if (result.issues !== undefined)
    return result.issues.map(({ path, message }) => `${path?.join(".")}: ${message}`).join("; ");
  const { query: _, ...rest } = result.value.args;
  return { ...rest, ...(result.value.ignored.length > 0 && { ignored: result.value.ignored }) };
}

describe("F4: slightly wrong arguments are understood", () => {
  test.each([
    [{ k: "5" }, { k: 5 }],
    [{ k: " 5.0 " }, { k: 5 }],
    [{ limit: "7" }, { k: 7 }],
    [{ weight: "0.25" }, { weight: 0.25 }],
    [{ deep: "true" }, { deep: true }],
    [{ deep: "No" }, { deep: false }],
    [{ deep: 1 }, { deep: true }],
    [{ kind: "Semantic " }, { kind: "semantic" }],
    [{ tags: "a,b" }, { tags: ["a", "b"] }],
    [{ tags: "旅行，工作" }, { tags: ["旅行", "工作"] }],
    [{ tags: "travel" }, { tags: ["travel"] }],
    [{ tags: '["a","b"]' }, { tags: ["a", "b"] }],
    [{ tags: 7 }, { tags: ["7"] }],
    [{ k: null, kind: "", tags: null }, {}],
    [{ turns: '[{"role":"USER","content":"hi"}]' }, { turns: [{ role: "user", content: "hi" }] }],
    [{ turns: { role: "user", content: 5 } }, { turns: [{ role: "user", content: "5" }] }],
    [{ turns: ['{"role":"user","content":"hi"}'] }, { turns: [{ role: "user", content: "hi" }] }],
    [{ colour: "red" }, { ignored: ["colour"] }],
    [
      { k: 3, limit: 9 },
      { k: 3, ignored: ["limit"] },
    ],
  ])("%j is read as %j", (given, meant) => {
    expect(read(given)).toEqual(meant);
  });

  test("a text that is a number is a text, and JSON inside a text stays", () => {
    expect(forgiving["~standard"].validate({ query: 118 })).toMatchObject({ value: { args: { query: "118" } } });
    expect(forgiving["~standard"].validate({ query: "[5]" })).toMatchObject({ value: { args: { query: "[5]" } } });
  });
});

describe("F4: really wrong arguments are refused, by name", () => {
  test.each([
    [{ k: "many" }, "k: "],
    [{ k: 500 }, "k: "],
    [{ k: "1e999" }, "k: "],
    [{ k: {} }, "k: "],
    [{ kind: "odd" }, "kind: "],
    [{ deep: "perhaps" }, "deep: "],
    [{ turns: "hello" }, "turns.0: "],
    [{ turns: [{ role: "user" }] }, "turns.0.content: "],
    [{ query: "" }, "query: "],
    [{ query: null }, "query: "],
  ])("%j", (given, where) => {
    expect(read(given)).toContain(where);
  });

  test.each([[null], [undefined], ["text"], [[1]], [7]])(
    "%j instead of arguments is refused, and nothing throws",
    (given) => {
      expect(forgiving["~standard"].validate(given)).toMatchObject({ issues: [{ path: ["query"] }] });
    },
  );
});

test("a conversation as one text becomes turns, in English and Chinese", () => {
  expect(transcript("User: Hi\nthere\n\nAssistant: Hello!\nHuman: Bye")).toEqual([
    { role: "user", content: "Hi\nthere" },
    { role: "assistant", content: "Hello!" },
    { role: "user", content: "Bye" },
  ]);
  expect(transcript("用户：我对花生过敏\n助手: 记住了")).toEqual([
    { role: "user", content: "我对花生过敏" },
    { role: "assistant", content: "记住了" },
  ]);
  expect(transcript("just a note: buy milk")).toEqual([{ role: "user", content: "just a note: buy milk" }]);
  expect(transcript(" \n ")).toEqual([]);
});
