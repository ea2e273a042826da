import type { Embedder } from "../../src/ports/embedder.ts";
import type { BenchMemory } from "../sets.ts";

/** One memory system, opened: what the comparison asks of it. */
export interface System {
  /** Stores the memories of one user; called once a user. */
  fill(user: string, memories: readonly BenchMemory[]): Promise<void>;
  /** Ids of the memories found for that user, best first, at most k. */
  search(user: string, query: string, k: number): Promise<string[]>;
  close(): Promise<void>;
}

/** How to open one. `open` may throw when the peer cannot run on this machine: it is then listed as not run. */
export interface Peer {
  name: string;
  /** How it was set up, in a line. */
  setup: string;
  /** @param folder an empty folder of its own. */
  open(folder: string, embedder: Embedder): Promise<System>;
}

/**
 * A turn as text for systems that know nothing of speakers: the form conversation logs are pasted in, and better for them
 * than the bare text (mem0 on locomo-dev, recall@10: 57.3 against 54.4).
 */
export function asText({ speaker, text }: BenchMemory): string {
  return `${speaker}: ${text}`;
}
