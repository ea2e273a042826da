import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newHome, plainEnv, type Running, start } from "../cli/support/process.ts";

const MINUTE = 60_000;
const TOKENS = { ada: "ada-token-0123456789", bo: "bo-token-01234567890", team: "team-token-012345678" };

let home: string;
let remove: () => Promise<void>;
let clients: Client[];
beforeEach(async () => {
  ({ home, remove } = await newHome());
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await remove();
});

async function serving(args: string[] = [], more: Record<string, string> = {}) {
  const running = start(["serve", "--port", "0", ...args], plainEnv(home, more));
  await running.until("Listening");
  return { running, url: urlOf(running) };
}

const urlOf = (running: Running) => /http:\/\/[\w.:[\]]+\d/u.exec(running.seen().err)?.[0] as string;

async function connect(url: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  return async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    return { data: structuredContent as { results: { content: string; id: string }[] }, isError: isError === true };
  };
}

async function tokensFile(): Promise<string> {
  const path = join(home, "tokens.json");
  const grants = [
    { token: TOKENS.ada, user: "ada" },
    { token: TOKENS.bo, user: "bo" },
  ];
  await writeFile(path, JSON.stringify(grants));
  return path;
}

const post = (url: string, headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
  fetch(new URL("/mcp", url), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body,
  });

describe("hindsight serve, driven by a real client (F3, H2)", () => {
  test(
    "G1: a token opens its own user's memory, by whichever client, and no other's; without a known one there is nothing",
    async () => {
      const { running, url } = await serving(["--host", "0.0.0.0"], { HINDSIGHT_TOKENS: await tokensFile() });
      const local = url.replace("0.0.0.0", "127.0.0.1");
      const [ada, again, bo] = await Promise.all([
        connect(local, TOKENS.ada),
        connect(local, TOKENS.ada),
        connect(local, TOKENS.bo),
      ]);
      expect((await ada("memory_write", { content: "Ada is allergic to peanuts." })).isError).toBe(false);
      const { data } = await again("memory_search", { query: "peanuts" });
      expect(data.results[0]?.content).toContain("allergic");
      expect((await bo("memory_search", { query: "peanuts" })).data.results).toEqual([]);
      expect((await bo("memory_forget", { ids: [data.results[0]?.id] })).isError).toBe(true);
      for (const authorization of [undefined, "Bearer", `Bearer ${TOKENS.ada}x`, `Basic ${TOKENS.ada}`, "Bearer ada"]) {
        const refused = await post(local, authorization === undefined ? {} : { authorization });
        expect(refused.status, authorization).toBe(401);
        expect(refused.headers.get("www-authenticate")).toContain("Bearer");
      }
      const ready = await fetch(new URL("/readyz", local));
      expect({ status: ready.status, body: await ready.json() }).toMatchObject({
        status: 200,
        body: { status: "ready" },
      });
      running.child.kill("SIGTERM");
      expect(await running.ended).toMatchObject({ code: 0, signal: null, out: "" });
    },
    MINUTE,
  );

  test(
    "without tokens it serves this machine only: no other address, and no web page of another site",
    async () => {
      const open = start(["serve", "--port", "0", "--host", "0.0.0.0"], plainEnv(home));
      expect(await open.ended).toMatchObject({ code: 2, err: expect.stringContaining("HINDSIGHT_TOKEN") });
      const { url } = await serving();
      const own = await connect(url);
      expect((await own("memory_search", { query: "anything" })).isError).toBe(false);
      expect((await post(url, { origin: "https://evil.example" })).status).toBe(403);
      expect((await post(url, {}, "{")).status).toBe(400);
      expect((await fetch(new URL("/livez", url))).status).toBe(200);
      const taken = start(["serve", "--port", new URL(url).port], plainEnv(home));
      expect(await taken.ended).toMatchObject({ code: 2, err: expect.stringContaining("--port") });
    },
    MINUTE,
  );

  test(
    "H2: a worker tells how it is on a port of its own",
    async () => {
      const running = start(["worker", "--port", "0"], plainEnv(home));
      await running.until("Working");
      const ready = await fetch(new URL("/readyz", urlOf(running)));
      expect(await ready.json()).toMatchObject({
        status: "ready",
        dependencies: [{ name: "memories", ok: true }, {}, {}, {}],
      });
      running.child.kill("SIGTERM");
      expect(await running.ended).toMatchObject({ code: 0, signal: null });
    },
    MINUTE,
  );
});
