import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput, ToolDefinition } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { v7 as uuidv7 } from "uuid";
import { type Clock, systemClock } from "../../ports/clock.ts";
import { type Reply, replyTo, type Situation, type ToolOutcome } from "./reply.ts";

export interface BuiltinChatModelOptions {
  /** IANA zone in which it reads the clock; default the machine's. */
  timeZone?: string;
  clock?: Clock;
}

interface CallOptions extends BaseChatModelCallOptions {
  tools?: ToolDefinition[];
}

/** Shown as the model's name wherever one is shown. */
export const BUILTIN_MODEL = "hindsight-builtin";

/** Pieces as a model would stream them: words with the space before them, Han characters one by one. */
function pieces(text: string): string[] {
  return text.match(/\s*\p{Script=Han}|\s*[^\s\p{Script=Han}]+|\s+$/gu) ?? [];
}

/** Results of the tools called since the user last spoke, with the arguments they were called with. */
function resultsOf(messages: readonly BaseMessage[]): ToolOutcome[] {
  const from = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  const calls = new Map<string, { name: string; args: Record<string, unknown> }>();
  const results: ToolOutcome[] = [];
  for (const message of messages.slice(from + 1)) {
    if (AIMessage.isInstance(message) || AIMessageChunk.isInstance(message))
      for (const call of message.tool_calls ?? []) calls.set(call.id ?? "", call);
    if (!ToolMessage.isInstance(message)) continue;
    const call = calls.get(message.tool_call_id);
    results.push({
      tool: call?.name ?? message.name ?? "tool",
      content: message.text,
      failed: message.status === "error",
      args: call?.args ?? {},
    });
  }
  return results;
}

/**
 * A chat model made of rules: it acknowledges what it is told, answers from the memory block and the conversation by
 * quotation, calls the memory tools when asked to, in English and Chinese. Deterministic and offline. It is no language
 * model and says so whenever one is needed.
 */
class BuiltinChatModel extends BaseChatModel<CallOptions> {
  readonly model = BUILTIN_MODEL;
  private readonly timeZone: string;
  private readonly clock: Clock;

  constructor({ timeZone, clock }: BuiltinChatModelOptions) {
    super({});
    this.timeZone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.clock = clock ?? systemClock;
  }

  static override lc_name(): string {
    return "HindsightBuiltin";
  }

  override _llmType(): string {
    return BUILTIN_MODEL;
  }

  override bindTools(
    tools: BindToolsInput[],
    options?: Partial<CallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, CallOptions> {
    return this.withConfig({ ...options, tools: tools.map((tool) => convertToOpenAITool(tool)) });
  }

  private reply(messages: readonly BaseMessage[], options: this["ParsedCallOptions"]): Reply {
    const situation: Situation = {
      system: messages
        .filter((message) => SystemMessage.isInstance(message))
        .map(({ text }) => text)
        .join("\n\n"),
      said: messages.filter((message) => HumanMessage.isInstance(message)).map(({ text }) => text),
      results: resultsOf(messages),
      tools: new Set(options.tool_choice === "none" ? [] : (options.tools ?? []).map((tool) => tool.function.name)),
      now: this.clock.now(),
      timeZone: this.timeZone,
    };
    return replyTo(situation);
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    options.signal?.throwIfAborted();
    const reply = this.reply(messages, options);
    const response_metadata = { model_name: BUILTIN_MODEL };
    if ("text" in reply) {
      const message = new AIMessage({ content: reply.text, response_metadata });
      return { generations: [{ text: reply.text, message }] };
    }
    const call = { name: reply.tool, args: reply.args, id: `call_${uuidv7()}`, type: "tool_call" as const };
    const message = new AIMessage({ content: "", tool_calls: [call], response_metadata });
    return { generations: [{ text: "", message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = this.reply(messages, options);
    const chunks =
      "text" in reply
        ? pieces(reply.text).map((text) => new AIMessageChunk({ content: text }))
        : [
            new AIMessageChunk({
              content: "",
              tool_call_chunks: [
                {
                  name: reply.tool,
                  args: JSON.stringify(reply.args),
                  id: `call_${uuidv7()}`,
                  index: 0,
                  type: "tool_call_chunk",
                },
              ],
            }),
          ];
    const last = chunks.at(-1);
    if (last !== undefined) last.response_metadata = { model_name: BUILTIN_MODEL };
    for (const message of chunks) {
      options.signal?.throwIfAborted();
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await run?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

/** The model of a hindsight that has no endpoint, see the class. */
export function createBuiltinChatModel(options: BuiltinChatModelOptions = {}): BaseChatModel<CallOptions> {
  return new BuiltinChatModel(options);
}
