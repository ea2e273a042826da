import { afterEach, describe, expect, test } from "vitest";
import { createEndpointReranker } from "../../../src/adapters/openai/reranker.ts";
import { type RerankReply, type RerankServer, startRerankServer } from "../../support/rerank-server.ts";

let server: RerankServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const DOCUMENTS = ["one", "two", "three"];
async function serving(reply: RerankReply | ((nth: number) => RerankReply), timeoutMs = 1_500) {
  server = await startRerankServer((_, nth) => (typeof reply === "function" ? reply(nth) : reply));
  return createEndpointReranker({ baseUrl: server.baseUrl, apiKey: "the-key", model: "judge", timeoutMs });
}
const rank = async (reply: RerankReply, timeoutMs?: number) =>
  (await serving(reply, timeoutMs)).rank("which?", DOCUMENTS);

describe("C6: every common shape of answer is understood, in the order of the documents", () => {
  const by = (name: string) => [
    { index: 2, [name]: 0.9, document: { text: "three" } },
    { index: 0, [name]: -4.5 },
    { index: 1, [name]: 0 },
  ];
  test.each<[string, unknown]>([
    ["Cohere, Jina, vLLM, llama.cpp", { id: "x", results: by("relevance_score"), meta: {} }],
    ["Voyage", { object: "list", data: by("relevance_score"), model: "m" }],
    ["Mixedbread", { data: by("score") }],
    ["text-embeddings-inference", by("score")],
    ["DashScope", { output: { results: by("relevance_score") } }],
  ])("%s", async (_, body) => {
    expect(await rank({ body })).toEqual({ ok: true, scores: [-4.5, 0, 0.9] });
  });

  test("the request is Cohere's, with the key, and asks for every document's score", async () => {
    await rank({ body: { results: by("score") } });
    const [sent] = server!.asked;
    expect(sent?.path).toBe("/v1/rerank");
    expect(sent?.headers.authorization).toBe("Bearer the-key");
    expect(sent?.body).toEqual({ model: "judge", query: "which?", documents: DOCUMENTS, top_n: 3 });
  });

  test("an address that ends in /rerank is not extended twice", async () => {
    server = await startRerankServer(() => ({ body: by("score") }));
    const reranker = createEndpointReranker({
      baseUrl: `${server.baseUrl}/rerank/`,
      apiKey: null,
      model: "m",
      timeoutMs: 1_500,
    });
    expect((await reranker.rank("q", DOCUMENTS)).ok).toBe(true);
    expect(server.asked[0]?.path).toBe("/v1/rerank");
  });

  test("a server that wants `texts` gets them, from then on at once", async () => {
    server = await startRerankServer(({ texts }) =>
      texts === undefined
        ? { status: 422, body: { error: { message: "missing field `texts`" } } }
        : { body: texts.map((_, index) => ({ index, score: index })) },
    );
    const reranker = createEndpointReranker({ baseUrl: server.baseUrl, apiKey: null, model: "m", timeoutMs: 1_500 });
    expect(await reranker.rank("q", DOCUMENTS)).toEqual({ ok: true, scores: [0, 1, 2] });
    await reranker.rank("q", DOCUMENTS);
    expect(server.asked.map(({ body }) => "texts" in body)).toEqual([false, true, true]);
  });

  test("fewer results than documents leave the others without a score", async () => {
    expect(await rank({ body: { results: [{ index: 1, score: 0.7 }] } })).toEqual({
      ok: true,
      scores: [null, 0.7, null],
    });
  });
});

describe("C6: a fault is a result with its reason, never a throw and never a guess", () => {
  test.each<[string, RerankReply, string]>([
    ["HTTP 500", { status: 500, body: { error: { message: "out of memory" } } }, "unreachable"],
    ["HTTP 401", { status: 401, body: { error: { message: "bad key" } } }, "refused"],
    ["an unknown model", { status: 404, body: { error: { message: "no such model" } } }, "refused"],
    ["no JSON", { body: '{"results":[{"index":0,' }, "wrong_shape"],
    ["NaN, as Python writes it", { body: '[{"index":0,"score":NaN}]' }, "wrong_shape"],
    ["no score", { body: { results: [{ index: 0, score: null }] } }, "wrong_shape"],
    ["an infinite score", { body: '[{"index":0,"score":1e999}]' }, "wrong_shape"],
    ["another shape", { body: { scores: [1, 2, 3] } }, "wrong_shape"],
    ["no results", { body: { results: [] } }, "wrong_shape"],
    ["an index out of range", { body: { results: [{ index: 3, score: 1 }] } }, "wrong_shape"],
    ["a negative index", { body: { results: [{ index: -1, score: 1 }] } }, "wrong_shape"],
    [
      "an index twice",
      {
        body: [
          { index: 0, score: 1 },
          { index: 0, score: 2 },
        ],
      },
      "wrong_shape",
    ],
  ])("%s", async (_, reply, reason) => {
    expect(await rank(reply)).toMatchObject({ ok: false, reason });
  });

  test.each([
    [401, "HINDSIGHT_RERANK_KEY"],
    [404, "HINDSIGHT_RERANK_URL"],
  ])("HTTP %i: the hint names the reranker's own setting %s", async (status, variable) => {
    const answer = await rank({ status, body: { error: { message: "no" } } });
    expect(answer).toMatchObject({ ok: false, detail: expect.stringContaining(variable) });
    expect(JSON.stringify(answer)).not.toContain("OPENAI_");
  });

  test("a server that never answers", async () => {
    expect(await rank("hang", 40)).toMatchObject({ ok: false, reason: "timeout" });
  });

  test("an answer without end is read no further than one can be long", async () => {
    expect(await rank("endless", 60_000)).toEqual({
      ok: false,
      reason: "wrong_shape",
      detail: "the answer is longer than 8000000 bytes",
    });
    await server!.endless.hungUp;
    expect(server!.endless.bytes).toBeLessThan(64_000_000);
  });

  test("nobody at that address", async () => {
    const reranker = await serving({ body: [] });
    await server?.close();
    server = undefined;
    expect(await reranker.rank("q", DOCUMENTS)).toMatchObject({ ok: false, reason: "unreachable" });
  });

  test("no second try where the budget leaves no time for one, and one where it does", async () => {
    await rank({ status: 500, body: {} }, 1_000);
    expect(server?.asked).toHaveLength(1);
    await server?.close();
    const patient = await serving(
      (nth) => (nth === 0 ? { status: 500, body: {} } : { body: [{ index: 0, score: 1 }] }),
      10_000,
    );
    expect((await patient.rank("q", ["one"])).ok).toBe(true);
  });

  test("an abort of the caller's is thrown, not counted as the endpoint's fault", async () => {
    const reranker = await serving("hang");
    const own = new AbortController();
    const asking = reranker.rank("q", DOCUMENTS, own.signal);
    own.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });
});
