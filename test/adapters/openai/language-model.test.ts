import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOpenAiLanguageModel, type ModelMemory } from "../../../src/adapters/openai/language-model.ts";
import type { StructuredRequest } from "../../../src/ports/model.ts";
import {
  type ChatBody,
  type ChatReply,
  type OpenAiServer,
  type ServerScript,
  say,
  startOpenAiServer,
} from "../../support/openai-server.ts";

const schema = z.strictObject({ fact: z.string(), score: z.number().int().min(1).max(5), note: z.string().nullable() });
type Judgement = z.infer<typeof schema>;
const good: Judgement = { fact: "The user is allergic to peanuts.", score: 5, note: null };

function wanted(more: Partial<StructuredRequest<Judgement>> = {}): StructuredRequest<Judgement> {
  const messages = [{ role: "user" as const, content: "Judge: I'm allergic to peanuts." }];
  return { name: "judgement", schema, messages, input: null, ...more };
}

let server: OpenAiServer;
afterEach(() => server.close());

async function modelOf(script: ServerScript, more: { timeoutMs?: number; memory?: ModelMemory; apiKey?: string } = {}) {
  server = await startOpenAiServer(script);
  return createOpenAiLanguageModel({
    baseUrl: server.baseUrl,
    apiKey: "sk-test",
    model: "scripted",
    timeoutMs: 5_000,
    memory: new Map(),
    ...more,
  });
}

const rungs = () =>
  server.chats.map(({ body }) => body.response_format?.type ?? (body.tools === undefined ? "prompt" : "tool_call"));

/** A server that knows only some of the rungs. */
function knowing(known: readonly string[]): ServerScript {
  return {
    chat: (body) => {
      const asked = body.response_format?.type ?? (body.tools === undefined ? "prompt" : "tool_call");
      if (!known.includes(asked)) return say.unsupported(asked);
      return asked === "tool_call" ? say.tool("judgement", good) : say.json(good);
    },
  };
}

describe("D3: the ladder", () => {
  it("asks for the strict JSON schema first: every field required, nothing beside them, no unusable keyword", async () => {
    const model = await modelOf({ chat: [say.json(good)] });
    const result = await model.structured(wanted());
    expect(result).toEqual({
      ok: true,
      value: good,
      rung: "json_schema",
      repaired: false,
      calls: 1,
      model: "scripted",
    });
    const format = server.chats[0]!.body.response_format!;
    expect(format.json_schema).toMatchObject({ name: "judgement", strict: true });
    expect(format.json_schema!.schema).toEqual({
      type: "object",
      properties: {
        fact: { type: "string" },
        score: { type: "integer", minimum: 1, maximum: 5 },
        note: { type: ["string", "null"] },
      },
      required: ["fact", "score", "note"],
      additionalProperties: false,
    });
  });

  it.each([
    { known: ["json_schema", "tool_call"], rung: "json_schema", calls: 1 },
    { known: ["tool_call", "prompt"], rung: "tool_call", calls: 2 },
    { known: ["json_object", "prompt"], rung: "json_mode", calls: 3 },
    { known: ["prompt"], rung: "prompt", calls: 4 },
  ])("climbs down to $rung where the endpoint answers 400 to what is above", async ({ known, rung, calls }) => {
    const model = await modelOf(knowing(known));
    expect(await model.structured(wanted())).toMatchObject({ ok: true, value: good, rung, calls, repaired: false });
  });

  it("remembers the rung that worked, for every adapter of the same model in this process", async () => {
    const memory: ModelMemory = new Map();
    const model = await modelOf(knowing(["json_object"]), { memory });
    await model.structured(wanted());
    await model.structured(wanted());
    const twin = createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: null,
      model: "scripted",
      timeoutMs: 5_000,
      memory,
    });
    await twin.structured(wanted());
    expect(rungs()).toEqual(["json_schema", "tool_call", "json_object", "json_object", "json_object"]);
  });

  it("starts again from the top after a remembered rung went out of support", async () => {
    let replies = knowing(["tool_call"]).chat as (body: ChatBody, nth: number) => ChatReply;
    const model = await modelOf({ chat: (body, nth) => replies(body, nth) });
    await model.structured(wanted());
    replies = knowing(["json_schema"]).chat as typeof replies;
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "json_schema" });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, calls: 1 });
    expect(rungs()).toEqual(["json_schema", "tool_call", "tool_call", "json_schema", "json_schema"]);
  });

  it("does not forget a rung for one slip", async () => {
    const model = await modelOf({
      chat: [say.json(good), say.text("I think it is a five."), say.tool("judgement", good), say.json(good)],
    });
    await model.structured(wanted());
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "tool_call" });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "json_schema", calls: 1 });
  });

  it("leaves the temperature out once a model refused it", async () => {
    const model = await modelOf({
      chat: (body) =>
        body.temperature === undefined ? say.json(good) : say.status(400, "Unsupported value: 'temperature'"),
    });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "json_schema" });
    await model.structured(wanted());
    expect(server.chats.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined]);
  });
});

