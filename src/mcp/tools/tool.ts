import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { HindsightError } from "../../domain/errors.ts";
import type { Instant } from "../../domain/record.ts";
import type { Memory } from "../../memory/types.ts";

/** What a tool works with. */
export interface ToolContext {
  memory: Memory;
  /** Runs the tool and turns what goes wrong into a tool error. */
  answer(work: () => Promise<CallToolResult>): Promise<CallToolResult>;
}

/** Adds one tool to a server. */
export type RegisterTool = (server: McpServer, context: ToolContext) => void;

/** @throws HindsightError INVALID_INPUT naming the argument when `read` gives `null`. */
export function timeArgument(name: string, text: string, read: (text: string) => Instant | null): Instant {
  const instant = read(text);
  if (instant !== null) return instant;
  throw new HindsightError(
    "INVALID_INPUT",
    `${name}: "${text}" is not an ISO date or time`,
    "Give one such as 2026-03-31 or 2026-03-31T18:30+02:00.",
  );
}
