import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { HindsightError } from "../domain/errors.ts";
import { worthReflecting } from "../memory/reflect.ts";
import type { FinishedTask, Memory } from "../memory/types.ts";
import { type Clock, systemClock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Prompts } from "../ports/prompts.ts";
import { MEMORY_TOOLS, type ToolSource } from "../ports/tools.ts";
import { type Identity, identify, type Run } from "./identity.ts";
import type { MemorySource, RecallMode, WriteMode } from "./source.ts";

/** How an agent behaves; every part has a default. Times are milliseconds. */
export interface AgentSettings {
  /** The user when neither authentication nor the run names one. Default: the memory source's setting, else none. */
  user?: string;
  /** Default `cue`: on cue and at the start of a thread. */
  recall?: RecallMode;
  /** Token budget of the recalled block. Default 1,200. */
  recallTokens?: number;
  /** Longest wait for the memory before a reply. Default 2,000: past it a person notices. */
  recallTimeoutMs?: number;
  /**
   * How reflection is done. `queue` (default): the turn ends when the work is queued, a worker of the memory source does it.
   * `inline`: before the run ends, so that `kept` in the state shows what was written.
   */
  writes?: WriteMode;
  /**
   * After so many turns that say or ask something, none of which was worth keeping by itself, an episode is kept of them
   * all the same; 0 for never. Default 12.
   */
  safetyTurns?: number;
  /** Longest inline reflection after a reply. Default 120,000: two model calls of a minute. */
  reflectTimeoutMs?: number;
  /** Past this many tokens the oldest turns are folded into the summary. Default 6,000. */
  workingTokens?: number;
  /** Tokens the model takes in and gives out together; what is sent keeps to it. Default 32,000. */
  contextWindow?: number;
  /** Tokens of the window kept for the answer, at most a quarter of it. Default 4,000. */
  answerTokens?: number;
  /** The newest turns that are always kept word for word. Default 6. */
  workingTurns?: number;
  /** Longest wait for the summary of a model before rules take over. Default 20,000. */
  summaryTimeoutMs?: number;
  /** Longest silence of the model, before and between its chunks. Default 60,000. */
  modelTimeoutMs?: number;
  /** Longest call of one tool. Default 60,000. */
  toolTimeoutMs?: number;
  /** Rounds of tool calls in one turn, after which the model must answer with what it has. Default 8. */
  maxToolRounds?: number;
}

export interface AgentOptions extends AgentSettings {
  /** Where memories come from: what `createHindsight()` returns. */
  memory: MemorySource;
  /** Any LangChain chat model. */
  model: BaseChatModel;
  /** Further tools, and sources of tools that may come and go. */
  tools?: readonly (StructuredToolInterface | ToolSource)[];
  /** Default: the prompts of the memory source. */
  prompts?: Prompts;
  /** Whether finished turns hold anything to keep; default the rules of memory/reflect. */
  worthReflecting?: (task: FinishedTask) => boolean;
  clock?: Clock;
  log?: Log;
}

/** Everything the nodes close over. */
export interface AgentSetup {
  settings: Required<Omit<AgentSettings, "user">>;
  model: BaseChatModel;
  /** The model is the built-in one, which is no language model: it is not asked to write summaries. */
  rulesOnly: boolean;
  worthReflecting: (task: FinishedTask) => boolean;
  prompts: Prompts;
  clock: Clock;
  log: Log;
  tools: readonly StructuredToolInterface[];
  toolSources: readonly ToolSource[];
  identify(run: Run): Identity;
  memoryOf(identity: Identity): Memory;
  /** @throws HindsightError NOT_GRANTED when the thread is another user's. */
  noteThread(identity: Identity): Promise<void>;
}

/** What the built-in chat model calls itself. */
const BUILTIN_CHAT = "hindsight-builtin";

