import { RemoveMessage } from "@langchain/core/messages";
import { tell } from "../events.ts";
import { workingBudget } from "../fit.ts";
import type { Run } from "../identity.ts";
import { idOf } from "../messages.ts";
import type { AgentSetup } from "../setup.ts";
import type { AgentState, AgentUpdate } from "../state.ts";
import { summarise } from "../summarise.ts";
import { foldable } from "../window.ts";

/**
 * Keeps the working memory within its budget (requirements A1): past `workingTokens` the oldest turns are folded into
 * the running summary and leave the thread, in one update, so that a crash loses neither.
 */
export function consolidateNode(setup: AgentSetup) {
  return async (state: AgentState, run: Run): Promise<AgentUpdate> => {
    const { tokens, turns } = workingBudget(setup.settings);
    const folded = foldable(state.messages, tokens, turns);
    if (folded.length === 0) return {};
    const summary = await summarise(setup, state.summary, folded, state.messages.slice(folded.length), run);
    tell(run, { hindsight: "folded", messages: folded.length, summary });
    const gone = new Set(folded.map(idOf));
    return {
      summary,
      messages: folded.map((message) => new RemoveMessage({ id: idOf(message) })),
      times: Object.fromEntries(Object.entries(state.times).filter(([id]) => !gone.has(id))),
    };
  };
}
