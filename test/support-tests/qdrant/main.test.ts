import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { QdrantClient } from "@qdrant/js-client-rest";
import { afterEach, expect, test } from "vitest";
import type { Fault } from "../../support/qdrant/index.ts";

const MAIN = fileURLToPath(new URL("../../support/qdrant/main.ts", import.meta.url));

const running: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function run(port: string, data: string) {
  const child = spawn(process.execPath, [MAIN, "--port", port, "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  const control = String((await lines.next()).value);
  return { child, url, control, client: new QdrantClient({ url, checkCompatibility: false }) };
}

test("a process of its own: killed at a write by a fault from outside, started again on the same port it holds what it held", async () => {
  const folder = await mkdtemp(join(tmpdir(), "qdrant-main-"));
  folders.push(folder);
  const data = join(folder, "log.jsonl");
  const first = await run("0", data);
  await first.client.createCollection("m", {});
  const put = (client: QdrantClient, id: number) => client.upsert("m", { points: [{ id, vector: {} }] });
  const fault: Fault = { kind: "die", on: "writes", skip: 1 };
  await fetch(`${first.control}/faults`, { method: "POST", body: JSON.stringify(fault) });
  const ended = once(first.child, "exit");
  await put(first.client, 1);
  await expect(put(first.client, 2)).rejects.toThrow();
  expect(await ended).toEqual([null, "SIGKILL"]);

  const second = await run(new URL(first.url).port, data);
  expect(second.url).toBe(first.url);
  expect((await first.client.scroll("m", {})).points.map((point) => point.id)).toEqual([1]);

  const refuse: Fault = { kind: "refuse" };
  await fetch(`${second.control}/faults`, { method: "POST", body: JSON.stringify(refuse) });
  await expect(put(second.client, 3)).rejects.toThrow();
  await fetch(`${second.control}/faults`, { method: "DELETE" });
  await put(second.client, 3);
  expect(await (await fetch(`${second.control}/counts`)).json()).toEqual({ scroll_points: 1, upsert_points: 1 });
  expect(await (await fetch(`${second.control}/violations`)).json()).toEqual([]);
  expect((await fetch(`${second.control}/nothing`)).status).toBe(404);

  const closed = once(second.child, "exit");
  second.child.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
});
