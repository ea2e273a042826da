import { mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QdrantClient } from "@qdrant/js-client-rest";
import { afterEach, expect, test } from "vitest";
import { type QdrantServer, startTestServer } from "../../support/qdrant/index.ts";

const open: QdrantServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    await server.close();
    expect(server.violations()).toEqual([]);
  }
});

async function started(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  open.push(server);
  const client = new QdrantClient({ url: server.url, checkCompatibility: false, timeout: 2_000 });
  await client.createCollection("m", {});
  const put = (id: number) => client.upsert("m", { points: [{ id, vector: {}, payload: { id } }] });
  const ids = async () => (await client.scroll("m", { limit: 100 })).points.map((point) => point.id);
  return { server, client, put, ids };
}

test("a status strikes as often as said, after as many as said, and 429 says when to come back", async () => {
  const { server, put, ids } = await started();
  await server.fault({ kind: "status", status: 503, on: "writes", skip: 1, times: 2 });
  await put(1);
  await expect(put(2)).rejects.toThrow();
  expect(await ids()).toEqual([1]);
  await expect(put(2)).rejects.toThrow();
  await put(2);
  await server.fault({ kind: "status", status: 429, retryAfter: 7 });
  await expect(put(3)).rejects.toMatchObject({ retry_after: 7 });
  await server.clearFaults();
  expect(await ids()).toEqual([1, 2]);
});

test("a lost answer has been applied, a cut request has not", async () => {
  const { server, put, ids } = await started();
  await server.fault({ kind: "lost answer", on: "writes", times: 1 });
  await expect(put(1)).rejects.toThrow();
  await server.fault({ kind: "cut", on: ["upsert_points"], times: 1 });
  await expect(put(2)).rejects.toThrow();
  expect(await ids()).toEqual([1]);
});

test("refused connections end with the faults, on the same port, and nothing is lost", async () => {
  const { server, put, ids } = await started();
  await put(1);
  await server.fault({ kind: "refuse" });
  await expect(ids()).rejects.toThrow();
  await server.clearFaults();
  expect(await ids()).toEqual([1]);
});

test("a server that dies at the nth write has applied it or not, as said, and holds the rest when it starts again", async () => {
  const { server, put, ids } = await started();
  await server.fault({ kind: "die", on: "writes", skip: 1 });
  await put(1);
  await expect(put(2)).rejects.toThrow();
  await server.clearFaults();
  expect(await ids()).toEqual([1]);
  await server.fault({ kind: "die", on: "writes", applied: true });
  await expect(put(3)).rejects.toThrow();
  await server.clearFaults();
  expect(await ids()).toEqual([1, 3]);
});

test("a hanging server takes the request and never answers; a read-only one answers reads; an old one says so", async () => {
  const { server, client, put, ids } = await started();
  await server.fault({ kind: "hang", times: 1 });
  await expect(fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(100) })).rejects.toThrow("timeout");
  await server.fault({ kind: "read only" });
  await expect(put(1)).rejects.toMatchObject({ status: 403 });
  expect(await ids()).toEqual([]);
  await server.fault({ kind: "version", version: "1.13.0" });
  expect((await client.versionInfo()).version).toBe("1.13.0");
});

test("another process that opens the file holds what was acknowledged, and a line cut short is dropped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "qdrant-"));
  const data = join(folder, "log.jsonl");
  try {
    const first = await started({ data });
    await first.put(1);
    await first.put(2);
    await first.server.close();
    const { size } = await (await import("node:fs/promises")).stat(data);
    await truncate(data, size - 5);
    const second = await startTestServer({ data });
    open.push(second);
    const client = new QdrantClient({ url: second.url, checkCompatibility: false });
    expect((await client.scroll("m", {})).points.map((point) => point.id)).toEqual([1]);
    await client.upsert("m", { points: [{ id: 3, vector: {} }] });
    await second.close();
    const third = await startTestServer({ data });
    open.push(third);
    const again = new QdrantClient({ url: third.url, checkCompatibility: false });
    expect((await again.scroll("m", {})).points.map((point) => point.id)).toEqual([1, 3]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("keys: none or a wrong one gets 401, the read-only one reads", async () => {
  const server = await startTestServer({ apiKey: "whole", readOnlyKey: "half" });
  open.push(server);
  const as = (apiKey?: string) =>
    fetch(`${server.url}/collections/m`, {
      method: "PUT",
      body: "{}",
      ...(apiKey ? { headers: { "api-key": apiKey } } : {}),
    });
  expect((await as()).status).toBe(401);
  expect((await as("none")).status).toBe(401);
  expect((await as("half")).status).toBe(403);
  expect((await as("whole")).status).toBe(200);
  const list = await fetch(`${server.url}/collections`, { headers: { authorization: "Bearer half" } });
  expect(list.status).toBe(200);
  expect((await fetch(`${server.url}/`)).status).toBe(200);
});
