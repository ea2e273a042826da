import { expect, test } from "vitest";
import { gate } from "../../src/domain/gate.ts";
import { isRecalled } from "../../src/domain/similar.ts";
import { requestOf } from "../../src/domain/task.ts";

const recalled = ["The user is allergic to peanuts", "用户对花生过敏", "The user lives in Oslo"];

test.each([
  "You are allergic to peanuts (30 November 2026)",
  "- You live in Oslo (earlier in this conversation)",
  "[1] (constraint · said by the user · 2026-11-30) The user is allergic to peanuts",
  "你对花生过敏（2026年11月30日）",
])("B2: a memory comes back in the form it was shown in: %s", (text) => {
  expect(isRecalled(text, recalled)).toBe(true);
});

test.each(["You are allergic to walnuts (30 November 2026)", "I live in Bergen (since 2024)"])(
  "B2: news in that form stays news: %s",
  (text) => {
    expect(isRecalled(text, recalled)).toBe(false);
  },
);

test.each(["[tool] search returned 10 results", "Error: ENOENT: no such file or directory, open 'x'"])(
  "B2: tool noise is refused: %s",
  (text) => {
    expect(gate(text, { preset: "assistant", recalled: [] })).toMatchObject({
      decision: "refuse",
      reason: "tool_noise",
    });
  },
);

test("A2: an episode does not gather what the gate refused turn by turn", () => {
  const at = "2026-11-30T10:00:00.000Z";
  const said = [
    "what do you know about me?",
    "You live in Oslo (30 November 2026)",
    "{'status':'ok'}",
    "We sailed round Hidra.",
  ];
  const request = requestOf({
    language: "en",
    timeZone: "UTC",
    recalled,
    steps: [],
    error: null,
    turns: said.map((content, i) => ({ n: i + 1, role: "user" as const, content, at })),
  });
  expect(request).toBe("We sailed round Hidra.");
});

test.each([
  "I don't smoke",
  "I have no siblings",
  "I'm 34",
  "When I was a child I lived in Spain",
  "I don't have a car anymore",
])("B2: a plain fact is not refused: %s", (text) => {
  expect(gate(text, { preset: "assistant", recalled: [] }).decision).not.toBe("refuse");
});
