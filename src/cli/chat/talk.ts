import { isMemoryEvent, type MemoryEvent } from "../../agent/events.ts";

/** What happens during one turn, as it happens. */
export type TurnEvent = { event: "text"; text: string } | { event: "memory"; memory: MemoryEvent };

/** The part of a compiled LangGraph agent that a chat uses. */
export interface StreamingAgent {
  stream(
    input: { messages: { role: "user"; content: string }[] },
    options: {
      streamMode: ["messages", "custom"];
      configurable: { thread_id: string };
      context: { user_id: string; recall: null; time_zone: null };
      signal: AbortSignal;
    },
  ): Promise<AsyncIterable<unknown>>;
}

/** The node whose words are the reply; others (a running summary) may call a model too. */
const REPLYING_NODE = "reason";

function isPair(chunk: unknown): chunk is [string, unknown] {
  return Array.isArray(chunk) && chunk.length === 2 && typeof chunk[0] === "string";
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** The text of a message chunk: its content, or the text blocks of it. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: unknown) => property(block, "text"))
    .filter((text) => typeof text === "string")
    .join("");
}

function isReply(message: unknown, metadata: unknown): boolean {
  const type = property(message, "type");
  return type === "ai" && property(metadata, "langgraph_node") === REPLYING_NODE;
}

/**
 * One turn: sends the text and yields the reply as it comes and what the memory does. Ends when the turn's memory is
 * written.
 */
export async function* turn(
  agent: StreamingAgent,
  where: { user: string; thread: string },
  text: string,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const stream = await agent.stream(
    { messages: [{ role: "user", content: text }] },
    {
      streamMode: ["messages", "custom"],
      configurable: { thread_id: where.thread },
      context: { user_id: where.user, recall: null, time_zone: null }, // null: as the settings say
      signal,
    },
  );
  for await (const chunk of stream) {
    if (!isPair(chunk)) continue;
    const [mode, payload] = chunk;
    if (mode === "custom" && isMemoryEvent(payload)) yield { event: "memory", memory: payload };
    if (mode !== "messages" || !Array.isArray(payload) || !isReply(payload[0], payload[1])) continue;
    const piece = textOf(property(payload[0], "content"));
    if (piece !== "") yield { event: "text", text: piece };
  }
}
