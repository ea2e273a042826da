import { RemoveMessage } from "@langchain/core/messages";
import { type ErrorCode, HindsightError } from "../../domain/errors.ts";
import { unanswered } from "../batches.ts";
import { idOf } from "../messages.ts";
import type { AgentState, AgentUpdate } from "../state.ts";

/**
 * A run that may not be served leaves nothing in the thread. LangGraph writes the input into the thread before any node
 * runs, so what a stranger sent would else be taken for the owner's words by the owner's next turn.
 */
export function refused(state: AgentState, error: HindsightError): AgentUpdate {
  const { code, message, hint } = error;
  return {
    messages: unanswered(state).map((one) => new RemoveMessage({ id: idOf(one) })),
    refusal: { code, message, hint },
  };
}

/** Ends the run once its messages are out of the thread. @throws HindsightError the refusal */
export function refuseNode(state: AgentState): never {
  const { code, message, hint } = state.refusal!;
  throw new HindsightError(code as ErrorCode, message, hint);
}
