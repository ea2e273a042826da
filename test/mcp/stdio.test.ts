import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAIN, newHome, plainEnv, start } from "../cli/support/process.ts";

let home: string;
let remove: () => Promise<void>;
let open: Client[];
beforeEach(async () => {
  ({ home, remove } = await newHome());
  open = [];
});
afterEach(async () => {
  for (const client of open) await client.close();
  await remove();
});

const MINUTE = 60_000;

/** A real client with a server of its own as a child process. */
async function connect(user: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "mcp", "--user", user],
    env: plainEnv(home),
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  open.push(client);
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const content = result.content as { text: string }[];
    return { text: content[0]?.text ?? "", data: result.structuredContent, isError: result.isError === true };
  };
  return { client, transport, call, errors };
}

const contents = (data: unknown) => (data as { results: { content: string }[] }).results.map(({ content }) => content);

describe("hindsight mcp, driven by a real client (F1, F4)", () => {
  test(
    "what one conversation wrote, the next process finds, and another user never",
    async () => {
      const first = await connect("ada");
      const { tools } = await first.client.listTools();
      expect(tools).toHaveLength(5);
      expect(first.client.getServerVersion()?.name).toBe("hindsight");
      expect((await first.call("memory_write", { content: "Ada is allergic to peanuts." })).isError).toBe(false);
      expect(await first.call("memory_write", { content: "我喜欢靠窗的座位" })).toMatchObject({ isError: false });

      const [second, bob] = await Promise.all([connect("ada"), connect("bob")]);
      const found = await second.call("memory_search", { query: "What can she not eat?", k: "3" });
      expect(contents(found.data).join()).toContain("peanuts");
      expect(found.text).toContain("peanuts");
      expect(contents((await second.call("memory_search", { query: "订座位" })).data).join()).toContain("靠窗");
      expect(contents((await bob.call("memory_search", { query: "peanuts" })).data)).toEqual([]);
      const { data } = await first.call("memory_search", { query: "peanuts" });
      const { id } = (data as { results: { id: string }[] }).results[0] ?? { id: "" };
      expect(await bob.call("memory_forget", { id })).toMatchObject({ isError: true });
      expect((await second.call("memory_forget", { id })).data).toMatchObject({ forgotten: [{ id }] });
      expect(contents((await first.call("memory_search", { query: "peanuts" })).data)).not.toContain("peanuts");
      expect([first.errors, second.errors, bob.errors]).toEqual([[], [], []]);
    },
    MINUTE,
  );

  test(
    "reflecting on a conversation keeps what was learned, once; a summary tells it",
    async () => {
      const { call } = await connect("ada");
      const conversation = "User: I'm vegetarian and I moved to Bergen last week.\nAssistant: Noted!";
      const first = await call("memory_reflect", { conversation });
      expect(first.isError).toBe(false);
      expect(first.text).toMatch(/vegetarian/i);
      const again = await call("memory_reflect", { conversation });
      expect(again.data).toMatchObject({ added: [], updated: [] });
      expect((await call("memory_summarize", {})).text).toMatch(/vegetarian/i);
      expect((await call("memory_summarize", { topic: "food" })).data).toMatchObject({ total: expect.any(Number) });
    },
    MINUTE,
  );

  test(
    "wrong arguments, unknown tools and broken lines are answered or skipped; the connection lives on",
    async () => {
      const { client, call, transport } = await connect("ada");
      expect(await call("memory_search", { query: "q", k: [] })).toMatchObject({ isError: true });
      expect(await call("memory_search", { q: 7 })).toMatchObject({ isError: false });
      expect(await call("memory_write", {})).toMatchObject({ isError: true, text: expect.stringContaining("content") });
      await expect(client.callTool({ name: "memory_erase", arguments: {} })).rejects.toThrow(/memory_erase/);
      await transport.send({ jsonrpc: "2.0", method: "notifications/of-a-kind-nobody-knows" });
      expect(await call("memory_write", { content: "Ada lives in Oslo." })).toMatchObject({ isError: false });
    },
    MINUTE,
  );

  test(
    "killed in the middle of a call, it loses nothing it acknowledged, and the next server serves",
    async () => {
      const { call, transport } = await connect("ada");
      const acknowledged: string[] = [];
      const writing = (async () => {
        for (let i = 0; ; i++) {
          await call("memory_write", { content: `Ada's locker number ${i} is in hall ${i}.` });
          acknowledged.push(`locker number ${i} `);
          if (i === 10 && transport.pid !== null) process.kill(transport.pid, "SIGKILL");
        }
      })();
      await expect(writing).rejects.toThrow();
      expect(acknowledged.length).toBeGreaterThan(10);
      const next = await connect("ada");
      for (const part of [acknowledged[0], acknowledged.at(-1)]) {
        const { data } = await next.call("memory_search", { query: `Ada's ${part}`, k: 20 });
        expect(contents(data).join("\n")).toContain(part);
      }
    },
    MINUTE,
  );
});

