import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type Messages, messagesStateReducer } from "@langchain/langgraph";
import { v4 as uuidv4 } from "uuid";
import { idOf } from "./messages.ts";
import type { AgentState } from "./state.ts";

/** Which write a message of the user came with, on the message itself; clients cannot choose it. */
const BATCH = "hindsight_batch";

function batchOf(message: BaseMessage): unknown {
  return message.additional_kwargs[BATCH];
}

/** LangGraph's own reducer of messages; what the user says new bears the mark of the write it came with. */
export function reduceMessages(left: BaseMessage[], right: Messages): BaseMessage[] {
  const before = new Map(left.map((message) => [message.id, batchOf(message)]));
  const merged = messagesStateReducer(left, right);
  const batch = uuidv4();
  for (const message of merged) {
    if (!HumanMessage.isInstance(message)) continue;
    const mark = before.has(message.id) ? before.get(message.id) : batch;
    if (mark === batchOf(message)) continue;
    message.additional_kwargs = { ...message.additional_kwargs, [BATCH]: mark };
    message.lc_kwargs.additional_kwargs = message.additional_kwargs;
  }
  return merged;
}

/** The messages at the end that no turn took in and nobody answered. */
export function unanswered(state: Pick<AgentState, "messages" | "times">): BaseMessage[] {
  const taken = state.messages.findLastIndex(
    (message) => !HumanMessage.isInstance(message) || Object.hasOwn(state.times, idOf(message)),
  );
  return state.messages.slice(taken + 1);
}

/**
 * Messages that a run which ended before our first node left in the thread (a process killed after LangGraph had written
 * the input): nobody checked whose they are, so nobody may take them for the owner's. Those of this run came together,
 * in the last write.
 */
export function strays(state: Pick<AgentState, "messages" | "times">): BaseMessage[] {
  const open = unanswered(state);
  const own = open.at(-1);
  return own === undefined ? [] : open.filter((message) => batchOf(message) !== batchOf(own));
}