describe("D3: answers that need reading", () => {
  it.each([
    ["fenced", say.fenced(good)],
    ["among prose", say.prose(good)],
    ["after thinking aloud", say.text(`<think>{"fact": "no"} hmm</think>\n${JSON.stringify(good)}`)],
  ])("takes JSON that is %s without another call", async (_, reply) => {
    const model = await modelOf({ chat: [reply] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, value: good, calls: 1, repaired: false });
  });

  it("repairs a wrong shape once, naming what was wrong", async () => {
    const model = await modelOf({ chat: [say.json({ fact: "peanuts", score: "high" }), say.json(good)] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, value: good, calls: 2, repaired: true });
    const repair = server.chats[1]!.body.messages;
    expect(repair.at(-2)).toMatchObject({ role: "assistant", content: expect.stringContaining('"high"') });
    expect(repair.at(-1)!.content).toMatch(/score: .*number/iu);
    expect(repair.at(-1)!.content).toMatch(/note: /u);
  });

  it.each([
    ["max_completion_tokens", [4_096, undefined, undefined], [undefined, 4_096, 4_096]],
    ["max_completion_tokens or max_tokens", [4_096, undefined, undefined, undefined], [undefined, 4_096]],
  ])("bounds the answer, also of a model that refuses %s", async (refused, completion, plain) => {
    const model = await modelOf({
      chat: (body) => {
        const named = (["max_completion_tokens", "max_tokens"] as const).find((one) => body[one] !== undefined);
        if (named !== undefined && refused.includes(named)) return say.status(400, `Unsupported parameter: '${named}'`);
        return say.json(good);
      },
    });
    expect((await model.structured(wanted())).ok).toBe(true);
    expect((await model.structured(wanted())).ok).toBe(true);
    expect(rungs().every((rung) => rung === "json_schema")).toBe(true);
    expect(server.chats.map(({ body }) => body.max_completion_tokens)).toEqual(completion);
    expect(server.chats.map(({ body }) => body.max_tokens).slice(0, plain.length)).toEqual(plain);
  });

  it("asks without the bound where it does not fit the model's window beside the prompt", async () => {
    const long = "maximum context length is 4096 tokens. However, you requested 4946 tokens (4096 in the completion)";
    const model = await modelOf({
      chat: (body) => (body.max_completion_tokens === undefined ? say.json(good) : say.status(400, long)),
    });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "json_schema" });
    expect(server.chats).toHaveLength(2);
  });

  it("gives the repair twice the room: a reasoning model thinks before it answers", async () => {
    const model = await modelOf({ chat: [say.cutOff('{"na'), say.json(good)] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, repaired: true });
    expect(server.chats.map(({ body }) => body.max_completion_tokens)).toEqual([4_096, 8_192]);
  });

  it("repairs at a temperature above 0: a model that loops at temperature 0 would loop again", async () => {
    const model = await modelOf({ chat: [say.cutOff('{"fact": "no no no no'), say.json(good)] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, repaired: true });
    expect(server.chats.map(({ body }) => body.temperature)).toEqual([0, 0.6]);
  });

  it("repairs in Chinese where the prompt is Chinese", async () => {
    const model = await modelOf({ chat: [say.json({}), say.json(good)] });
    await model.structured(wanted({ messages: [{ role: "user", content: "请判断：我对花生过敏。" }] }));
    expect(server.chats[1]!.body.messages.at(-1)!.content).toContain("请改正");
  });

  it("repairs what the check refused, and says failed_check with the raw text when that did not help", async () => {
    const check = (value: Judgement) => (value.fact.includes("sesame") ? [] : ["fact must name sesame"]);
    const model = await modelOf({ chat: [say.json(good), say.json({ ...good, fact: "sesame" })] });
    expect(await model.structured(wanted({ check }))).toMatchObject({ ok: true, repaired: true });
    server.push(say.json(good), say.json(good));
    const failed = await model.structured(wanted({ check }));
    expect(failed).toMatchObject({ ok: false, reason: "failed_check", calls: 2, raw: JSON.stringify(good) });
    expect(failed).toMatchObject({ detail: expect.stringContaining("fact must name sesame") });
  });

  it("asks for something shorter after a cut-off answer, and says cut_off when that is cut too", async () => {
    const model = await modelOf({ chat: [say.cutOff('{"fact": "The user'), say.cutOff('{"fact": "The')] });
    expect(await model.structured(wanted())).toMatchObject({
      ok: false,
      reason: "cut_off",
      raw: '{"fact": "The',
      calls: 2,
    });
    expect(server.chats[1]!.body.messages.at(-1)!.content).toContain("shorter");
  });

  it("never chooses among different objects: prose on every rung ends as not_json after five calls", async () => {
    const two = say.text('Either {"fact":"a","score":1,"note":null} or {"fact":"b","score":2,"note":null}.');
    const model = await modelOf({ chat: () => two });
    const result = await model.structured(wanted());
    expect(result).toMatchObject({ ok: false, reason: "not_json", rung: "prompt", calls: 5 });
    expect(result).toMatchObject({
      detail: expect.stringContaining("2 different"),
      raw: expect.stringContaining("Either"),
    });
    expect(rungs()).toEqual(["json_schema", "tool_call", "json_object", "prompt", "prompt"]);
  });

  it("says wrong_shape with the raw text when the shape stays wrong on every rung", async () => {
    const model = await modelOf({ chat: () => say.json({ fact: 1 }) });
    expect(await model.structured(wanted())).toMatchObject({ ok: false, reason: "wrong_shape", raw: '{"fact":1}' });
    expect(server.chats).toHaveLength(5);
  });

  it.each([
    ["a refusal", say.refusal("I cannot help with that."), "I cannot help with that."],
    ["the content filter", say.filtered(), "content filter"],
  ])("does not argue with %s", async (_, reply, detail) => {
    const model = await modelOf({ chat: [reply] });
    const result = await model.structured(wanted());
    expect(result).toMatchObject({ ok: false, reason: "refused", detail: expect.stringContaining(detail), calls: 1 });
  });

  it("takes tool arguments that came as an object instead of a string", async () => {
    const call = { id: "c", type: "function", function: { name: "judgement", arguments: good } };
    const choices = [{ index: 0, message: { role: "assistant", tool_calls: [call] }, finish_reason: "tool_calls" }];
    const reply = {
      kind: "raw",
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ choices }),
    } as const;
    const model = await modelOf({ chat: (body) => (body.tools ? reply : say.unsupported("response_format")) });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, value: good, rung: "tool_call" });
  });

  it("takes the same tool call twice for one, and two different ones for none", async () => {
    const calls = (...scores: number[]) => scores.map((score) => ({ name: "judgement", args: { ...good, score } }));
    const model = await modelOf({ chat: [say.unsupported("it"), say.tools(calls(4, 4))] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, value: { ...good, score: 4 } });
    server.push(
      say.tools(calls(4, 5)),
      say.unsupported("json"),
      say.status(500, "down", { "x-should-retry": "false" }),
    );
    expect(await model.structured(wanted())).toMatchObject({ ok: false, reason: "unreachable", rung: "prompt" });
    server.push(say.tools(calls(4, 5)), say.json(good));
    expect(await model.structured(wanted())).toMatchObject({ ok: true, rung: "json_mode", value: good });
  });
});

