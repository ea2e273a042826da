import type { DynamicStructuredTool } from "@langchain/core/tools";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";

function isText(block: unknown): block is { type: "text"; text: string } {
  return typeof block === "object" && block !== null && "text" in block && typeof block.text === "string";
}

function structuredIn(artifacts: unknown): unknown {
  if (!Array.isArray(artifacts)) return undefined;
  const found: unknown = artifacts.find(
    (artifact: unknown) =>
      typeof artifact === "object" &&
      artifact !== null &&
      "type" in artifact &&
      artifact.type === "mcp_structured_content",
  );
  return typeof found === "object" && found !== null && "data" in found ? found.data : undefined;
}

/**
 * A tool result as text. Blocks of a result come with keys that endpoints refuse, and pictures and files would swell every
 * checkpoint, so text is kept and the rest is named.
 */
export function asText(content: unknown, artifacts: unknown): string {
  if (typeof content === "string") return content;
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.filter(isText).map(({ text }) => text);
  const structured = structuredIn(artifacts);
  if (texts.length === 0 && structured !== undefined) texts.push(JSON.stringify(structured));
  const others = blocks.length - blocks.filter(isText).length;
  if (others > 0)
    texts.push(`[${others} part${others === 1 ? "" : "s"} of the result that ${others === 1 ? "is" : "are"} no text]`);
  return texts.join("\n") || "[the result is empty]";
}

/** The tools of a connected server, results as text, each call within `timeoutMs`. */
export async function loadTools(server: string, client: Client, timeoutMs: number): Promise<DynamicStructuredTool[]> {
  const { loadMcpTools } = await import("@langchain/mcp-adapters");
  const tools = await loadMcpTools(server, client, { defaultToolTimeout: timeoutMs });
  for (const tool of tools) {
    const call = tool.func;
    tool.func = async (...given) => {
      const result: unknown = await call(...given);
      if (!Array.isArray(result)) return result;
      const [content, artifacts] = result as unknown[];
      return [asText(content, artifacts), null];
    };
  }
  return tools;
}
