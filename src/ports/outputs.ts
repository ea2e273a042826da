import type { Instant } from "../domain/record.ts";

/** What a tool returned, in full; records refer to it by id. */
export interface ToolOutput {
  id: string;
  tool: string;
  thread: string | null;
  at: Instant;
  text: string;
}

/** Longest output that is kept, in UTF-16 units; the rest is cut off. */
export const LONGEST_OUTPUT = 2_000_000;

/** How much is kept of one user, in UTF-16 units; past it the oldest outputs go. */
export const OUTPUTS_KEPT = 64_000_000;

/** Bulky results of tools, kept beside the records (requirement B8). */
export interface ToolOutputs {
  /** Durable when it resolves. The same id again is the first one. */
  put(user: string, output: ToolOutput): Promise<void>;
  /** `null` when there is none of that id (any more). */
  get(user: string, id: string): Promise<ToolOutput | null>;
  /** All of the user's in the order they were put; `after` is the last id of the page before. */
  dump(user: string, page: { after?: string; limit: number }): Promise<ToolOutput[]>;
  /** Removes all of the user's for good; how many, or `null` where they could no longer be read. */
  eraseUser(user: string): Promise<number | null>;
}
