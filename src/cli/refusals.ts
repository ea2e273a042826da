import type { RefusalReason } from "../memory/types.ts";

/** Why the gate said no, in words. */
export const REFUSALS: Record<RefusalReason, string> = {
  empty: "there is nothing in it",
  greeting: "it is only a greeting",
  acknowledgement: "it only acknowledges something",
  too_short: "it is too short to mean anything later",
  recalled_text: "it is recalled text coming back",
  agent_instructions: "it is the agent's own instructions",
  tool_noise: "it is a tool's raw output",
  question: "it is a question, not something to remember",
  request: "it asks for something to be done now",
  small_talk: "it is small talk",
  low_score: "it scored too low to be worth keeping",
  nothing_to_forget: "nothing like it is remembered",
};