/** Warnings go to standard error where no log is given: a memory that fails must not fail unseen. */
const consoleLog: Log = {
  debug() {},
  info() {},
  warn: (fields, message) => console.warn(`hindsight: ${message}`, fields),
  error: (fields, message) => console.error(`hindsight: ${message}`, fields),
};

function isToolSource(tool: StructuredToolInterface | ToolSource): tool is ToolSource {
  return "tools" in tool && typeof tool.tools === "function";
}

function checkNames(tools: readonly StructuredToolInterface[]): void {
  const seen = new Set<string>(MEMORY_TOOLS);
  for (const { name } of tools) {
    if (seen.has(name))
      throw new HindsightError(
        "INVALID_INPUT",
        `two tools of the agent are called "${name}"`,
        `Rename one; ${MEMORY_TOOLS.join(", ")} are the agent's own.`,
      );
    seen.add(name);
  }
}

/** @throws HindsightError INVALID_INPUT for tools of one name, INVALID_SETTING without prompts. */
export function setUp(options: AgentOptions): AgentSetup {
  const source = options.memory;
  const defaults = source.settings ?? {};
  const prompts = options.prompts ?? source.prompts;
  if (prompts === undefined)
    throw new HindsightError(
      "INVALID_SETTING",
      "the agent has no prompts",
      "Pass what createHindsight() returns as `memory`, or pass `prompts`.",
    );
  const given = options.tools ?? [];
  const tools = given.filter((tool): tool is StructuredToolInterface => !isToolSource(tool));
  checkNames(tools);
  const fallback = options.user ?? defaults.user;
  return {
    settings: {
      recall: options.recall ?? defaults.recall ?? "cue",
      recallTokens: options.recallTokens ?? defaults.recallTokens ?? 1_200,
      safetyTurns: options.safetyTurns ?? defaults.safetyTurns ?? 12,
      writes: options.writes ?? defaults.writes ?? "queue",
      recallTimeoutMs: options.recallTimeoutMs ?? 2_000,
      reflectTimeoutMs: options.reflectTimeoutMs ?? 120_000,
      contextWindow: options.contextWindow ?? defaults.contextWindow ?? 32_000,
      answerTokens: options.answerTokens ?? defaults.answerTokens ?? 4_000,
      workingTokens: options.workingTokens ?? defaults.workingTokens ?? 6_000,
      workingTurns: options.workingTurns ?? defaults.workingTurns ?? 6,
      summaryTimeoutMs: options.summaryTimeoutMs ?? 20_000,
      modelTimeoutMs: options.modelTimeoutMs ?? defaults.modelTimeoutMs ?? 60_000,
      toolTimeoutMs: options.toolTimeoutMs ?? 60_000,
      maxToolRounds: options.maxToolRounds ?? 8,
    },
    model: options.model,
    rulesOnly: options.model._llmType() === BUILTIN_CHAT,
    worthReflecting: options.worthReflecting ?? worthReflecting,
    prompts,
    clock: options.clock ?? systemClock,
    log: options.log ?? source.log ?? consoleLog,
    tools,
    toolSources: given.filter(isToolSource),
    identify: (run) => identify(run, fallback),
    memoryOf: ({ user, context }) => source.user(user, context.time_zone ? { timeZone: context.time_zone } : {}),
    noteThread: async ({ user, thread }) => {
      if (thread !== null) await source.noteThread?.(user, thread);
    },
  };
}

/** Tools of the host and of tool servers by name; the first of a name wins, and memory tools are never replaced. */
export async function furtherTools(setup: AgentSetup): Promise<StructuredToolInterface[]> {
  const found: StructuredToolInterface[] = [...setup.tools];
  const names = new Set<string>([...MEMORY_TOOLS, ...found.map(({ name }) => name)]);
  for (const source of setup.toolSources) {
    for (const tool of await source.tools()) {
      if (names.has(tool.name)) {
        setup.log.warn({ tool: tool.name }, "a tool was left out: its name is taken");
        continue;
      }
      names.add(tool.name);
      found.push(tool);
    }
  }
  return found;
}
