import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHindsight } from "../src/hindsight.ts";
import { REST } from "../src/memory/breaker.ts";
import { type EmbeddingReply, type OpenAiServer, startOpenAiServer, vectorOf } from "./support/openai-server.ts";

// A process that never embedded anything, over a home that was filled while the endpoint was well.

const TOLD = [
  "Alice likes blue bicycles.",
  "Bob lives in Oslo.",
  "The dentist appointment is on Tuesday.",
  "我妹妹住在成都。",
  "I am allergic to peanuts.",
];
const ASKED = [
  ["Where does Bob live?", "Bob lives in Oslo."],
  ["Who likes bicycles?", "Alice likes blue bicycles."],
  ["我妹妹住在哪里？", "我妹妹住在成都。"],
] as const;

let home: string;
let server: OpenAiServer;
let fault: (inputs: readonly string[]) => EmbeddingReply | undefined = () => undefined;
let now = Date.UTC(2026, 10, 30, 12);

const open = (baseUrl = server.baseUrl, embeddingTimeoutMs = 5_000) =>
  createHindsight({
    ...{ home, baseUrl, embeddingTimeoutMs, apiKey: "test", embeddingModel: "scripted", recallCache: 0 },
    ...{ timeZone: "Europe/Oslo", logLevel: "silent", clock: { now: () => now } },
  });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-embedder-away-"));
  server = await startOpenAiServer({ embeddings: ({ input }) => fault([input].flat()) });
  const hindsight = await open();
  for (const content of TOLD) await hindsight.user("ada").remember({ content, kind: "semantic", verbatim: true });
  await hindsight.close();
});
afterAll(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const vectors = (made: number[][]): EmbeddingReply => ({ kind: "vectors", vectors: made });
const raw = (body: string): EmbeddingReply => ({ kind: "raw", status: 200, contentType: "application/json", body });
const FAULTS: [string, typeof fault, RegExp][] = [
  [
    "HTTP 503",
    () => ({ kind: "status", status: 503, message: "down", headers: { "x-should-retry": "false" } }),
    /^failed: /,
  ],
  ["HTTP 401", () => ({ kind: "status", status: 401, message: "no key" }), /^failed: /],
  ["a page", () => ({ kind: "raw", status: 200, contentType: "text/html", body: "<html>hi</html>" }), /^failed: /],
  ["too few vectors", () => vectors([]), /^failed: /],
  ["zero vectors", (inputs) => vectors(inputs.map(() => new Array<number>(32).fill(0))), /all zero/],
  ["NaN", () => raw('{"data":[{"index":0,"embedding":[NaN]}]}'), /^failed: /],
  [
    "mixed dimensions",
    (inputs) => vectors(inputs.map((text, at) => vectorOf(text, 32 + inputs.length + at))),
    /^failed: /,
  ],
];

describe("a new process answers without the embeddings endpoint, and says so", () => {
  test.each(FAULTS)("%s", async (_, given, reason) => {
    fault = given;
    const hindsight = await open();
    try {
      for (const [query, answer] of ASKED) {
        const { results, failures } = await hindsight.user("ada").recall(query, { explain: true });
        expect(results[0]?.record.content, query).toBe(answer);
        expect(failures, query).toEqual([{ route: "vector", message: expect.stringMatching(reason) }]);
      }
      expect(hindsight.counts()).toEqual({ "vector.failed": ASKED.length });
    } finally {
      await hindsight.close();
    }
  });

  test("an address where nothing listens", async () => {
    const gone = await startOpenAiServer();
    await gone.close();
    const hindsight = await open(gone.baseUrl);
    const { results, failures } = await hindsight.user("ada").recall("Where does Bob live?");
    expect(results[0]?.record.content).toBe("Bob lives in Oslo.");
    expect(failures).toEqual([{ route: "vector", message: expect.stringMatching(/^failed: .*not reached/) }]);
    await hindsight.close();
  });

  test("an endpoint that hangs costs its budget three times, and then nothing for half a minute", async () => {
    fault = () => ({ kind: "hang" });
    const hindsight = await open(server.baseUrl, 50);
    const ask = (query: string) => hindsight.user("ada").recall(query);
    for (let i = 0; i < REST.failures; i++) {
      // A question of two parts, and of several stores, spends the budget once all the same.
      const { results, failures } = await ask("Where does Bob live and who likes bicycles?");
      expect(results.map(({ record }) => record.content)).toEqual(expect.arrayContaining([TOLD[0], TOLD[1]]));
      expect(failures[0]).toEqual({ route: "vector", message: expect.stringMatching(/^timeout: .*50 ms/) });
    }
    const before = server.embeddings.length;
    expect((await ask("Where does Bob live?")).failures[0]?.message).toMatch(/^resting: /);
    expect(server.embeddings.length).toBe(before);
    expect(hindsight.counts()).toEqual({ "vector.timeout": REST.failures, "vector.resting": 1 });
    await hindsight.close();
  });

  test("a rest ends: the endpoint that is well again is searched by", async () => {
    fault = () => ({ kind: "status", status: 401, message: "no key" });
    const hindsight = await open();
    const ask = () => hindsight.user("ada").recall("Bob lives in Oslo.", { explain: true });
    for (let i = 0; i < REST.failures; i++) await ask();
    fault = () => undefined;
    expect((await ask()).failures).toHaveLength(1);
    now += REST.ms;
    const { results, failures } = await ask();
    expect(failures).toEqual([]);
    expect(results[0]?.explain?.routes.map(({ route }) => route)).toContain("vector");
    await hindsight.close();
  });
});
