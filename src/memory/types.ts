import type { RefusalReason } from "../domain/gate.ts";
import type { Episode, Instant, Kind, MemoryRecord, MemoryType, Source, Status, Step } from "../domain/record.ts";
import type { DeadLetter } from "../ports/ledger.ts";
import type { Rung } from "../ports/model.ts";
import type { ToolOutput } from "../ports/outputs.ts";
import type { QueueCounts } from "../ports/queue.ts";
import type { CacheCounts } from "../ports/recall-cache.ts";
import type { AuditEntry, Filter, StoreStats } from "../ports/store.ts";
import type { WritesToday } from "./cap.ts";
import type { KeptOutput, NewOutput } from "./outputs.ts";
import type { RouteName } from "./routes.ts";

/** What a caller may say about a memory it writes; only `content` is needed. */
export interface NewMemory {
  content: string;
  kind?: Kind;
  type?: MemoryType;
  thread?: string | null;
  speaker?: string | null;
  tags?: readonly string[];
  entities?: readonly string[];
  importance?: number;
  confidence?: number;
  source?: Source;
  /** `private` (default) or a shared namespace this memory was granted. */
  namespace?: string;
  happenedAt?: Instant;
  createdAt?: Instant;
  validUntil?: Instant | null;
  metadata?: MemoryRecord["metadata"];
  /** A second write under the same key is the first one. */
  originKey?: string | null;
  /** Contents recalled in this run: what only repeats them is refused. */
  recalled?: readonly string[];
  /**
   * Store the text as it is: no gate, no rewriting to a standalone statement, no splitting. Default false. Secrets are
   * redacted all the same.
   */
  verbatim?: boolean;
}

/**
 * A memory that lived before: one line of an export, or one turn of someone else's log. Whatever is given is kept as
 * given, so that export and import into an empty store lose nothing. Defaults: source `imported`, kind `episodic`, type
 * `turn` for an episode and `fact` for a statement. The content hash is always computed anew.
 */
export interface ImportedMemory extends NewMemory {
  /**
   * A UUID is kept as the record's id; when a record with it is there already the line counts as a duplicate. Any other
   * id is kept in `metadata.externalId` and the record gets a UUID of its own.
   */
  id?: string;
  context?: string | null;
  summary?: string | null;
  language?: string;
  timeZone?: string;
  validFrom?: Instant;
  lastAccessedAt?: Instant | null;
  accessCount?: number;
  /** Duplicates by content are looked for among active records only, so an old version never collides with the current. */
  status?: Status;
  version?: number;
  supersedes?: string | null;
  supersededBy?: string | null;
  promptVersion?: string | null;
  episode?: Episode | null;
}

export type { RefusalReason };

export type Remembered =
  | { outcome: "stored"; record: MemoryRecord }
  /** The record that was there already; its use was counted. `near` is the cosine when it was not exact. */
  | { outcome: "duplicate"; record: MemoryRecord; by: "content" | "origin" | "id" | "near"; near?: number }
  /** The user took it back ("forget that …"): no longer recalled, until restored. */
  | { outcome: "retracted"; record: MemoryRecord }
  | { outcome: "refused"; content: string; reason: RefusalReason };

export interface RecallOptions {
  /** Most results; default 8. */
  k?: number;
  /** Narrow by kind, tag, thread, time …; `asOf` answers what was believed then. */
  filter?: Filter;
  /** Shared namespaces to read too; each must have been granted. Default: all granted. */
  namespaces?: readonly string[];
  /** Recent turns, newest last, to understand the query by. */
  conversation?: readonly { role: "user" | "assistant"; content: string }[];
  /** Thread the question is asked in. */
  thread?: string;
  /** Most tokens of the block; default from the settings. */
  tokenBudget?: number;
  /** Weights of the formula; default from the settings. */
  preset?: "support" | "assistant" | "companion";
  /** Fill `explanation`. Default false. */
  explain?: boolean;
  /** Count the results as used. Default true. */
  touch?: boolean;
  /** When the question is asked: what "yesterday" and recency count from. Default: now. For replays and probes. */
  askedAt?: Instant;
  /** Id under which the logs show this recall; default a random UUID. */
  requestId?: string;
  /** Search by these routes alone, to see what each contributes. Default: all. */
  routes?: readonly RouteName[];
  signal?: AbortSignal;
}

/**
 * What puts a result elsewhere than its score would: a statement has the better place of itself and the event it bears out on
 * (`evidence`), the question asks for the `first` or `last` of its topic, or for several things, which lie in several
 * conversations (`spread`), or it says what those above it do not (`diversity`).
 */
export type Place = "evidence" | "first" | "last" | "spread" | "diversity" | "newer";

/** How one result came to its place. */
export interface Explanation {
  /** Set when it stands above a higher score or below a lower one: what moved it, or moved the other past it. */
  place?: Place;
  /** The routes that found it: 1-based rank and the route's own score. */
  routes: { route: string; rank: number; score: number }[];
  /** Best evidence of any route that it is about the query at all, 0 … 1; see FLOORS in domain/constants. */
  evidence: number;
  /** How many near-identical results this one stands for; absent when none. */
  collapsed?: number;
  /** Terms of the final score by name; they add up to `score`. */
  terms: Record<string, number>;
  /** What the reranker said: its own score, its 1-based rank, and the rank before it was asked. */
  reranked?: { score: number; rank: number; before: number };
}

