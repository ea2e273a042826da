import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isHindsightError, messageOf } from "../domain/errors.ts";
import type { MemoryRecord } from "../domain/record.ts";

/** A memory in structured content. */
export const memoryShape = z.object({
  id: z.string(),
  kind: z.string(),
  type: z.string(),
  content: z.string(),
  happenedAt: z.string().describe("when it happened or was said, UTC"),
  source: z.string().describe("who says so"),
});

export function memoryView(record: MemoryRecord): z.infer<typeof memoryShape> {
  const { id, kind, type, content, happenedAt, source } = record;
  return { id, kind, type, content, happenedAt, source };
}

/** Text for the model, and the same as data for programs. */
export function reply(
  text: string,
  structuredContent: Record<string, unknown>,
  ignored: readonly string[],
): CallToolResult {
  const remark = ignored.length === 0 ? "" : `\n\n(Not used, this tool has no such argument: ${ignored.join(", ")}.)`;
  return { content: [{ type: "text", text: text + remark }], structuredContent };
}

/**
 * Runs a tool; what goes wrong becomes a tool error that says what happened and what to do, and the connection lives on.
 * @param report hears of failures that are not explained by a HindsightError.
 */
export async function answering(
  report: (error: unknown) => void,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    const known = isHindsightError(error);
    if (!known) report(error);
    const text = known ? `${error.message}\n${error.hint}` : `The memory failed: ${messageOf(error)}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}
