import { QdrantClient } from "@qdrant/js-client-rest";
import { afterEach, expect, test, vi } from "vitest";
import { startTestServer } from "../../support/qdrant/index.ts";

const load = () => import("../../support/qdrant/index.ts");
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("without QDRANT_URL a test server starts, which notes what it was asked", async () => {
  vi.stubEnv("HINDSIGHT_TEST_QDRANT_URL", "");
  vi.resetModules();
  const { startQdrant, needsTestServer } = await load();
  const server = await startQdrant();
  try {
    expect(server.real).toBe(false);
    const client = new QdrantClient({ url: server.url, checkCompatibility: false });
    await client.createCollection("m", {});
    await client.count("m");
    expect(server.seen.map(({ operation, text }) => [operation, JSON.parse(text)])).toEqual([
      ["create_collection", {}],
      ["count_points", { exact: true }],
    ]);
    const skip = vi.fn();
    needsTestServer({ skip });
    expect(skip).not.toHaveBeenCalled();
  } finally {
    await server.close();
  }
});

test("with QDRANT_URL that server is used: its faults cannot be set, and tests that need them are skipped with a reason", async () => {
  const real = await startTestServer({ apiKey: "key" });
  try {
    vi.stubEnv("HINDSIGHT_TEST_QDRANT_URL", real.url);
    vi.stubEnv("HINDSIGHT_TEST_QDRANT_API_KEY", "key");
    vi.resetModules();
    const { startQdrant, needsTestServer } = await load();
    const server = await startQdrant();
    expect(server).toMatchObject({ real: true, url: real.url, apiKey: "key" });
    await expect(server.fault({ kind: "hang" })).rejects.toThrow("QDRANT_URL");
    expect(() => server.leak({ root: true })).toThrow("QDRANT_URL");
    const skip = vi.fn();
    needsTestServer({ skip });
    expect(skip).toHaveBeenCalledWith(expect.stringContaining("QDRANT_URL"));
    await server.close();
    expect((await fetch(`${real.url}/readyz`)).status).toBe(200);
  } finally {
    await real.close();
  }
});