describe("D3: an endpoint in trouble is a result, never an exception", () => {
  it("401 names OPENAI_API_KEY, is not tried again and does not repeat the key", async () => {
    const model = await modelOf({ key: "right" }, { apiKey: "sk-wrong" });
    const result = await model.structured(wanted());
    expect(result).toMatchObject({
      ok: false,
      reason: "unreachable",
      detail: expect.stringContaining("OPENAI_API_KEY"),
    });
    expect(JSON.stringify(result)).not.toContain("sk-wrong");
  });

  it.each([429, 500])("%d is tried again, and then is unreachable", async (status) => {
    const headers = { "retry-after-ms": "1" };
    const model = await modelOf({ chat: [say.status(status, "busy", headers), say.json(good)] });
    expect(await model.structured(wanted())).toMatchObject({ ok: true, calls: 1 });
    server.push(...Array.from({ length: 3 }, () => say.status(status, "busy", headers)));
    expect(await model.structured(wanted())).toMatchObject({ ok: false, reason: "unreachable" });
    expect(server.chats).toHaveLength(5);
    expect(server.unscripted()).toBe(0);
  });

  it("does not wait an hour because a 429 asks for it", async () => {
    const model = await modelOf({ chat: [say.status(429, "quota", { "retry-after": "3600" })] });
    expect(await model.structured(wanted())).toMatchObject({ ok: false, reason: "unreachable" });
    expect(server.chats).toHaveLength(1);
  });

  it.each([
    ["a hang", say.hang()],
    ["half an answer", say.stall("{")],
  ])("%s ends at the timeout", async (_, reply) => {
    const model = await modelOf({ chat: () => reply }, { timeoutMs: 300 });
    const result = await model.structured(wanted());
    expect(result).toMatchObject({ ok: false, reason: "timed_out", calls: 1 });
  });

  it("a web page, a 404 and a closed port say which setting to look at", async () => {
    const model = await modelOf({ chat: [say.page(), say.status(404, "model not found")] });
    const page = await model.structured(wanted());
    expect(page).toMatchObject({
      ok: false,
      reason: "unreachable",
      detail: expect.stringContaining("OPENAI_BASE_URL"),
    });
    const missing = await model.structured(wanted());
    expect(missing).toMatchObject({ ok: false, detail: expect.stringContaining('"scripted"') });
    await server.close();
    const closed = createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: null,
      model: "scripted",
      timeoutMs: 2_000,
      retries: 0,
      memory: new Map(),
    });
    expect(await closed.structured(wanted())).toMatchObject({
      ok: false,
      reason: "unreachable",
      detail: expect.stringContaining("OPENAI_BASE_URL"),
    });
    server = await startOpenAiServer();
  });

  it("a prompt too long for the model is not sent down the ladder", async () => {
    const model = await modelOf({ chat: [say.status(400, "This model's maximum context length is 4096 tokens")] });
    expect(await model.structured(wanted())).toMatchObject({ ok: false, reason: "unreachable", calls: 1 });
  });

  it("throws for abort only", async () => {
    const model = await modelOf({ chat: () => say.hang() });
    const controller = new AbortController();
    const running = model.structured(wanted({ signal: controller.signal }));
    controller.abort(new Error("the user left"));
    await expect(running).rejects.toThrow("the user left");
  });

  it("throws for a schema that no endpoint can fill", async () => {
    const model = await modelOf({});
    const list = { name: "list", schema: z.array(z.string()), messages: [], input: null };
    await expect(model.structured(list)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