export interface Recalled {
  record: MemoryRecord;
  /** 0 … about 1; comparable within one recall only. */
  score: number;
  /** Turns beside it that complete its meaning, in order: the question it answers, the answer to the question it is. */
  context?: readonly MemoryRecord[];
  /** Events that bear this statement out, best first; they are no results of their own. */
  evidence?: readonly MemoryRecord[];
  explain?: Explanation;
}

/** One page of a list. */
export interface Page {
  limit?: number;
  /** The last id of the page before. */
  after?: string;
  newestFirst?: boolean;
  /** Whose memories: `private` (default) and granted shared namespaces. */
  namespaces?: readonly string[];
}

/** What a memory was made of. */
export interface Originals {
  record: MemoryRecord;
  /** The words it was rewritten from; `null` when it says them as they were. */
  words: string | null;
  /** The events it was distilled from and the memories it sums up, oldest first. */
  records: MemoryRecord[];
}

/** A candidate that did not make it. */
export interface LeftOut {
  id: string;
  content: string;
  score: number;
  reason: "beyond_k" | "below_floor" | "near_identical" | "out_of_date" | "evidence" | "token_budget";
  explain: Explanation;
}

/** Whom a pronoun was taken to mean that neither the question nor the conversation explains. */
export interface Meant {
  /** As written. */
  pronoun: string;
  /** How they are called in the question as searched; `null` where nobody could tell. */
  who: string | null;
  /** Those whom it fits equally, where nobody could tell. */
  among: readonly string[];
}

export interface Recall {
  /** Id of this request in the logs. */
  request: string;
  query: string;
  /** The query as searched, after rewriting. */
  searched: string;
  /** With `explain`: whom "she" or 他 was taken to mean; absent where the question has no such word, or says who it is. */
  meant?: Meant;
  results: Recalled[];
  /** The results as text for a model: dated, sourced, framed as data; empty string when there are none. */
  block: string;
  /** The ids of the memories in the block, in the order of its lines: line [n] is the n-th. */
  blockIds: string[];
  /** With `explain`: the five best that were left out, and every result that the block has no room for. */
  leftOut: LeftOut[];
  /** Milliseconds by step; an answer from the cache has `open` and `cache` alone. */
  timings: Record<string, number>;
  /** Routes and steps (`rerank`, `rewrite`) that failed; recall went on without them. */
  failures: { route: string; message: string }[];
}

/** One turn as reflection sees it. */
export interface Turn {
  role: "user" | "assistant" | "tool";
  content: string;
  /** Id of the message, for idempotency and evidence. */
  id: string;
  at: Instant;
}

/** A finished task or stretch of dialogue to be reflected upon. */
export interface FinishedTask {
  thread: string;
  turns: readonly Turn[];
  steps?: readonly Step[];
  /** Error of the run, if it failed. */
  error?: string;
  /** Contents that came from recall in this run; they are never stored again. */
  recalled?: readonly string[];
  /** Keep an episode of it also when rules see nothing lasting in it: a long talk must not leave nothing (B1). */
  safety?: boolean;
}

export interface Reflected {
  /** The episode, when one was kept. */
  episode: MemoryRecord | null;
  /** Statements added, updated (new version) and retracted. */
  added: MemoryRecord[];
  updated: MemoryRecord[];
  retracted: MemoryRecord[];
  duplicates: number;
  refused: { content: string; reason: RefusalReason }[];
  /** Parts of the model's answer that failed a check and were left out, each with the reason; also in the dead letter. */
  dropped: { part: string; why: string }[];
  /** Set when the model's answer could not be used; the raw text is in the dead letter. */
  deadLetter: DeadLetter | null;
  rung: Rung | null;
}

/** What several tasks show together. */
export interface PatternsFound {
  /** Tasks looked at. */
  looked: number;
  added: MemoryRecord[];
  /** Known patterns that more tasks bear out now. */
  strengthened: MemoryRecord[];
  dropped: { part: string; why: string }[];
  deadLetters: DeadLetter[];
  /** True when another run had this memory at the time; nothing was done. */
  busy: boolean;
}

export interface EraseReceipt {
  user: string;
  at: Instant;
  /**
   * Counts by place: records, vectors, keyword entries, audit, threads, checkpoints, dead letters, files …; `null` for
   * what was removed and could not be read to be counted.
   */
  erased: Record<string, number | null>;
  /** Places that could not be reached and may still hold something, each with the reason; empty when all is gone. */
  left: { place: string; why: string }[];
}

export interface MemoryStats extends StoreStats {
  user: string;
  /** Semantic share of active records, 0 … 1; under 0.1 reflection is not working. */
  semanticShare: number;
  everRecalledShare: number;
  superseded: number;
  deadLetters: number;
  /** Work on this memory that is queued. */
  queue: QueueCounts;
  /** What was written today, in the user's zone, against the cap. */
  writesToday: WritesToday;
  /** Recalls answered from the cache, since this process began. */
  recallCache: CacheCounts;
  /** How often the gate refused something, by reason. */
  refusals: Partial<Record<RefusalReason, number>>;
  embedding: string | null;
}

