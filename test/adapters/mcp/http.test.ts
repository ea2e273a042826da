import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolServers, type ToolServersOptions } from "../../../src/adapters/mcp/servers.ts";
import type { ToolServers } from "../../../src/ports/tools.ts";

const opened: ToolServers[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A real server on loopback; its address. */
async function listening(answer: Answer): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function weather(): McpServer {
  const server = new McpServer({ name: "sky", version: "1" });
  server.registerTool("weather", { description: "The weather", inputSchema: { city: z.string() } }, ({ city }) => ({
    content: [{ type: "text", text: `Sunny in ${city}` }],
  }));
  return server;
}

/** Streamable HTTP, a session a request. */
const streamable: Answer = async (request, response) => {
  const transport = new StreamableHTTPServerTransport({});
  response.on("close", () => void transport.close());
  await weather().connect(transport as Parameters<McpServer["connect"]>[0]);
  await transport.handleRequest(request, response);
};

/** The older transport: a stream, and a second address to post to. Answers everything else as such servers do. */
function olderSse(): Answer {
  const sessions = new Map<string, SSEServerTransport>();
  return async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const session = sessions.get(url.searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && session !== undefined) return session.handlePostMessage(request, response);
    if (request.method !== "GET") return response.writeHead(405).end();
    const transport = new SSEServerTransport("/messages", response);
    sessions.set(transport.sessionId, transport);
    return weather().connect(transport);
  };
}

const open = (mcpServers: Record<string, object>, more: ToolServersOptions = {}) => {
  const made = createToolServers({ config: { mcpServers } as never, patienceMs: 20_000, ...more });
  opened.push(made);
  return made;
};

async function call(tools: readonly StructuredToolInterface[], name = "weather"): Promise<unknown> {
  return tools.find((tool) => tool.name === name)?.invoke({ city: "Oslo" });
}

const key = "Bearer secret";
const guarded: Answer = (request, response) =>
  request.headers.authorization === key
    ? streamable(request, response)
    : response.writeHead(401, { "content-type": "application/json" }).end('{"error":"no entry"}');

describe("F5: tool servers over HTTP", () => {
  it.each([
    ["Streamable HTTP, named", () => streamable, "http"],
    ["Streamable HTTP, found out", () => streamable, undefined],
    ["the older SSE, named", olderSse, "sse"],
    ["the older SSE, found out", olderSse, undefined],
  ])("%s", async (_, answer, type) => {
    const url = await listening(answer());
    const found = open({ sky: { url, ...(type === undefined ? {} : { type }) } });
    expect(await call(await found.tools())).toBe("Sunny in Oslo");
    expect(found.status()).toMatchObject([{ name: "sky", state: "ready", tools: ["weather"], error: null }]);
  });

  it("a header from the environment opens the door; without it the server is out, with its 401, and not the others", async () => {
    const url = await listening(guarded);
    const headers = { Authorization: `Bearer \${TOKEN}` };
    const found = open(
      { in: { url, headers }, out: { url }, plain: { url: await listening(streamable) } },
      { env: { TOKEN: "secret" } },
    );
    const names = (await found.tools()).map(({ name }) => name).sort();
    expect(names).toEqual(["in__weather", "plain__weather"]);
    expect(await call(await found.tools(), "in__weather")).toBe("Sunny in Oslo");
    const out = found.status().find(({ name }) => name === "out");
    expect(out).toMatchObject({ state: "failed", tools: [], error: expect.stringMatching(/401|unauthorized/i) });
    expect(JSON.stringify(found.status())).not.toContain("secret");
  });

  it.each(["http", "sse", undefined])("a dead and a hanging one (%s) do not take a good one down", async (type) => {
    const gone = await listening(streamable);
    const last = servers.pop();
    await new Promise((resolve) => last?.close(resolve));
    const kind = type === undefined ? {} : { type };
    const found = open(
      {
        good: { url: await listening(streamable) },
        dead: { url: gone, ...kind },
        hanging: { url: await listening(() => {}), ...kind },
      },
      { timeoutMs: 4_000 },
    );
    expect(await call(await found.tools())).toBe("Sunny in Oslo");
    const status = Object.fromEntries(found.status().map((one) => [one.name, one]));
    expect(status.dead).toMatchObject({ state: "failed", error: expect.stringMatching(/fetch failed|ECONNREFUSED/) });
    expect(status.hanging).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/no answer within|timed out/i),
    });
    await found.close();
    expect(found.status().map(({ state }) => state)).toEqual(["closed", "closed", "closed"]);
  });
});
