import type { Memory } from "../memory/types.ts";
import type { Log } from "../ports/log.ts";
import type { Prompts } from "../ports/prompts.ts";

/** When the agent recalls by itself: before every reply, on cue and at the start of a thread, or only when it asks. */
export const RECALL_MODES = ["always", "cue", "tool"] as const;
export type RecallMode = (typeof RECALL_MODES)[number];

/** Whether reflection is queued for a worker, or done before the run ends. */
export type WriteMode = "queue" | "inline";

/** The settings an agent takes from where its memory comes from, unless told otherwise. */
export interface AgentDefaults {
  /** The user when nothing else names one. */
  user?: string;
  recall?: RecallMode;
  /** Token budget of the recalled block. */
  recallTokens?: number;
  writes?: WriteMode | null;
  safetyTurns?: number;
  workingTokens?: number;
  workingTurns?: number;
  contextWindow?: number;
  answerTokens?: number;
  /** Longest silence of the model, in milliseconds. */
  modelTimeoutMs?: number;
}

/** Where an agent's memories come from; what `createHindsight()` returns is one. */
export interface MemorySource {
  /**
   * The memory of that user.
   * @throws HindsightError INVALID_USER for a blank or ill-formed id.
   */
  user(id: string, options?: { timeZone?: string }): Memory;
  /**
   * Binds a thread to its user.
   * @throws HindsightError NOT_GRANTED when the thread is another user's.
   */
  noteThread?(user: string, thread: string): Promise<void>;
  readonly settings?: AgentDefaults;
  readonly prompts?: Prompts;
  readonly log?: Log;
}
