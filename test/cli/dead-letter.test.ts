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

    const letters = async () => (await hindsight.doctor()).find(({ name }) => name === "dead letters");
    expect(await letters()).toMatchObject({ ok: false, detail: "1 reflection(s) or other jobs failed for good" });
    await hindsight.user("bob").reflect({ thread: "t2", turns: [turn] });
    expect((await letters())?.detail).toMatch(/^1 reflection.*; 1 of other users \(/);
    await hindsight.close();

    const env = plainEnv(home, { HINDSIGHT_USER: "ada" });
    const text = await cli(["stats"], env);
    expect(text.out).toMatch(/^dead letters +1 /mu);
    expect(text.out).toMatch(/reflect by scripted: not_json/u);
    const asJson = await cli(["stats", "--json"], env);
    expect(JSON.parse(asJson.out)).toMatchObject({ letters: [{ raw: "I would rather not fill in forms." }] });

    const id = deadLetter?.id ?? "";
    expect(text.out).toContain(id);
    const scripted = { ...env, HINDSIGHT_MODEL: "scripted", OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.baseUrl };
    expect(await cli(["retry"], env)).toMatchObject({ code: 2, err: expect.stringContaining("--all") });
    expect(await cli(["retry", id, "--user", "bob"], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no dead letter/),
    });
    expect(await cli(["discard", id, "--user", "bob"], env)).toMatchObject({ code: 1 });
    expect(await cli(["retry", id], scripted)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^failed again: .*not_json/),
    });
    const done = await cli(["retry", "--all", "--json"], env); // by the built-in rules
    expect(JSON.parse(done.out)).toMatchObject({ retried: [{ id, ok: true, added: 1 }] });
    expect((await cli(["search", "peanuts"], env)).out).toMatch(/peanuts/);
    expect(await cli(["retry", "--all"], env)).toMatchObject({ code: 0, out: "", err: "There are no dead letters.\n" });
  } finally {
    await hindsight.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}, 60_000);

test("D3: a dead letter that is discarded is gone, and nothing was stored", async () => {
  const server = await startOpenAiServer({ chat: () => say.text("No.") });
  const home = mkdtempSync(join(tmpdir(), "hindsight-letter-"));
  const settings = { home, user: "ada", model: "scripted", apiKey: "test", baseUrl: server.baseUrl };
  const hindsight = await createHindsight({ ...settings, logLevel: "silent" });
  try {
    const turn = {
      role: "user",
      content: "I am allergic to peanuts",
      id: "m1",
      at: "2026-11-30T10:00:00.000Z",
    } as const;
    const { deadLetter } = await hindsight.user("ada").reflect({ thread: "t1", turns: [turn] });
    await hindsight.close();
    const env = plainEnv(home, { HINDSIGHT_USER: "ada" });
    expect(await cli(["discard", deadLetter?.id ?? ""], env)).toMatchObject({
      code: 0,
      out: "1 dead letter discarded\n",
    });
    expect(JSON.parse((await cli(["stats", "--json"], env)).out)).toMatchObject({ letters: [], total: 0 });
  } finally {
    await hindsight.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
});

test.each([
  [say.text("Ready."), true, /answered "Ready\."/],
  [say.status(400, "no such model"), false, /no such model/],
  [say.text(""), false, /answered with nothing/],
])("doctor --model asks the chat model for a word: %j", async (answer, ok, detail) => {
  const server = await startOpenAiServer({ chat: [answer] });
  const home = mkdtempSync(join(tmpdir(), "hindsight-letter-"));
  const hindsight = await createHindsight({
    home,
    model: "scripted",
    apiKey: "test",
    baseUrl: server.baseUrl,
    logLevel: "silent",
  });
  try {
    const quiet = (await hindsight.doctor()).find(({ name }) => name === "chat model");
    expect(quiet).toMatchObject({ ok: true, detail: expect.stringContaining("doctor --model") });
    expect(server.chats).toHaveLength(0);
    const asked = (await hindsight.doctor({ model: true })).find(({ name }) => name === "chat model");
    expect(asked).toMatchObject({ ok, detail: expect.stringMatching(detail) });
  } finally {
    await hindsight.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
});
