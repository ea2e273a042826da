import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEndpointReranker } from "../../src/adapters/openai/reranker.ts";
import { STRANGERS } from "../../src/domain/strangers.ts";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import type { RecallOptions } from "../../src/memory/types.ts";
import type { Reranked, Reranker } from "../../src/ports/reranker.ts";
import { type Bench, bench, NOW } from "../support/memory-deps.ts";
import { type RerankBody, type RerankReply, type RerankServer, startRerankServer } from "../support/rerank-server.ts";

const GARDEN = [
  "The user planted tomatoes in the garden",
  "The user bought a garden hose for the garden",
  "The garden gate of the user squeaks",
  "The user's neighbour has no garden",
];
const QUESTION = "What grows in the garden?";

let at: Bench;
let server: RerankServer | undefined;
beforeEach(() => {
  at = bench();
});
afterEach(async () => {
  await at.close();
  await server?.close();
  server = undefined;
});

async function store(contents: readonly string[], user = at.scope.user): Promise<void> {
  const scope = { ...at.scope, user };
  await rememberAll(
    at.deps,
    scope,
    contents.map((content) => ({ content, kind: "semantic", happenedAt: new Date(NOW).toISOString() })),
  );
}
const order = async (reranker: Reranker | null, query = QUESTION, options: RecallOptions = {}) => {
  const found = await recall({ ...at.deps, reranker, rerankTimeoutMs: 2_000 }, at.scope, query, {
    touch: false,
    ...options,
  });
  return { ...found, contents: found.results.map(({ record }) => record.content) };
};

/** A reranker that scores by a rule, or answers as it is told. */
function judging(rule: ((document: string) => number) | Reranked): Reranker & { sent: string[][] } {
  const sent: string[][] = [];
  return {
    name: "judge",
    sent,
    close: async () => undefined,
    async rank(_query, documents) {
      sent.push([...documents]);
      return typeof rule === "function" ? { ok: true, scores: documents.map(rule) } : rule;
    },
  };
}
const lovesGates = (document: string) => (document.includes("gate") ? 4 : document.includes("garden") ? -2 : -11);

describe("C6: reranking", () => {
  test("turns the order, and the explanation says from where to where and why", async () => {
    await store(GARDEN);
    const before = await order(null, QUESTION, { explain: true });
    const was = before.contents.indexOf(GARDEN[2]!) + 1;
    expect(was).toBeGreaterThan(1);
    const after = await order(judging(lovesGates), QUESTION, { explain: true });
    expect(after.contents[0]).toBe(GARDEN[2]);
    expect(after.results[0]?.explain?.reranked).toEqual({ score: 4, rank: 1, before: was });
    const { score, explain } = after.results[0]!;
    expect(Object.values(explain!.terms).reduce((a, b) => a + b)).toBeCloseTo(score);
    expect(before.results[0]?.explain).not.toHaveProperty("reranked");
    expect(at.deps.counts.read()).toEqual({ "rerank.used": 1 });
    expect(after.timings.rerank).toBeGreaterThan(0);
  });

  test("only the best 3 × k are sent, as text alone, with strangers to compare by", async () => {
    await store(Array.from({ length: 20 }, (_, i) => `The garden has a bed with number ${i}`));
    const judge = judging(lovesGates);
    await order(judge, QUESTION, { k: 2 });
    expect(judge.sent[0]).toHaveLength(6 + STRANGERS.en.length);
    expect(judge.sent[0]?.slice(0, 6).every((text) => /^The garden has a bed with number \d+$/.test(text))).toBe(true);
  });

  test("G1, G3: no other user's memory, nothing forgotten and nothing secret is sent", async () => {
    await store([...GARDEN, "The password of the garden camera is hunter2", "The garden shed is rented"]);
    await store(["The garden of someone else"], "bob");
    const own = await at.store();
    const [shed] = (await own.list({}, { limit: 100 })).filter(({ content }) => content.includes("shed"));
    await own.patch(shed!.id, { status: "forgotten" });
    await own.close();
    const judge = judging(lovesGates);
    const { contents } = await order(judge, "the garden, its camera and its shed");
    expect(judge.sent.flat().filter((text) => /hunter2|someone else|shed/.test(text))).toEqual([]);
    expect(judge.sent.flat()).toContain(GARDEN[0]);
    expect(judge.sent.flat()).toContain("The password of the garden camera is [redacted: password]");
    expect(contents).toContain("The password of the garden camera is hunter2");
  });

  test("G3: the secret of a question is not sent", async () => {
    await store(GARDEN);
    const asked: string[] = [];
    const judge: Reranker = {
      name: "judge",
      close: async () => undefined,
      async rank(query, documents) {
        asked.push(query);
        return { ok: true, scores: documents.map(lovesGates) };
      },
    };
    await order(judge, "is the password: hunter2 for the garden?");
    expect(asked).toEqual(["is the password: [redacted: password] for the garden?"]);
  });

  test.each(["en", "zh"] as const)("C8: what it puts no higher than strangers is left out (%s)", async (language) => {
    const [near, far, query] =
      language === "en"
        ? [GARDEN[0], GARDEN[2], QUESTION]
        : ["用户在花园里种了番茄", "花园的门吱吱响", "我在花园里种了什么？"];
    await store([near!, far!]);
    expect((await order(null, query)).contents).toContain(far);
    const judge = judging((document) => (document === near ? 0.9 : 0.001));
    expect((await order(judge, query)).contents).toEqual([near]);
  });
});

