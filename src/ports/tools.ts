import type { StructuredToolInterface } from "@langchain/core/tools";

/** Names of the agent's own memory tools; no other tool may bear them. */
export const MEMORY_TOOLS = ["search_memory", "save_memory", "read_tool_output"] as const;

/** How one tool server stands. */
export interface ToolServerStatus {
  name: string;
  /** `connecting`: asked and not yet answered; `failed`: it will be tried again, see `error`. */
  state: "connecting" | "ready" | "failed" | "closed";
  /** Names of its tools as the model sees them; empty unless ready. */
  tools: string[];
  /** What went wrong last, or `null`. */
  error: string | null;
}

/** Where the agent takes further tools from, asked anew in every round, so that tools may come and go. */
export interface ToolSource {
  /**
   * The tools that can be called now, each under a name of its own. A server that is dead or slow is left out, never
   * waited for beyond the timeout. Does not throw for what a server did.
   */
  tools(): Promise<readonly StructuredToolInterface[]>;
}

/** Other people's tool servers. */
export interface ToolServers extends ToolSource {
  status(): ToolServerStatus[];
  /** Ends every connection and every process started; safe to call twice. */
  close(): Promise<void>;
}
