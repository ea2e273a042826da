import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager, type Callbacks, ensureHandler } from "@langchain/core/callbacks/manager";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { v5 as uuidv5 } from "uuid";

/** Namespace of the ids below: a random UUID made for this purpose. */
const REPLIES = "8f5f7c1e-4a86-4d0c-9c0e-2f6a1f3a7b52";

/**
 * The id of a reply: the same whenever the same round of the same turn is run again, so that a re-run node replaces its
 * reply instead of adding one, and what is remembered from it is remembered once.
 */
export function replyId(thread: string | null, question: string, round: number): string {
  return uuidv5(JSON.stringify([thread, question, round]), REPLIES);
}

/** How a reply ended: as a whole, at the limit on its length, at the content filter, or because its stream broke off. */
export type Ending = "whole" | "length" | "filtered" | "broken";

/** Of these clients a whole reply always says why it ended; of others nothing can be told from silence. */
const TELLS_ITS_END = new Set(["openai", "azure_openai"]);

/** @param modelType `_llmType()` of the model that gave the reply. */
export function endingOf(reply: AIMessageChunk, modelType: string): Ending {
  const { finish_reason: reason, stop_reason, status } = reply.response_metadata as Record<string, unknown>;
  if (reason === "length" || stop_reason === "max_tokens" || status === "incomplete") return "length";
  if (reason === "content_filter") return "filtered";
  const silent = typeof reason !== "string" && typeof status !== "string";
  return silent && TELLS_ITS_END.has(modelType) ? "broken" : "whole";
}

function rename(message: unknown, id: string): void {
  const found = message as BaseMessage | undefined;
  if (found === undefined || found.id === id) return;
  found.id = id;
  found.lc_kwargs.id = id;
}

/**
 * Gives a reply our id while it streams. Some servers send every reply under one id, and the message reducer replaces
 * by id, so earlier replies would vanish; renaming the finished reply alone would stream it twice, because LangGraph
 * takes an id it has not streamed for a new message.
 */
class Renamer extends BaseCallbackHandler {
  name = "hindsight_reply_id";
  override awaitHandlers = true; // runs before the handlers behind it look at the chunk
  private readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
  }

  override handleLLMNewToken(...[, , , , , fields]: Parameters<NonNullable<BaseCallbackHandler["handleLLMNewToken"]>>) {
    const chunk = fields?.chunk;
    if (chunk !== undefined && "message" in chunk) rename(chunk.message, this.id);
  }

  override handleChatModelStreamEvent(event: { event: string; id?: string }) {
    if (event.event === "message-start") event.id = this.id;
  }

  override handleLLMEnd(output: LLMResult) {
    const generation = output.generations[0]?.[0];
    if (generation !== undefined && "message" in generation) rename(generation.message, this.id);
  }
}

/** The run's callbacks with the renaming ahead of all others. */
export function callbacksNaming(id: string, callbacks: Callbacks | undefined): CallbackManager {
  const manager = callbacks === undefined || Array.isArray(callbacks) ? new CallbackManager() : callbacks.copy();
  if (Array.isArray(callbacks)) manager.setHandlers(callbacks.map(ensureHandler), true);
  manager.handlers.unshift(new Renamer(id));
  return manager;
}
