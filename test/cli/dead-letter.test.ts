import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHindsight } from "../../src/hindsight.ts";
import { say, startOpenAiServer } from "../support/openai-server.ts";
import { hindsight as cli, plainEnv } from "./support/process.ts";

test("D3: what a model answered wrongly is a dead letter that stats and doctor show, through the real client", async () => {
  const server = await startOpenAiServer({ chat: () => say.text("I would rather not fill in forms.") });
  const home = mkdtempSync(join(tmpdir(), "hindsight-letter-"));
  const hindsight = await createHindsight({
    home,
    user: "ada",
    model: "scripted",
    apiKey: "test",
    baseUrl: server.baseUrl,
    logLevel: "silent",
  });
  try {
    const turn = {
      role: "user",
      content: "I am allergic to peanuts",
      id: "m1",
      at: "2026-11-30T10:00:00.000Z",
    } as const;
    const { deadLetter } = await hindsight.user("ada").reflect({ thread: "t1", turns: [turn] });
    expect(deadLetter).toMatchObject({ reason: "not_json", raw: "I would rather not fill in forms." });

    expect((await hindsight.doctor()).find(({ name }) => name === "dead letters")).toMatchObject({ ok: false });
    await hindsight.close();

    const env = plainEnv(home, { HINDSIGHT_USER: "ada" });
    const text = await cli(["stats"], env);
    expect(text.out).toMatch(/^dead letters +1 /mu);
    expect(text.out).toMatch(/reflect by scripted: not_json/u);
    const asJson = await cli(["stats", "--json"], env);
    expect(JSON.parse(asJson.out)).toMatchObject({ letters: [{ raw: "I would rather not fill in forms." }] });
  } finally {
    await hindsight.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
});
