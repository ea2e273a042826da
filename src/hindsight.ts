import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { pino } from "pino";
import { createPrompts } from "./adapters/prompts/files.ts";
import { openBackends } from "./backends.ts";
import type { Check } from "./doctor.ts";
import { HindsightError, messageOf } from "./domain/errors.ts";
import { type Owner, userOwner } from "./domain/scope.ts";
import type { Health } from "./health.ts";
import { createBreaker } from "./memory/breaker.ts";
import { cleanerOf } from "./memory/cleaner.ts";
import type { Undone } from "./memory/consolidate/undo.ts";
import type { Upkeeper } from "./memory/consolidate/upkeep.ts";
import type { MemoryDeps } from "./memory/deps.ts";
import { boundedLetters, cleanEmbedder, cleanModel, cleanStores } from "./memory/doors.ts";
import { createMemory } from "./memory/memory.ts";
import { guarded } from "./memory/privacy.ts";
import type { Reembedded } from "./memory/reembed.ts";
import { resting } from "./memory/resting.ts";
import type { Memory, Reflected, Settled } from "./memory/types.ts";
import { chatModelOf, checkEndpoint, embedderOf, languageModelOf, rerankerOf } from "./models.ts";
import { NODE_ADVICE, nodeProblem } from "./node-version.ts";
import { once } from "./once.ts";
import { type Clock, systemClock } from "./ports/clock.ts";
import { createCounts } from "./ports/counts.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { Log } from "./ports/log.ts";
import type { LanguageModel } from "./ports/model.ts";
import type { Prompts } from "./ports/prompts.ts";
import type { Queue, QueueCounts } from "./ports/queue.ts";
import type { Reranker } from "./ports/reranker.ts";
import type { StoreProvider } from "./ports/store.ts";
import type { ToolServers } from "./ports/tools.ts";
import { createSessions } from "./sessions.ts";
import { readSettings, type Settings } from "./settings.ts";
import { version } from "./version.ts";
import { createWork } from "./work.ts";

/** Settings and parts to use instead of those the environment chooses; parts are for tests and for embedding apps. */
export interface HindsightOptions extends Partial<Settings> {
  clock?: Clock;
  embedder?: Embedder;
  /** Distils tasks and scores doubtful writes. */
  languageModel?: LanguageModel;
  reranker?: Reranker;
  log?: Log;
}

