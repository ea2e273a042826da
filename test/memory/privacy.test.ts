import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
let open: Hindsight[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-privacy-"));
  server = await startOpenAiServer({ chat: () => say.text("no JSON at all") });
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

/** Everything on disk and everything that went over the wire. */
async function everything(): Promise<string> {
  for (const one of open.splice(0)) await one.close();
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1"));
  return [...files, JSON.stringify(server.chats), JSON.stringify(server.embeddings)].join("\n");
}

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
