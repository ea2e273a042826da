import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vectorStoreOf } from "../../src/agent/vector-store.ts";
import { USES_FULL } from "../../src/domain/constants.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import type { NewMemory } from "../../src/memory/types.ts";
import { openPlace, type Place } from "../adapters/qdrant/place.ts";
import { weighted } from "../conformance/fixtures.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const TEXTS = [
  "Ada is allergic to peanuts.",
  "Ada keeps bees on the roof of her house.",
  "Ada's bees made twelve kilos of honey in August.",
  "Ada moved from Oslo to Bergen in spring.",
  "Ada 喜欢喝乌龙茶。",
];

for (const kind of ["files", "Qdrant"] as const)
  describe(`LangChain vector store over ${kind}`, () => {
    let place: Place | null = null;
    let hindsight: Hindsight;
    const home = mkdtempSync(join(tmpdir(), "hindsight-vectors-"));
    beforeAll(async () => {
      if (kind === "Qdrant") place = await openPlace();
      const { url = null, key = null, prefix = "x" } = place?.options ?? {};
      const qdrant = { qdrantUrl: url, qdrantKey: key, qdrantPrefix: prefix };
      hindsight = await createHindsight({ home, model: null, mcpConfig: null, ...qdrant, clock: { now: () => NOW } });
      await vectorStoreOf(hindsight, "ada").addDocuments(
        TEXTS.map((pageContent, i) => ({ pageContent, metadata: { page: i } })),
        { tags: ["diary"] },
      );
    });
    afterAll(async () => {
      await hindsight.close();
      await place?.remove();
      rmSync(home, { recursive: true });
    });

    it("finds by words in English and Chinese, with the metadata the document had and the memory's own", async () => {
      const store = vectorStoreOf(hindsight, "ada");
      const [[first, score] = []] = await store.similaritySearchWithScore("Which allergy has she: peanuts?", 2);
      expect(first).toMatchObject({ pageContent: TEXTS[0], metadata: { page: 0, memory: { tags: ["diary"] } } });
      expect(score).toBeGreaterThan(0);
      expect((await store.similaritySearch("乌龙茶", 1))[0]?.pageContent).toBe(TEXTS[4]);
      const { results } = await hindsight.user("ada").recall("bees honey");
      expect(results.map(({ record }) => record.id)).toContain(
        (await store.similaritySearch("bees honey", 1))[0]?.metadata.memory.id,
      );
    });

    it("a retriever, the cosine alone, and results that differ from each other", async () => {
      const found = await vectorStoreOf(hindsight, "ada")
        .asRetriever({ k: 2, filter: { tags: ["diary"] } })
        .invoke("bees");
      expect(found.map(({ pageContent }) => pageContent).sort()).toEqual([TEXTS[1], TEXTS[2]]);
      const cosine = vectorStoreOf(hindsight, "ada", { search: "similarity" });
      const [[exact, one] = []] = await cosine.similaritySearchWithScore(TEXTS[3]!, 1);
      expect(exact?.pageContent).toBe(TEXTS[3]);
      expect(one).toBeGreaterThan(0.7);
      const vector = await cosine.embeddings.embedQuery(TEXTS[3]!);
      expect((await cosine.similaritySearchVectorWithScore(vector, 1))[0]?.[0].pageContent).toBe(TEXTS[3]);
      const different = await cosine.maxMarginalRelevanceSearch("Ada's bees", { k: 3, fetchK: 5, lambda: 0.2 });
      expect(new Set(different.map(({ pageContent }) => pageContent)).size).toBe(3);
    });

    it("G1: another user sees, changes and deletes nothing", async () => {
      const [ada, eve] = [vectorStoreOf(hindsight, "ada"), vectorStoreOf(hindsight, "eve")];
      const [mine] = await ada.similaritySearch("peanuts", 1);
      expect(await eve.similaritySearch("peanuts", 5)).toEqual([]);
      await eve.addDocuments([{ pageContent: "Eve likes peanuts.", metadata: {} }]);
      expect((await eve.similaritySearch("peanuts allergic bees", 5)).map(({ pageContent }) => pageContent)).toEqual([
        "Eve likes peanuts.",
      ]);
      await expect(eve.delete({ ids: [mine?.metadata.memory.id] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("a document with an id is one memory, deleting forgets it, vectors of other models are refused", async () => {
      const store = vectorStoreOf(hindsight, "bo");
      const document = { id: "doc-1", pageContent: "Bo plays the tuba.", metadata: {} };
      const [id] = await store.addDocuments([document]);
      expect(await store.addDocuments([document])).toEqual([id]);
      await store.delete({ ids: [id!] });
      expect(await store.similaritySearch("tuba", 3)).toEqual([]);
      expect((await hindsight.user("bo").restore(id!)).status).toBe("active");
      expect(() => store.addVectors()).toThrow("embedded by hindsight");
    });
  });

const lines = <T>(name: string) =>
  readFileSync(new URL(`../../bench/probes/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

it("fusion, decay and importance in one request to the server find what our own formula finds", {
  timeout: 60_000,
}, async () => {
  const place = await openPlace();
  const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), "hindsight-vectors-")));
  const common = { model: null, mcpConfig: null, clock: { now: () => NOW } };
  const { url: qdrantUrl, key: qdrantKey, prefix: qdrantPrefix } = place.options;
  const files = await createHindsight({ ...common, home: homes[0]!, qdrantUrl: null });
  const server = await createHindsight({ ...common, home: homes[1]!, qdrantUrl, qdrantKey, qdrantPrefix });
  const told = lines<NewMemory & { user: string }>("starter.memories").filter(({ user }) => user === "nora");
  for (const hindsight of [files, server])
    await hindsight.user("nora").rememberAll(told.map(({ user: _, thread: __, ...one }) => one));
  const questions = lines<{ user: string; query: string }>("starter.probes").filter(({ user }) => user === "nora");
  const requests = () => place.qdrant.counts.get("query_points") ?? 0;
  let shared = 0;
  let first = 0;
  for (const { query } of questions) {
    const before = requests();
    const [a = [], b = []] = await Promise.all(
      [files, server].map(async (hindsight) =>
        (await vectorStoreOf(hindsight, "nora").similaritySearch(query, 10)).map(({ pageContent }) => pageContent),
      ),
    );
    if (!place.qdrant.real) expect(requests() - before).toBe(1);
    shared += a.filter((one) => b.includes(one)).length / a.length;
    if (a[0] === b[0]) first++;
  }
  // not all: the server knows no trust in sources, and the mean length only as it was when a memory was written
  expect(shared / questions.length).toBeGreaterThan(0.9);
  expect(first / questions.length).toBeGreaterThan(0.8);
  const store = await server.stores.open(userOwner("nora"));
  const weights = { relevance: 0.5, recency: 0.2, importance: 0.2, usage: 0.1, decayPerDay: 0.02 };
  const trust = { terms: 1, vector: 0 };
  const vector = new Float32Array((await store.embedding())!.dimensions);
  const now = new Date(NOW).toISOString();
  const asked = { terms: weighted("cat Biscuit"), vector, trust, weights, filter: {}, limit: 3, now };
  const [best] = (await store.fused?.(asked)) ?? [];
  const { happenedAt, importance, accessCount } = best!.candidate;
  const recency = Math.exp((-0.02 * (NOW - Date.parse(happenedAt))) / 86_400_000);
  const uses = Math.log1p(accessCount) / Math.log1p(USES_FULL);
  const sum = 0.2 * recency + 0.2 * importance + 0.1 * uses;
  expect([11 / 11, 11 / 12, 11 / 13].map((share) => (0.5 * share + sum).toFixed(4))).toContain(best!.score.toFixed(4));
  for (const hindsight of [files, server]) await hindsight.close();
  await place.remove();
  for (const home of homes) rmSync(home, { recursive: true });
});
