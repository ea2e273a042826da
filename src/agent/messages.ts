import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { languageOf } from "../domain/text.ts";
import { countTokens } from "../domain/tokens.ts";

/** The readable text of a message: its text blocks, joined; other blocks are left out. */
export function textOf(message: BaseMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((block) => ("text" in block && typeof block.text === "string" ? block.text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

/** The id of a message in the state; the reducer gives every message one. */
export function idOf(message: BaseMessage): string {
  if (message.id === undefined) throw new Error("a message in the state has no id");
  return message.id;
}

/** Index of the newest message of the user, or -1. */
export function lastHuman(messages: readonly BaseMessage[]): number {
  return messages.findLastIndex((message) => HumanMessage.isInstance(message));
}

/** The language to answer in: that of the newest message that has one. */
export function languageOfTurn(messages: readonly BaseMessage[]): "en" | "zh" {
  for (let i = lastHuman(messages); i >= 0; i--) {
    const language = languageOf(textOf(messages[i]!));
    if (language !== "und") return language;
  }
  return "en";
}

/** Tool calls of a message; empty for anything but a reply. */
export function callsOf(message: BaseMessage) {
  return AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
}

/** The one argument of a call whose arguments were no JSON: the text as it came. */
export const BROKEN_ARGUMENTS = "__broken_arguments";

/** Key under which a tool's message names its kept output: `{ summary, id }`. */
export const KEPT_OUTPUT = "hindsight_output";

/** What stands in an episode for a tool's result; `null` when the message itself does. */
export function keptOutputOf(message: ToolMessage): { summary: string; id: string | null } | null {
  const found: unknown = message.additional_kwargs[KEPT_OUTPUT];
  if (typeof found !== "object" || found === null || !("summary" in found) || !("id" in found)) return null;
  const { summary, id } = found;
  return typeof summary === "string" && (id === null || typeof id === "string") ? { summary, id } : null;
}

/** How many rounds of tool calls the current turn has had. */
export function toolRounds(messages: readonly BaseMessage[]): number {
  return messages.slice(lastHuman(messages) + 1).filter((message) => callsOf(message).length > 0).length;
}

/** What endpoints add around each message, in tokens; OpenAI's own figure for its chat format. */
const TOKENS_PER_MESSAGE = 4;

/** Tokens of the messages as they are sent, tool calls included; an estimate that leans high. */
export function tokensOf(messages: readonly BaseMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    sum += TOKENS_PER_MESSAGE + countTokens(textOf(message));
    for (const call of callsOf(message)) sum += countTokens(call.name) + countTokens(JSON.stringify(call.args));
  }
  return sum;
}

/**
 * The messages as every endpoint takes them. A run that was cut off between a tool call and its result leaves a call
 * without an answer, which endpoints refuse for the rest of the thread: it gets one that says so. Results without a
 * call and replies with nothing in them are left out.
 */
export function wellFormed(messages: readonly BaseMessage[]): BaseMessage[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) if (ToolMessage.isInstance(message)) results.set(message.tool_call_id, message);
  const sound: BaseMessage[] = [];
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) continue; // placed right behind its call
    const calls = callsOf(message);
    if (AIMessage.isInstance(message) && calls.length === 0 && textOf(message).trim() === "") continue;
    sound.push(message);
    for (const call of calls) {
      const id = call.id ?? "";
      sound.push(
        results.get(id) ??
          new ToolMessage({
            tool_call_id: id,
            name: call.name,
            status: "error",
            content: "No result: the run was interrupted.",
          }),
      );
    }
  }
  return sound;
}

/** Groups of messages that stand together: what the user said and everything up to what they said next. */
export function exchanges(messages: readonly BaseMessage[]): BaseMessage[][] {
  const groups: BaseMessage[][] = [];
  let answered = true;
  for (const message of messages) {
    const group = groups.at(-1);
    if (group === undefined || (HumanMessage.isInstance(message) && answered)) groups.push([message]);
    else group.push(message);
    answered = !HumanMessage.isInstance(message);
  }
  return groups;
}
