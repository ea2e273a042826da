import type { Command } from "commander";
import type { UpkeepEvent, UpkeepState } from "../agent/upkeep.ts";
import type { Check } from "../doctor.ts";
import type { Owner } from "../domain/scope.ts";
import { isBlankId } from "../domain/scope.ts";
import type { Health } from "../health.ts";
import type { Undone } from "../memory/consolidate/undo.ts";
import type { Reembedded } from "../memory/reembed.ts";
import type { Memory, Reflected, Settled } from "../memory/types.ts";
import type { Migration, MigrationOptions, Route } from "../migrate.ts";
import type { Log } from "../ports/log.ts";
import type { QueueCounts } from "../ports/queue.ts";
import type { Settings } from "../settings.ts";
import type { StreamingAgent } from "./chat/talk.ts";
import { UsageError } from "./failure.ts";
import type { Io } from "./io.ts";

/** The nightly graph as the command line runs it: what it does while it works, and its state. */
export interface UpkeepStream {
  stream(
    input: { all: boolean; dry_run: boolean },
    options: { context: { user_id: string }; streamMode: ["custom", "values"]; signal: AbortSignal },
  ): Promise<AsyncIterable<["custom", UpkeepEvent] | ["values", UpkeepState]>>;
}

/** The part of a running hindsight that the doors use. */
export interface Hindsight {
  readonly settings: Settings;
  readonly log: Log;
  user(id: string, options?: { timeZone?: string; namespaces?: readonly string[] }): Memory;
  health(): Promise<Health[]>;
  doctor(options?: { model?: boolean }): Promise<Check[]>;
  retry(user: string, deadLetter: string): Promise<Reflected>;
  discard(user: string, deadLetter: string): Promise<void>;
  /** The nightly graph. */
  upkeepGraph(): Promise<UpkeepStream>;
  owners(): Promise<Owner[]>;
  reembed(owner: Owner, onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<Reembedded>;
  /** Moves memories, ledger and tool outputs from one place to another. */
  migrate(route: Route, options: MigrationOptions): Promise<Migration>;
  undoUpkeep(user: string, run: string): Promise<Undone>;
  /** Begins to do queued work in this process. */
  startWorker(): Promise<void>;
  /** Does what is queued; the counts of what is left for later. */
  drain(signal?: AbortSignal): Promise<QueueCounts>;
  /** What a queued job kept, once it is done. */
  settled(user: string, job: string, signal?: AbortSignal): Promise<Settled>;
  /** Ends the session of a thread; the job that keeps what was open, or `null`. */
  endSession(user: string, thread: string): Promise<string | null>;
  /** Ends sessions that have been idle long enough. */
  endIdleSessions(): Promise<number>;
  /** The agent, compiled. */
  agent(): Promise<StreamingAgent>;
  close(): Promise<void>;
}

/** What every command works with. */
export interface Context<H extends Hindsight = Hindsight> {
  io: Io;
  /** Opens hindsight; loaded only when a command needs it, so that `--help` is quick. */
  open(overrides: Partial<Settings>): Promise<H>;
  /** What the process will exit with. */
  exitCode: number;
}

/** The flags every command takes, before or after its name. */
export interface GlobalOptions {
  user?: string;
  home?: string;
  json?: boolean;
}

/** Settings that the global flags override. @throws UsageError for a blank one */
export function overridesOf(options: GlobalOptions): Partial<Settings> {
  if (options.user !== undefined && isBlankId(options.user))
    throw new UsageError("--user must not be empty or blank", "Leave it out for $HINDSIGHT_USER, else local.");
  if (options.home?.trim() === "")
    throw new UsageError("--home must not be blank", "Leave it out for $HINDSIGHT_HOME, else ~/.hindsight.");
  return {
    ...(options.user !== undefined && { user: options.user }),
    ...(options.home !== undefined && { home: options.home }),
  };
}

/** Opens hindsight, hands it over and closes it again, whatever happens. */
export async function withHindsight<T>(
  context: Context,
  options: GlobalOptions,
  use: (hindsight: Hindsight) => Promise<T>,
): Promise<T> {
  const hindsight = await context.open(overridesOf(options));
  try {
    return await use(hindsight);
  } finally {
    await hindsight.close();
  }
}

/** Like `withHindsight`, for one user's memory with the shared namespaces named on the command line. */
export function withMemory<T>(
  context: Context,
  options: GlobalOptions & { namespace?: string | readonly string[] },
  use: (memory: Memory, hindsight: Hindsight) => Promise<T>,
): Promise<T> {
  return withHindsight(context, options, (hindsight) => {
    const asked = options.namespace === undefined ? [] : [options.namespace].flat();
    const namespaces = asked.filter((name) => name !== "private");
    return use(hindsight.user(hindsight.settings.user, { namespaces }), hindsight);
  });
}

/** The namespaces a command reads when some are named: the user's own memories beside them. */
export function namespacesOf({ namespace }: { namespace?: string | readonly string[] }): { namespaces?: string[] } {
  return namespace === undefined ? {} : { namespaces: ["private", ...[namespace].flat()] };
}

/** Adds a family of commands to the program. */
export type Register = (program: Command, context: Context) => void;
