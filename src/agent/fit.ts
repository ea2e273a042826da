import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { HindsightError } from "../domain/errors.ts";
import { countTokens } from "../domain/tokens.ts";
import { exchanges, textOf, tokensOf } from "./messages.ts";

/** Most of the context window that is kept for the answer, whatever the setting says. */
const ANSWER_SHARE = 0.25;
/** Least room for what is asked; below it a request would hold no question. */
const LEAST = 64;
/** What endpoints add around a message and around a tool, in tokens. */
const AROUND = 8;

/** Tokens of a request by part, as `docs/context.md` has them. */
export interface Window {
  /** Tokens the model takes in and gives out together. */
  contextWindow: number;
  /** Tokens kept for the answer; at most a quarter of the window is. */
  answerTokens: number;
}

/** What goes into a request beside the system prompt and the tools. */
export interface Parts {
  /** The recalled block; empty text when there is none. */
  block: string;
  summary: string;
  /** Well-formed: each tool result behind its call. */
  messages: readonly BaseMessage[];
}

export const answerReserve = ({ contextWindow, answerTokens }: Window): number =>
  Math.min(answerTokens, Math.floor(contextWindow * ANSWER_SHARE));

/** Tokens that the tools' names, descriptions and schemas take. */
export function toolTokens(tools: readonly StructuredToolInterface[]): number {
  return tools.reduce((sum, tool) => sum + AROUND + countTokens(JSON.stringify(convertToOpenAITool(tool))), 0);
}

/** The block with as many of its memories, first ones first, as `room` tokens hold; empty text when none. */
export function trimmedBlock(block: string, room: number): string {
  if (block === "" || countTokens(block) <= room) return block;
  const lines = block.split("\n");
  const close = lines.pop() ?? "";
  while (lines.length > 1) {
    lines.pop();
    while (lines.length > 1 && !/^\[\d+\]/u.test(lines.at(-1) ?? "")) lines.pop();
    const rest = [...lines, close].join("\n");
    if (lines.length > 1 && countTokens(rest) <= room) return rest;
  }
  return "";
}

/** The middle of a text left out, so that it takes at most `room` tokens. */
function shortened(text: string, room: number): string {
  const note = "\n[… left out: longer than the model's context window …]\n";
  const characters = Array.from(text);
  const at = (kept: number) =>
    characters.slice(0, Math.ceil(kept / 2)).join("") +
    note +
    characters.slice(characters.length - Math.floor(kept / 2)).join("");
  let low = 0;
  for (let high = characters.length; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (countTokens(at(middle)) <= room) low = middle;
    else high = middle - 1;
  }
  return at(low);
}

/** The messages with the longest texts shortened until they take at most `room` tokens. */
function shortenedTo(messages: readonly BaseMessage[], room: number): BaseMessage[] {
  const short = [...messages];
  for (let over = tokensOf(short) - room; over > 0; over = tokensOf(short) - room) {
    const longest = short.reduce((best, one, at) => (textOf(one).length > textOf(short[best]!).length ? at : best), 0);
    const message = short[longest]!;
    const before = countTokens(textOf(message));
    const content = shortened(textOf(message), Math.max(0, before - over - 1));
    if (countTokens(content) >= before) throw tooSmall();
    const Kind = message.constructor as new (fields: object) => BaseMessage;
    short[longest] = new Kind({ ...message.lc_kwargs, content });
  }
  return short;
}

const tooSmall = () =>
  new HindsightError(
    "INVALID_SETTING",
    "the model's context window has no room for the question beside the prompt, the tools and the answer",
    "Raise HINDSIGHT_CONTEXT_WINDOW to what the model takes, or give the agent fewer tools.",
  );

/**
 * The parts as they fit the window beside `fixed` tokens (system prompt and tools) and the answer's reserve. Memory
 * yields first, its last lines before its first; then the oldest turns, which `consolidate` folds into the summary after
 * the reply; then the summary; at last the longest texts of the newest turn lose their middle.
 * @throws HindsightError INVALID_SETTING when the window has no room for a question at all.
 */
export function fitted(
  parts: Parts,
  fixed: number,
  window: Window,
): { block: string; summary: string; messages: BaseMessage[] } {
  const room = window.contextWindow - answerReserve(window) - fixed - AROUND;
  if (room < LEAST) throw tooSmall();
  const turns = exchanges(parts.messages);
  let summary = parts.summary;
  while (turns.length > 1 && tokensOf(turns.flat()) + countTokens(summary) > room) turns.shift();
  let messages = turns.flat();
  if (tokensOf(messages) + countTokens(summary) > room) summary = "";
  messages = shortenedTo(messages, room);
  const block = trimmedBlock(parts.block, room - tokensOf(messages) - countTokens(summary));
  return { block, summary, messages };
}

/**
 * Tokens the turns may take before the oldest are folded: the setting, or half of the window beside the answer when that
 * is less; and how many of the newest turns are kept whatever they take, one where the window is the tighter bound.
 */
export function workingBudget(settings: Window & { workingTokens: number; workingTurns: number }): {
  tokens: number;
  turns: number;
} {
  const half = Math.floor((settings.contextWindow - answerReserve(settings)) / 2);
  if (settings.workingTokens <= half) return { tokens: settings.workingTokens, turns: settings.workingTurns };
  return { tokens: half, turns: 1 };
}