/** Long-term memory, opened: the one object an application holds. Close it when done. */
export interface Hindsight {
  readonly settings: Settings;
  readonly prompts: Prompts;
  readonly log: Log;
  readonly ledger: Ledger;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly stores: StoreProvider;
  readonly embedder: Embedder;
  /** The reranker of the settings; `null` when none is chosen. */
  readonly reranker: Reranker | null;
  /**
   * The memory of that user: a capability, without which nothing can be read or written.
   * @throws HindsightError INVALID_USER for a blank or ill-formed id.
   */
  user(id: string, options?: { timeZone?: string; namespaces?: readonly string[] }): Memory;
  /** Binds a thread to its user. @throws HindsightError NOT_GRANTED when the thread is another user's. */
  noteThread(user: string, thread: string): Promise<void>;
  /** The chat model the settings name, or the built-in one. */
  chatModel(): Promise<BaseChatModel>;
  /** Working memory: the checkpointer of the settings. */
  checkpointer(): Promise<BaseCheckpointSaver>;
  /** A sign of life of working memory. @throws what its place says, or UNREACHABLE */
  reachThreads(): Promise<void>;
  /** Tools of the servers in the `mcpConfig` setting. */
  toolServers(): Promise<ToolServers>;
  /**
   * Begins to do the queue's jobs in this process, also those that an earlier process left. It begins by itself with the
   * first job queued here, unless the setting `workers` is 0.
   */
  startWorker(): Promise<void>;
  /**
   * Does what the queue holds, and resolves when nothing may run and nothing is running, here or elsewhere. What waits for
   * its time (a retry, work put off) is left, and counted.
   */
  drain(signal?: AbortSignal): Promise<QueueCounts>;
  /** Waits until a queued job is done, by whichever worker, and says what it kept. */
  settled(user: string, job: string, signal?: AbortSignal): Promise<Settled>;
  /**
   * Ends the session of a thread of this checkpointer: what is worth keeping of the turns not yet reflected upon is queued.
   * The job's key, or `null`. Idle threads are ended by themselves while a worker runs; for threads of another
   * checkpointer there is `endSession`.
   */
  endSession(user: string, thread: string): Promise<string | null>;
  /** Ends the sessions that have been idle for the setting `sessionMinutes`; how many. */
  endIdleSessions(): Promise<number>;
  /** Runs the work of a dead letter again. @throws NOT_FOUND */
  retry(user: string, deadLetter: string): Promise<Reflected>;
  /** Removes a dead letter without doing its work. @throws NOT_FOUND */
  discard(user: string, deadLetter: string): Promise<void>;
  /** How often steps of recall were used, and done without by reason, since this opened: `rerank.timeout` … */
  counts(): Record<string, number>;
  /** Consolidation and forgetting of old memories; see `createUpkeepGraph`. */
  upkeep(): Promise<Upkeeper>;
  /** Changes an owner's memory over to the embedding model of the settings; resumable. @throws EMBEDDING_FAILED */
  reembed(owner: Owner, onProgress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<Reembedded>;
  /** Takes back what a run of upkeep did to that user's memory. @throws NOT_FOUND */
  undoUpkeep(user: string, run: string): Promise<Undone>;
  /** A sign of life of everything hindsight stands on, each within a second; see `Health`. */
  health(): Promise<Health[]>;
  /**
   * Looks at everything hindsight stands on, for the user of the settings. With `model` the chat model is asked for one
   * word, which costs some 30 tokens.
   */
  doctor(options?: { model?: boolean }): Promise<Check[]>;
  /**
   * Waits for what is still being written, then releases every file and process. Queued work stays queued; what is under
   * way is finished, or after five seconds given back. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Opens hindsight. Settings come from `options`, else the environment, else defaults; see `hindsight doctor`.
 * @throws HindsightError INVALID_SETTING naming the variable, STORE_FAILED when the home folder cannot be used, NODE_TOO_OLD.
 */
export async function createHindsight(options: HindsightOptions = {}): Promise<Hindsight> {
  const { clock = systemClock, embedder, languageModel, reranker, log, ...overrides } = options;
  const tooOld = nodeProblem();
  if (tooOld !== null) throw new HindsightError("NODE_TOO_OLD", tooOld, NODE_ADVICE);
  const settings = readSettings(process.env, overrides);
  return open(settings, { clock, embedder, languageModel, reranker, log: log ?? createLog(settings.logLevel) });
}

function createLog(level: Settings["logLevel"]): Log {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}

interface Parts {
  clock: Clock;
  embedder: Embedder | undefined;
  languageModel: LanguageModel | undefined;
  reranker: Reranker | undefined;
  log: Log;
}

async function open(settings: Settings, parts: Parts): Promise<Hindsight> {
  const { clock, log } = parts;
  checkEndpoint(settings);
  makeHome(settings.home);
  const prompts = createPrompts();
  const backends = await openBackends(settings, clock, log);
  const { queue, outputs, cache } = backends;
  const cleaner = cleanerOf(settings.redaction === "on");
  const stores = cleanStores(backends.stores, cleaner);
  const ledger = boundedLetters(backends.ledger, cleaner);
  const pending = new Set<Promise<unknown>>();
  const toolServers = once(async () => {
    const { createToolServers } = await import("./adapters/mcp/servers.ts");
    return createToolServers({ configPath: settings.mcpConfig, version: version(), log });
  });
  const reflector = parts.languageModel ?? languageModelOf(settings, settings.reflectionModel ?? settings.model, clock);
  const embedder = parts.embedder ?? embedderOf(settings);
  const scoring = settings.scoringModel ?? settings.reflectionModel ?? settings.model;
  const reranker = parts.reranker ?? rerankerOf(settings);
  const deps: MemoryDeps = {
    stores,
    ledger,
    queue,
    outputs,
    embedder: cleanEmbedder(embedder, cleaner),
    embeddingTimeoutMs: settings.embeddingTimeoutMs,
    embeddingBreaker: createBreaker(clock),
    reflector: cleanModel(reflector, cleaner),
    scorer: parts.languageModel ?? languageModelOf(settings, scoring, clock),
    rewriter: parts.languageModel ?? languageModelOf(settings, settings.rewriteModel ?? settings.model, clock),
    rewriteTimeoutMs: settings.rewriteTimeoutMs,
    reranker: reranker === null ? null : resting(reranker, clock),
    rerankTimeoutMs: settings.rerankTimeoutMs,
    counts: createCounts(),
    prompts,
    clock,
    log,
    preset: settings.preset,
    cache,
    recallTokens: settings.recallTokens,
    dailyWrites: settings.dailyWrites,
    later(what, work) {
      const running = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.warn({ error: messageOf(error) }, `could not ${what}`))
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    erasers: [
      async (user) => ({ toolOutputs: await outputs.eraseUser(user) }),
      async (user) => ({ cachedRecalls: (await cache?.erase(user)) ?? 0 }),
      async (_user, threads) => {
        const { eraseThread } = await backends.checkpoints();
        let checkpointsErased = 0;
        for (const thread of threads) checkpointsErased += await eraseThread(thread);
        return { checkpoints: checkpointsErased };
      },
    ],
  };
  const scopeOf = (id: string, given: { timeZone?: string; namespaces?: readonly string[] } = {}) => ({
    user: userOwner(id).id,
    timeZone: given.timeZone ?? settings.timeZone,
    namespaces: given.namespaces ?? [],
  });
  let closing: Promise<void> | undefined;

  const work = createWork(deps, settings);

  async function closeAll(): Promise<void> {
    await sessions.stop();
    await work.stop();
    while (pending.size > 0) await Promise.all(pending);
    await (await toolServers.made())?.close();
    await deps.reranker?.close();
    await backends.close();
  }

  const hindsight: Hindsight = {
    settings,
    prompts,
    log,
    ledger,
    queue,
    clock,
    stores,
    embedder: deps.embedder,
    reranker: deps.reranker,
    user(id, given) {
      const memory = createMemory(deps, scopeOf(id, given));
      return guarded(memory, cleaner);
    },
    noteThread: (user, thread) => ledger.noteThread(user, thread, new Date(clock.now()).toISOString()),
    chatModel: () => chatModelOf(settings, clock),
    checkpointer: async () => (await backends.checkpoints()).saver,
    async reachThreads() {
      const { saver, reach } = await backends.checkpoints();
      await saver.getTuple({ configurable: { thread_id: "hindsight-nobody" } });
      await reach?.();
    },
    toolServers: () => toolServers.get(),
    async startWorker() {
      await work.start();
      sessions.start();
    },
    endSession: (user, thread) => sessions.end(scopeOf(user).user, thread),
    endIdleSessions: () => sessions.endIdle(),
    drain: work.drain,
    settled: (user, job, signal) => work.settled(createMemory(deps, scopeOf(user)), job, signal),
    retry: async (user, deadLetter) =>
      (await import("./memory/retry.ts")).retryDeadLetter(deps, scopeOf(user), deadLetter),
    discard: async (user, deadLetter) =>
      (await import("./memory/retry.ts")).discardDeadLetter(deps, scopeOf(user), deadLetter),
    counts: () => deps.counts.read(),
    upkeep: async () => (await import("./memory/consolidate/upkeep.ts")).createUpkeeper(deps, settings),
    reembed: async (owner, onProgress, signal) =>
      (await import("./memory/reembed.ts")).reembed(deps, owner, onProgress, signal),
    undoUpkeep: async (user, run) => (await import("./memory/consolidate/undo.ts")).undo(deps, scopeOf(user), run),
    health: async () => (await import("./health.ts")).healthOf(hindsight),
    doctor: async (given) => (await import("./doctor.ts")).examine(hindsight, settings.user, given),
    close: () => (closing ??= closeAll()),
  };
  const sessions = createSessions(hindsight);
  queue.watch(() => {
    if (settings.workers > 0 && !work.begun()) deps.later("start the worker", hindsight.startWorker);
  });
  return hindsight;
}

/** Folder by folder: Node's recursive mkdir never ends where a parent exists and refuses children (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error; // else another process was quicker
  }
}

function makeHome(home: string): void {
  try {
    makeFolder(resolve(home));
  } catch (error) {
    throw new HindsightError(
      "STORE_FAILED",
      `the home folder ${home} cannot be made: ${messageOf(error)}`,
      "Set HINDSIGHT_HOME (or --home) to a folder this user may write to.",
      { cause: error },
    );
  }
}
