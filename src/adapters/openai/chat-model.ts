import type { BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk, ChatResult } from "@langchain/core/outputs";
import { ChatOpenAI, ChatOpenAICompletions } from "@langchain/openai";
import { v7 as uuidv7 } from "uuid";
import { clientOptions, type EndpointSettings } from "./endpoint.ts";

type Options = ChatOpenAICompletions["ParsedCallOptions"];
type Rest<Method> = Method extends (first: BaseMessage[], second: Options, ...rest: infer R) => unknown ? R : never;

/**
 * Chat completions whose replies carry ids of ours. Some servers give every reply the same `id`, and LangGraph's
 * message reducer replaces by id, so earlier replies would vanish from the thread. It is done here and not in the graph
 * because a reply's pieces and the finished message must share one id: a later change would stream the reply twice.
 */
class OwnIdCompletions extends ChatOpenAICompletions {
  /** The client drops the text with which a model declines: it becomes content, marked by `additional_kwargs.refusal`. */
  protected override _convertCompletionsDeltaToBaseMessageChunk(
    ...[delta, ...rest]: Parameters<ChatOpenAICompletions["_convertCompletionsDeltaToBaseMessageChunk"]>
  ) {
    const refusal: unknown = delta.refusal;
    if (typeof refusal !== "string" || refusal === "")
      return super._convertCompletionsDeltaToBaseMessageChunk(delta, ...rest);
    const content = `${typeof delta.content === "string" ? delta.content : ""}${refusal}`;
    const chunk = super._convertCompletionsDeltaToBaseMessageChunk({ ...delta, content }, ...rest);
    chunk.additional_kwargs.refusal = refusal;
    return chunk;
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: Options,
    ...rest: Rest<ChatOpenAICompletions["_streamResponseChunks"]>
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = uuidv7();
    for await (const chunk of super._streamResponseChunks(messages, options, ...rest)) {
      chunk.message._updateId(id);
      yield chunk;
    }
  }

  override async *_streamChatModelEvents(
    messages: BaseMessage[],
    options: Options,
    ...rest: Rest<ChatOpenAICompletions["_streamChatModelEvents"]>
  ) {
    const id = uuidv7();
    for await (const event of super._streamChatModelEvents(messages, options, ...rest))
      yield event.event === "message-start" ? { ...event, id } : event;
  }

  override async _generate(
    messages: BaseMessage[],
    options: Options,
    ...rest: Rest<ChatOpenAICompletions["_generate"]>
  ): Promise<ChatResult> {
    const result = await super._generate(messages, options, ...rest);
    for (const generation of result.generations) generation.message._updateId(uuidv7());
    return result;
  }
}

/**
 * The agent's chat model: a ChatOpenAI that streams under `.stream()` and LangGraph's `messages` mode, with bounded
 * waits and retries. `streaming: true` is not set on purpose: with it `.invoke()` fetches a tokenizer from the web.
 */
export function createOpenAiChatModel(settings: EndpointSettings): ChatOpenAI {
  const { apiKey, timeout, maxRetries, ...configuration } = clientOptions(settings);
  const fields = {
    model: settings.model,
    apiKey,
    timeout,
    // The client's own retries, which heed Retry-After, instead of LangChain's, which do not.
    maxRetries: 0,
    configuration: { ...configuration, maxRetries },
  };
  return new ChatOpenAI({ ...fields, completions: new OwnIdCompletions(fields) });
}