describe("C6: past the budget or on a fault the old order stands, and the event is counted", () => {
  const asked = (body: RerankBody) => body.documents?.length ?? 0;
  test.each<[string, (body: RerankBody) => RerankReply, string]>([
    ["a hang", () => "hang", "timeout"],
    ["HTTP 500", () => ({ status: 500, body: {} }), "unreachable"],
    ["a wrong shape", () => ({ body: { ranking: [] } }), "wrong_shape"],
    ["broken JSON", () => ({ body: "{" }), "wrong_shape"],
    ["an index out of range", (body) => ({ body: [{ index: asked(body), score: 1 }] }), "wrong_shape"],
    ["NaN", () => ({ body: '[{"index":0,"score":NaN}]' }), "wrong_shape"],
  ])("%s", async (_, reply, reason) => {
    await store(GARDEN);
    const before = await order(null);
    server = await startRerankServer(reply);
    const reranker = createEndpointReranker({
      baseUrl: server.baseUrl,
      apiKey: null,
      model: "m",
      timeoutMs: reason === "timeout" ? 40 : 1_500,
    });
    const after = await order(reranker);
    if (reason !== "timeout") expect(server.asked).toHaveLength(1);
    expect(after.contents).toEqual(before.contents);
    expect(after.failures).toEqual([{ route: "rerank", message: expect.stringContaining(reason) }]);
    expect(at.deps.counts.read()).toEqual({ [`rerank.${reason}`]: 1 });
  });

  test("one that ignores its signal is not waited for", async () => {
    await store(GARDEN);
    const before = await order(null);
    const deaf: Reranker = { name: "deaf", rank: () => new Promise(() => {}), close: async () => undefined };
    const after = await recall({ ...at.deps, reranker: deaf, rerankTimeoutMs: 10 }, at.scope, QUESTION, {
      touch: false,
    });
    expect(after.results.map(({ record }) => record.content)).toEqual(before.contents);
    expect(at.deps.counts.read()).toEqual({ "rerank.timeout": 1 });
  });

  test("one that throws is counted as broken", async () => {
    await store(GARDEN);
    const broken: Reranker = {
      name: "broken",
      rank: () => Promise.reject(new TypeError("no such thing")),
      close: async () => undefined,
    };
    const after = await order(broken);
    expect(after.failures[0]?.message).toContain("no such thing");
    expect(at.deps.counts.read()).toEqual({ "rerank.broken": 1 });
  });

  test("fewer scores than documents: what was scored counts, nothing is lost", async () => {
    await store(GARDEN);
    const before = await order(null);
    const last = before.contents.length - 1;
    const scores = before.contents.map((_, i) => (i === last ? 1 : null));
    const after = await order(judging({ ok: true, scores }));
    expect(after.contents[0]).toBe(before.contents[last]);
    expect(after.contents.toSorted()).toEqual(before.contents.toSorted());
  });

  test("a recall that was cancelled is cancelled, not answered without the reranker", async () => {
    await store(GARDEN);
    const own = new AbortController();
    const slow: Reranker = {
      name: "slow",
      rank: () => {
        own.abort(new Error("the user left"));
        return new Promise(() => {});
      },
      close: async () => undefined,
    };
    await expect(order(slow, QUESTION, { signal: own.signal })).rejects.toThrow("the user left");
    expect(at.deps.counts.read()).toEqual({});
  });
});
