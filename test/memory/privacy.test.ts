import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contentHash, makeRecord } from "../../src/domain/record.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import type { Settings } from "../../src/settings.ts";
import { type OpenAiServer, say, startOpenAiServer } from "../support/openai-server.ts";

const SECRETS = [
  "4111111111111111",
  "4111 1111 1111 1111",
  "11010519491231002X",
  "hunter2x",
  "sk-abcdefghijklmnop1234",
];
const AT = "2026-11-30T09:00:00.000Z";

let home: string;
let server: OpenAiServer;
let answer = "no JSON at all";
let open: Hindsight[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-privacy-"));
  server = await startOpenAiServer({ chat: () => say.text(answer) });
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

async function hindsight(more: Partial<Settings> = {}): Promise<Hindsight> {
  const made = await createHindsight({
    home,
    apiKey: "test",
    baseUrl: server.baseUrl,
    model: "scripted",
    embeddingModel: "scripted",
    timeZone: "UTC",
    logLevel: "silent",
    ...more,
  });
  open.push(made);
  return made;
}

/** Everything on disk and everything that was embedded. */
async function kept(): Promise<string> {
  for (const one of open.splice(0)) await one.close();
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1"));
  return [...files, JSON.stringify(server.embeddings)].join("\n");
}

/** The same, and what went to a model. */
const everything = async () => `${await kept()}\n${JSON.stringify(server.chats)}`;

describe("G3: secrets reach no file, no embedding and no model that reflects", () => {
  it("by none of the ways in", async () => {
    const memory = (await hindsight()).user("ada");
    const results = await memory.remember("Remember that my bank card is 4111 1111 1111 1111.");
    await memory.remember({ content: "请记住我的身份证号是11010519491231002X", tags: ["sk-abcdefghijklmnop1234"] });
    await memory.remember({ content: "My password is hunter2x", verbatim: true, metadata: { card: 4111111111111111 } });
    await memory.rememberAll([
      {
        content: "Paid the bill.",
        context: "card 4111111111111111",
        episode: {
          request: "pay",
          steps: [{ tool: "pay", input: '{"password":"hunter2x"}', result: "sk-abcdefghijklmnop1234", error: null }],
          outcome: "success",
          answer: "我的密码是hunter2x",
          taskType: "payment",
          decisions: [],
          lessons: [],
        },
      },
    ]);
    const [first] = await memory.list();
    await memory.supersede(first!.id, "My card is now 4111 1111 1111 1111.");
    const reflected = await memory.reflect({
      thread: "t1",
      turns: [{ role: "user", content: "I live in Bergen and my password is hunter2x", id: "m1", at: AT }],
      steps: [{ tool: "login", input: '{"password":"hunter2x"}', result: null, error: "card 4111111111111111" }],
      error: "key sk-abcdefghijklmnop1234 was refused",
    });
    expect(reflected.deadLetter?.input).toContain("[redacted: password]");
    await memory.rememberLater("Remember that my bank card is 4111 1111 1111 1111.");
    await memory.reflectLater({
      thread: "t2",
      turns: [{ role: "user", content: "我住在卑尔根，银行卡密码是 hunter2x", id: "m2", at: AT }],
    });
    await memory.recall("Is 4111 1111 1111 1111 my card?");
    expect(results[0]).toMatchObject({ outcome: "stored" });
    const contents = (await memory.list()).map(({ content }) => content).join("\n");
    expect(contents).toContain("[redacted: bank card]");
    expect(contents).toContain("[已隐去：身份证号]");

    const all = await everything();
    for (const secret of SECRETS) expect(all.includes(secret), secret).toBe(false);
    expect(all).toContain("[redacted: password]");
  });

  it.each([
    ["The user's password is hunter2x.", "I have a password, hunter2 and an x, and a dog called Rex."],
    ["用户的密码是hunter2x。", "我的密码由hunter2和x组成，我养了一只狗。"],
  ])("nor by way of a model that writes one of what was said in words: %s", async (statement, said) => {
    const form = {
      ...{ summary: statement, outcome: "success", taskType: "login", decisions: [statement], lessons: [] },
      ...{ semanticUpdates: [], entities: [], relations: [] },
    };
    const memory = (await hindsight()).user("ada");
    const turns = [{ role: "user", content: said, id: "m1", at: AT }] as const;
    for (const given of [JSON.stringify(form), `not JSON: ${statement} ${"x".repeat(200_000)}`]) {
      answer = given;
      await memory.reflect({ turns, thread: given.slice(0, 8) });
    }
    const episodes = await memory.list({ statuses: ["active", "compressed"] });
    expect(JSON.stringify(episodes)).toMatch(/redacted|已隐去/u);
    const [letter] = await memory.deadLetters();
    expect(letter).toMatchObject({
      raw: expect.stringMatching(/^not JSON: .*(?:redacted|已隐去)/u),
      detail: expect.stringMatching(/the answer has 2000\d\d characters, of which the first 100000 are kept/u),
    });
    expect(letter!.raw.length).toBeLessThan(100_100);
    expect((await kept()).includes("hunter2x")).toBe(false);
  });

  it("nor by a path that goes to the store itself", async () => {
    const made = await hindsight();
    const store = await made.stores.open(userOwner("ada"));
    const words = "The user's password is hunter2x.";
    const draft = {
      user: "ada",
      kind: "semantic",
      type: "fact",
      source: "user",
      language: "en",
      timeZone: "UTC",
    } as const;
    const record = makeRecord(
      { ...draft, content: words, context: words, metadata: { said: [words] } },
      Date.parse(AT),
    );
    const item = { record, terms: ["hunter2x"], vector: new Float32Array([1, 0]) };
    const fingerprint = { model: "test", version: "1", dimensions: 2 };
    await store.insert([item], fingerprint);
    await store.patch(record.id, { metadata: { told: words }, summary: words });
    const next = makeRecord({ ...draft, content: `Now: ${words}` }, Date.parse(AT));
    await store.supersede(record.id, { ...item, record: { ...next, supersedes: record.id, version: 2 } }, fingerprint);
    const amended = makeRecord({ ...draft, content: `Once: ${words}` }, Date.parse(AT));
    await store.amend({ insert: [{ ...item, record: amended }] }, fingerprint);
    expect((await store.get([amended.id]))[0]?.contentHash).toBe(
      contentHash("Once: The user's password is [redacted: password]."),
    );
    await store.close();
    expect((await kept()).includes("hunter2x")).toBe(false);
  });

  it("unless it is turned off", async () => {
    const memory = (await hindsight({ redaction: "off" })).user("ada");
    await memory.remember({ content: "My password is hunter2x", verbatim: true });
    expect((await memory.list())[0]?.content).toBe("My password is hunter2x");
  });

  it("what is found again is found by what is left of it", async () => {
    const memory = (await hindsight()).user("ada");
    await memory.remember("Remember that my bank card of DNB is 4111 1111 1111 1111.");
    const { results } = await memory.recall("Which bank card do I have?");
    expect(results[0]?.record.content).toMatch(/card of DNB is \[redacted: bank card\]/);
  });
});
