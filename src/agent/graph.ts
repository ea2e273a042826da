import { type CompiledGraph, END, type Messages, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { consolidateNode } from "./nodes/consolidate.ts";
import { afterReason, reasonNode } from "./nodes/reason.ts";
import { reflectNode } from "./nodes/reflect.ts";
import { refuseNode } from "./nodes/refuse.ts";
import { retrieveNode } from "./nodes/retrieve.ts";
import { toolsNode } from "./nodes/tools.ts";
import { type AgentOptions, setUp } from "./setup.ts";
import {
  type AgentContext,
  type AgentState,
  type AgentUpdate,
  contextSchema,
  inputSchema,
  stateSchema,
} from "./state.ts";

export type AgentNode = "retrieve" | "refuse" | "reason" | "tools" | "reflect" | "consolidate";

/** The compiled graph: a LangChain runnable, with a thread's state, history and streams. */
export type Agent = CompiledGraph<AgentNode, AgentState, AgentUpdate, AgentContext, { messages: Messages }, AgentState>;

/** Steps of a turn beside its tool rounds: retrieve, the last reason, reflect, consolidate, and some to spare. */
const OTHER_STEPS = 8;

/**
 * An agent that remembers: retrieve → reason ⇄ tools → reflect → consolidate, compiled and ready to run.
 *
 *     const hindsight = await createHindsight();
 *     const agent = createAgent({ memory: hindsight, model, checkpointer: hindsight.checkpointer() });
 *     await agent.invoke({ messages: [{ role: "user", content: "Hi" }] },
 *       { configurable: { thread_id: "t1" }, context: { user_id: "ada" } });
 *
 * The memory nodes use the `memory` given here, never the runtime's store. Without a checkpointer nothing of the talk
 * outlives a run, and each run remembers its newest exchange.
 * @throws HindsightError INVALID_INPUT for two tools of one name, INVALID_SETTING without prompts.
 */
export function createAgent(options: AgentOptions & { checkpointer?: BaseCheckpointSaver | boolean }): Agent {
  const setup = setUp(options);
  const graph = new StateGraph({ state: stateSchema, input: inputSchema, context: contextSchema })
    .addNode("retrieve", retrieveNode(setup))
    .addNode("refuse", refuseNode)
    .addNode("reason", reasonNode(setup))
    .addNode("tools", toolsNode(setup))
    .addNode("reflect", reflectNode(setup))
    .addNode("consolidate", consolidateNode(setup))
    .addEdge(START, "retrieve")
    .addConditionalEdges("retrieve", ({ refusal }) => (refusal === null ? "reason" : "refuse"), ["reason", "refuse"])
    .addConditionalEdges("reason", afterReason, ["tools", "reflect"])
    .addEdge("tools", "reason")
    .addEdge("reflect", "consolidate")
    .addEdge("consolidate", END);
  const compiled = graph.compile({
    name: "hindsight",
    ...(options.checkpointer === undefined ? {} : { checkpointer: options.checkpointer }),
  });
  // The inferred type demands every field of the context, also those that may be left out.
  const agent = compiled as unknown as Agent;
  return agent.withConfig({ recursionLimit: setup.settings.maxToolRounds * 2 + OTHER_STEPS });
}