/** What the gate makes of a text. */
export interface Judgement {
  keep: boolean;
  /** Set when it is not kept. */
  reason: RefusalReason | null;
  /** 1 … 5. */
  score: number;
  /** Who decided: the rules alone, or the scoring model, whose place the rules' own estimate takes where there is none. */
  by: "rules" | "score";
}

/** What became of a job. */
export interface Settled {
  /** Memories it wrote or took back, and how. */
  kept: { record: MemoryRecord; how: "added" | "updated" | "retracted" | "episode" }[];
  /** Why it left something undone, or is not done yet, in words; `null` when all is well. */
  problem: string | null;
}

/** What can only be told by reading every active memory (J3). */
export interface MemoryHealth {
  /** Growth: active memories written in the last 30 days, and in the 30 before. */
  lastMonth: number;
  monthBefore: number;
  /** Attributes of one subject that active statements give more than one value, of which only one can hold. */
  conflicts: number;
  /** Those statements, newest first, for the user to forget or correct all but one. */
  conflicting: { attribute: string; statements: Pick<MemoryRecord, "id" | "content" | "happenedAt">[] }[];
  /** Active memories that are small talk, tool output or instructions; their share, 0 … 1. */
  noise: number;
  noiseShare: number;
}

/** The memory of one user: a capability. Nothing can be read or written without one. */
export interface Memory {
  readonly user: string;
  /** IANA zone the user's "yesterday" is read in. */
  readonly timeZone: string;
  /** Gates, rewrites, deduplicates and stores; one entry per statement the text held. Durable when it resolves. */
  remember(memory: string | NewMemory): Promise<Remembered[]>;
  /** Stores many as they are (verbatim), in durable batches; `onBatch` hears how many are done. */
  rememberAll(
    memories: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>,
    onBatch?: (done: number) => void,
  ): Promise<{ stored: number; duplicates: number }>;
  /**
   * What the gate would do with a turn of a conversation, by the rules and, where they cannot tell, by the scoring model.
   * Nothing is stored or counted.
   */
  judge(text: string, options?: { preset?: RecallOptions["preset"]; recalled?: readonly string[] }): Promise<Judgement>;
  /** What was written today, in the user's zone, against the cap. */
  writesToday(): Promise<WritesToday>;
  /** Keeps a tool's bulky result apart; what stands for it in a record. A short one stands for itself. */
  keepOutput(output: NewOutput): Promise<KeptOutput>;
  /** A tool's whole result. @throws NOT_FOUND when there is none of that id, or no longer */
  output(id: string): Promise<ToolOutput>;
  /** Counts turns the gate refused; `stats` shows them by reason. */
  noteRefusals(reasons: readonly RefusalReason[]): Promise<void>;
  recall(query: string, options?: RecallOptions): Promise<Recall>;
  /** A few standing facts (constraints and preferences first) to open a session with. Same shape as a recall. */
  profile(options?: { k?: number; tokenBudget?: number }): Promise<Recall>;
  reflect(task: FinishedTask): Promise<Reflected>;
  /** Looks across finished tasks for patterns; run again without new tasks it adds nothing. */
  reflectPatterns(): Promise<PatternsFound>;
  /**
   * The same by the queue, without waiting: durable when it resolves, and done by a worker once. The job's key, for
   * `hindsight.settled`.
   */
  reflectLater(task: FinishedTask): Promise<string>;
  /** `remember` by the queue: written as of now, when a worker comes to it. The job's key. */
  rememberLater(memory: string | NewMemory): Promise<string>;
  /** Replaces a memory by a new version. @throws NOT_FOUND, CONFLICT */
  supersede(id: string, next: string | NewMemory): Promise<MemoryRecord>;
  /** @throws NOT_FOUND */
  show(id: string): Promise<MemoryRecord>;
  /** Oldest version first. @throws NOT_FOUND */
  history(id: string): Promise<MemoryRecord[]>;
  /** What a memory was made of. @throws NOT_FOUND */
  originals(id: string): Promise<Originals>;
  /** By id, which is by the time of writing. @throws NOT_GRANTED */
  list(filter?: Filter, page?: Page): Promise<MemoryRecord[]>;
  /** Soft: reversible by `restore`. @throws NOT_FOUND */
  forget(id: string): Promise<MemoryRecord>;
  /** @throws NOT_FOUND, CONFLICT when a newer version stands in its place */
  restore(id: string): Promise<MemoryRecord>;
  /** Hard: everything of this user, everywhere. The capability is CLOSED afterwards, unless something is `left`. */
  erase(): Promise<EraseReceipt>;
  /** Of the private store (default), or of the namespaces named together. @throws NOT_GRANTED */
  stats(options?: { namespaces?: readonly string[] }): Promise<MemoryStats>;
  health(): Promise<MemoryHealth>;
  audit(limit?: number): Promise<AuditEntry[]>;
  deadLetters(): Promise<DeadLetter[]>;
}