describe("hindsight mcp as a process (F3, I5)", () => {
  const request = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const opening = `${request(1, "initialize", hello)}{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;

  test(
    "when the client closes its end, calls under way are answered and the process ends by itself",
    async () => {
      const server = start(["mcp", "--user", "ada"], plainEnv(home));
      const write = { name: "memory_write", arguments: { content: "Ada lives in Oslo." } };
      server.child.stdin?.end(`${opening}this is no JSON\n${request(2, "tools/call", write)}`);
      const { code, out } = await server.ended;
      expect(code).toBe(0);
      const answers = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null]);
      expect(answers.find(({ id }) => id === null).error.code).toBe(-32_700);
      expect(answers.find(({ id }) => id === 2).result.structuredContent.stored).toHaveLength(1);
    },
    MINUTE,
  );

  test(
    "what is no message is answered as JSON-RPC says, and the connection lives on",
    async () => {
      const server = start(["mcp", "--user", "ada"], plainEnv(home));
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const hostile = [
        '\ufeff{"jsonrpc":"2.0","id":10,"method":"tools/list","params":7}\r',
        '{"jsonrpc":"2.0","id":11,"method":"tools/list","params":[1]}',
        '{"jsonrpc":"2.0","id":12,"method":"tools/list","params":null}',
        '{"jsonrpc":"1.0","id":13,"method":"tools/list"}',
        '{"jsonrpc":"2.0","id":14}',
        `{"jsonrpc":"2.0","id":15,"method":"tools/list","params":{"a":${deep}}}`,
        '{"jsonrpc":"2.0","id":16,"method":"tools/call","params":{}}',
        '{"jsonrpc":"2.0","id":17,"method":"nobody/knows"}',
        '{"jsonrpc":"2.0","id":"s","method":"tools/list","params":{"_meta":5}}',
        '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
        "[]",
        "7",
        "{",
      ];
      server.child.stdin?.write(`${opening}${hostile.join("\n")}\n`);
      server.child.stdin?.end(request(2, "tools/list", {}).trimEnd());
      const { out, code } = await server.ended;
      expect(code).toBe(0);
      const answers = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const codes = new Map(answers.map(({ id, error }) => [id, error?.code]));
      expect(Object.fromEntries([10, 11, 12, 13, 14, 15, 17].map((id) => [id, codes.get(id)]))).toEqual({
        10: -32_602,
        11: -32_602,
        12: -32_602,
        13: -32_600,
        14: -32_600,
        15: -32_600,
        17: -32_601,
      });
      expect(codes.has(16)).toBe(true);
      expect(codes.has("s")).toBe(true);
      expect(answers.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual([
        -32_600, -32_600, -32_600, -32_700,
      ]);
      expect(answers.find(({ id }) => id === 2).result.tools).toHaveLength(5);
    },
    MINUTE,
  );

  test(
    "whatever prints in the process, standard output holds nothing but protocol",
    async () => {
      const noisy = join(home, "noisy.mjs");
      await writeFile(
        noisy,
        `const real = process.stdout.write;
         setInterval(() => {
           if (process.stdout.write === real) return; // nothing is guarded yet
           console.log("noise of a library"); console.info("more of it"); process.stdout.write("a stray write\\n");
         }, 1).unref();`,
      );
      const server = start(["mcp"], plainEnv(home, { NODE_OPTIONS: `--import=${noisy}` }));
      server.child.stdin?.write(opening);
      await server.until("noise of a library");
      await server.until("a stray write");
      server.child.stdin?.end(request(2, "tools/list", {}));
      const { out } = await server.ended;
      const lines = out.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
    },
    MINUTE,
  );

  test(
    "SIGTERM ends it",
    async () => {
      const server = start(["mcp"], plainEnv(home));
      server.child.stdin?.write(opening);
      await server.until('"id":1', "out");
      server.child.kill("SIGTERM");
      expect(await server.ended).toMatchObject({ code: 0 });
    },
    MINUTE,
  );

  test("a wrong setting is said on standard error, and nothing on standard output", async () => {
    const child = spawn(process.execPath, [MAIN, "mcp"], { env: plainEnv(home, { HINDSIGHT_PRESET: "odd" }) });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    expect({ code: child.exitCode, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: HINDSIGHT_PRESET/);
  });
});
