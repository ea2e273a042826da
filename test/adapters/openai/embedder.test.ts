import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiEmbedder, type OpenAiEmbedderSettings } from "../../../src/adapters/openai/embedder.ts";
import { type OpenAiServer, type ServerScript, startOpenAiServer, vectorOf } from "../../support/openai-server.ts";

let server: OpenAiServer;
afterEach(() => server.close());

async function embedderOf(script: ServerScript = {}, more: Partial<OpenAiEmbedderSettings> = {}) {
  server = await startOpenAiServer(script);
  return createOpenAiEmbedder({ baseUrl: server.baseUrl, apiKey: "k", model: "embed-1", timeoutMs: 5_000, ...more });
}

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);
const reply = (vectors: number[][]) => ({ embeddings: () => ({ kind: "vectors", vectors }) as const });

describe("embeddings of an endpoint", () => {
  it.each(["base64", "float"] as const)("understands %s on the wire", async (encoding) => {
    const embedder = await embedderOf({ encoding, dimensions: 8 });
    const [first] = await embedder.embedDocuments(["a window seat"]);
    const expected = vectorOf("a window seat", 8);
    expect(Array.from(first!)).toHaveLength(8);
    for (const [index, value] of first!.entries()) expect(value).toBeCloseTo(expected[index]!, 5);
  });

  it("scales every vector to length 1", async () => {
    const embedder = await embedderOf(reply([[3, 4]]));
    const vector = await embedder.embedQuery("x");
    expect(Array.from(vector)).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect(lengthOf(vector)).toBeCloseTo(1, 6);
  });

  it("sends batches, and keeps the order even when the endpoint does not", async () => {
    const script: ServerScript = {
      embeddings: (body) => ({
        kind: "vectors",
        reversed: true,
        vectors: (body.input as string[]).map((text) => [Number(text), 1]),
      }),
    };
    const embedder = await embedderOf(script, { batchSize: 4 });
    const vectors = await embedder.embedDocuments(Array.from({ length: 10 }, (_, index) => String(index)));
    expect(vectors.map((vector) => Math.round(vector[0]! / vector[1]!))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(server.embeddings.map(({ body }) => body.input.length)).toEqual([4, 4, 2]);
  });

  it("learns model, version and dimension from the endpoint, with one question for many askers", async () => {
    const embedder = await embedderOf({ dimensions: 24 });
    const [one, two] = await Promise.all([embedder.fingerprint(), embedder.fingerprint()]);
    expect(one).toEqual({ model: "embed-1", version: "embed-1", dimensions: 24 });
    expect(two).toEqual(one);
    await embedder.fingerprint();
    expect(server.embeddings).toHaveLength(1);
  });

  it("does not guess: a failed probe is an error, and is asked again the next time", async () => {
    const embedder = await embedderOf({
      dimensions: 24,
      embeddings: (_, nth) => (nth === 0 ? { kind: "status", status: 400, message: "loading" } : undefined),
    });
    await expect(embedder.fingerprint()).rejects.toMatchObject({ code: "EMBEDDING_FAILED" });
    expect((await embedder.fingerprint()).dimensions).toBe(24);
  });

  it("refuses an answer whose dimension changed", async () => {
    const embedder = await embedderOf({
      embeddings: (_, nth) => ({ kind: "vectors", vectors: [nth === 0 ? [1, 0, 0] : [1, 0]] }),
    });
    await embedder.embedQuery("a");
    await expect(embedder.embedQuery("b")).rejects.toMatchObject({
      code: "EMBEDDING_FAILED",
      message: expect.stringContaining("2 dimensions after 3"),
    });
  });

  it.each([
    ["all zero", [[0, 0, 0]]],
    ["empty", [[]]],
    ["too many vectors", [[1], [1]]],
    ["too few vectors", []],
    ["not a number", [[Number.NaN, 1]]],
  ])("refuses %s", async (_, vectors) => {
    const embedder = await embedderOf({ ...reply(vectors), encoding: "base64" });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "EMBEDDING_FAILED",
      hint: expect.stringContaining("HINDSIGHT_EMBEDDING_MODEL"),
    });
  });

  it.each([
    ["a web page", "text/html", "<html></html>"],
    ["no data", "application/json", '{"object":"list"}'],
  ])("refuses %s", async (_, contentType, body) => {
    const embedder = await embedderOf({ embeddings: () => ({ kind: "raw", status: 200, contentType, body }) });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({ code: "EMBEDDING_FAILED" });
  });

  it("tries again after 429 and 500, a bounded number of times", async () => {
    const headers = { "retry-after-ms": "1" };
    const embedder = await embedderOf({
      embeddings: (_, nth) =>
        nth < 2 ? { kind: "status", status: nth === 0 ? 429 : 500, message: "busy", headers } : undefined,
    });
    await embedder.embedQuery("x");
    expect(server.embeddings).toHaveLength(3);
    await server.close();
    const never = await embedderOf({ embeddings: () => ({ kind: "status", status: 500, message: "down", headers }) });
    await expect(never.embedQuery("x")).rejects.toMatchObject({ code: "EMBEDDING_FAILED" });
    expect(server.embeddings).toHaveLength(3);
  });

  it("does not try again after 401, and names OPENAI_API_KEY", async () => {
    const embedder = await embedderOf({ embeddings: () => ({ kind: "status", status: 401, message: "no" }) });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({
      code: "EMBEDDING_FAILED",
      hint: expect.stringContaining("OPENAI_API_KEY"),
    });
    expect(server.embeddings).toHaveLength(1);
  });

  it("a hang ends at the timeout, an abort at once", async () => {
    const embedder = await embedderOf({ embeddings: () => ({ kind: "hang" }) }, { timeoutMs: 200 });
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({ code: "EMBEDDING_FAILED" });
    expect(server.embeddings).toHaveLength(1);
    const controller = new AbortController();
    const running = embedder.embedQuery("x", controller.signal);
    controller.abort(new Error("the user left"));
    await expect(running).rejects.toThrow("the user left");
  });
});
