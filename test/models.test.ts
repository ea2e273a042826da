import { afterEach, expect, test } from "vitest";
import { rerankerOf } from "../src/models.ts";
import { readSettings } from "../src/settings.ts";
import { type RerankServer, startRerankServer } from "./support/rerank-server.ts";

let server: RerankServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const serving = async () => {
  server = await startRerankServer(() => ({ body: { results: [{ index: 0, relevance_score: 1 }] } }));
  return server;
};
const SETTINGS = { OPENAI_API_KEY: "the-main-key", HINDSIGHT_RERANK_MODEL: "bge", HINDSIGHT_RERANK_TIMEOUT_MS: "2000" };
const keySent = async (env: Record<string, string>) => {
  const reranker = rerankerOf(readSettings({ ...SETTINGS, ...env }));
  await reranker?.rank("q", ["d"]);
  return server?.asked[0]?.headers.authorization;
};

test("the reranker is asked where the models are, with their key", async () => {
  expect(await keySent({ OPENAI_BASE_URL: (await serving()).baseUrl })).toBe("Bearer the-main-key");
});

test("an address of its own never gets the models' key, only its own", async () => {
  const own = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", HINDSIGHT_RERANK_URL: (await serving()).baseUrl };
  expect(await keySent(own)).not.toContain("the-main-key");
  await server?.close();
  const again = { HINDSIGHT_RERANK_URL: (await serving()).baseUrl, HINDSIGHT_RERANK_KEY: "its-key" };
  expect(await keySent(again)).toBe("Bearer its-key");
});

test("no reranker unless one is chosen; two, or one without an address, are refused", () => {
  expect(rerankerOf(readSettings({ OPENAI_API_KEY: "key" }))).toBeNull();
  expect(() => rerankerOf(readSettings({ ...SETTINGS, HINDSIGHT_RERANK_FOLDER: "models/bge" }))).toThrow(/both set/);
  expect(() => rerankerOf(readSettings(SETTINGS))).toThrow(/no endpoint/);
});
