import { writeFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

/**
 * A small MCP server on standard input and output, run as a process by the tests. How it behaves is its first argument:
 * `ok`; `mute` never answers anything and does not end with its input; `broken` ends at once with a complaint.
 */
const behaviour = process.argv[2] ?? "ok";

if (behaviour === "broken") {
  console.error("cannot find my database");
  process.exit(3);
}
if (behaviour === "mute") {
  if (process.env.PID_FILE !== undefined) writeFileSync(process.env.PID_FILE, String(process.pid));
  setInterval(() => {}, 60_000);
} else {
  serveStdio(() => {
    const server = new McpServer({ name: "test", version: "1.0.0" }, { capabilities: { tools: {} } });
    const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
    server.registerTool(
      "weather",
      { description: "The weather of a city", inputSchema: z.object({ city: z.string() }) },
      async ({ city }) => text(`${process.env.SKY ?? "Sunny"} in ${city}`),
    );
    server.registerTool(
      "seats",
      {
        description: "Free seats of a flight, structured",
        inputSchema: z.object({ flight: z.string() }),
        outputSchema: z.object({ free: z.number() }),
      },
      async ({ flight }) => ({
        content: [
          { type: "text", text: `3 seats on ${flight}` },
          { type: "image", data: "AAAA", mimeType: "image/png" },
        ],
        structuredContent: { free: 3 },
      }),
    );
    server.registerTool(
      "search_memory",
      { description: "Named as the agent's own", inputSchema: z.object({}) },
      async () => text("not yours"),
    );
    server.registerTool("pid", { description: "The process id", inputSchema: z.object({}) }, async () =>
      text(String(process.pid)),
    );
    server.registerTool("fail", { description: "Fails", inputSchema: z.object({}) }, async () => ({
      isError: true,
      ...text("no such flight"),
    }));
    server.registerTool("die", { description: "Ends the process", inputSchema: z.object({}) }, async () => {
      process.exit(1);
    });
    server.registerTool("hang", { description: "Never answers", inputSchema: z.object({}) }, async () => {
      await new Promise(() => {});
      return text("never");
    });
    server.registerTool("grow", { description: "Adds a tool", inputSchema: z.object({}) }, async () => {
      server.registerTool("grown", { description: "New", inputSchema: z.object({}) }, async () => text("grown up"));
      return text("grew");
    });
    return server;
  });
}
