import type { Preset } from "../domain/constants.ts";
import type { Clock } from "../ports/clock.ts";
import type { Counts } from "../ports/counts.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Log } from "../ports/log.ts";
import type { LanguageModel } from "../ports/model.ts";
import type { ToolOutputs } from "../ports/outputs.ts";
import type { Prompts } from "../ports/prompts.ts";
import type { Queue } from "../ports/queue.ts";
import type { RecallCache } from "../ports/recall-cache.ts";
import type { Reranker } from "../ports/reranker.ts";
import type { ErasedPlaces, StoreProvider } from "../ports/store.ts";
import type { Breaker } from "./breaker.ts";

/** What the use cases work with; chosen in src/hindsight.ts. */
export interface MemoryDeps {
  stores: StoreProvider;
  ledger: Ledger;
  queue: Queue;
  outputs: ToolOutputs;
  embedder: Embedder;
  /** Longest wait for a question's vector, in milliseconds. */
  embeddingTimeoutMs: number;
  /** Leaves an embedder alone that fails recall again and again. */
  embeddingBreaker: Breaker;
  /** Distils finished tasks. */
  reflector: LanguageModel;
  /** Scores doubtful writes; configured apart. */
  scorer: LanguageModel;
  /** Rewrites questions that lean on the conversation. */
  rewriter: LanguageModel;
  /** Longest wait for it, in milliseconds; 0 is never. */
  rewriteTimeoutMs: number;
  /** Puts the best candidates in a better order; `null` when none is chosen. */
  reranker: Reranker | null;
  /** Longest wait for it, in milliseconds. */
  rerankTimeoutMs: number;
  counts: Counts;
  prompts: Prompts;
  clock: Clock;
  log: Log;
  preset: Preset;
  /** Runs work after the answer is out; awaited when hindsight closes, logged when it fails. */
  later: (what: string, work: () => Promise<unknown>) => void;
  /** Most memories written for a user on a day of theirs (B10); 0 for no cap. */
  dailyWrites: number;
  /** Answers of a moment ago; `null` for none. */
  cache: RecallCache | null;
  /** Token budget of the recalled block. */
  recallTokens: number;
  /** Other places that hold something of a user: each erases it and counts what it removed, by place. */
  erasers: readonly ((user: string, threads: readonly string[]) => Promise<ErasedPlaces>)[];
}

/** Whose memory a use case works on. */
export interface Scope {
  user: string;
  /** IANA zone. */
  timeZone: string;
  /** Shared namespaces this capability may use. */
  namespaces: readonly string[];
}
