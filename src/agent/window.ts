import type { BaseMessage } from "@langchain/core/messages";
import { exchanges, tokensOf } from "./messages.ts";

/** Folding goes on to this share of the budget, so that it does not run again after every turn. */
const FOLD_TO = 0.6;

/**
 * Which of the oldest messages to fold into the summary: none while everything fits `budget` tokens, else whole turns,
 * oldest first, until what is left takes 60 % of it; never one of the newest `keep` turns, and never a tool call
 * without its result (a turn is what the user said and everything up to what they said next).
 */
export function foldable(messages: readonly BaseMessage[], budget: number, keep: number): BaseMessage[] {
  let left = tokensOf(messages);
  if (left <= budget) return [];
  const turns = exchanges(messages);
  const folded: BaseMessage[] = [];
  for (const turn of turns.slice(0, Math.max(0, turns.length - keep))) {
    if (left <= budget * FOLD_TO) break;
    folded.push(...turn);
    left -= tokensOf(turn);
  }
  return folded;
}
